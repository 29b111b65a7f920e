// Draws the exchanges of one client with one service.

import { binned, rangeOf } from './bins.ts';
import { rowMiddle, type PlacedLane } from './lane-layout.ts';
import { paintDensity } from './paint-density.ts';
import { paintMark } from './paint-marks.ts';
import { hasFailed } from './request-lanes.ts';
import { columnsOf, marksMax, xOf, type TimelineScene } from './scene.ts';

export function paintRequestLane(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  name: string,
): void {
  const { requests, span, layout, colors } = scene;
  const lane = requests.find((candidate) => candidate.name === name);
  if (lane === undefined) return;
  const { first, end } = rangeOf(lane.instants, span);
  const columns = columnsOf(scene);
  if (end - first > marksMax(scene)) {
    const counts = binned(lane.instants, span, columns);
    const most = paintDensity(context, layout.left, placed, counts, colors['lane-requests']);
    const failures = binned(lane.failures, span, columns);
    paintDensity(context, layout.left, placed, failures, colors.bad, most);
    return;
  }
  const y = rowMiddle(placed, 0);
  for (const exchange of lane.exchanges.slice(first, end)) {
    const tone = hasFailed(exchange) ? 'bad' : 'plain';
    const color = tone === 'bad' ? colors.bad : colors['lane-requests'];
    paintMark(context, xOf(scene, exchange.atMs), y, tone, color);
  }
}
