// Draws a lane of events: marks with the lives of their entities, or densities where there are too many.

import type { EventLane } from '../../../../contracts/event-lane.ts';
import { binned, rangeOf, regrouped } from './bins.ts';
import { livesIn, type LanedEvents } from './event-lanes.ts';
import { rowMiddle, type PlacedLane } from './lane-layout.ts';
import { paintDensity } from './paint-density.ts';
import { paintMark, paintRing } from './paint-marks.ts';
import { paintSessionEvent, paintSessions } from './paint-sessions.ts';
import { columnsOf, marksMax, xOf, type TimelineScene } from './scene.ts';

export function paintEventLane(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  lane: EventLane,
): void {
  const { lanes, counts, span, layout, colors } = scene;
  const events = lanes.lanes[lane];
  const color = colors[`lane-${lane}`];
  const columns = columnsOf(scene);
  const given = counts?.lanes[lane];
  if (counts !== undefined) {
    if (given === undefined) return;
    paintDensity(context, layout.left, placed, regrouped(given, counts, span, columns), color);
    return;
  }
  if (lane === 'sessions') paintSessions(context, scene, placed);
  const { first, end } = rangeOf(events.instants, span);
  if (end - first > marksMax(scene)) {
    if (lane === 'sessions') return;
    const most = paintDensity(
      context,
      layout.left,
      placed,
      binned(events.instants, span, columns),
      color,
    );
    paintDensity(
      context,
      layout.left,
      placed,
      binned(events.failures, span, columns),
      colors.bad,
      most,
    );
    return;
  }
  if (lane !== 'sessions') paintLives(context, scene, placed, events);
  for (let index = first; index < end; index += 1) {
    const position = events.positions[index] ?? 0;
    if (lane === 'sessions') paintSessionEvent(context, scene, placed, position);
    else paintEvent(context, scene, placed, position);
  }
}

function paintLives(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  events: LanedEvents,
): void {
  context.save();
  context.globalAlpha = 0.35;
  context.fillStyle = scene.colors[`lane-${events.lane}`];
  for (const { row, firstMs, lastMs } of livesIn(events, scene.span)) {
    const [from, to] = [xOf(scene, firstMs), xOf(scene, lastMs)];
    context.fillRect(from, rowMiddle(placed, row) - 1, Math.max(1, to - from), 2);
  }
  context.restore();
}

function paintEvent(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  placed: PlacedLane,
  position: number,
): void {
  const place = scene.lanes.placeOf(position);
  if (place === undefined) return;
  const [x, y] = [xOf(scene, place.atMs), rowMiddle(placed, place.row)];
  const color = place.tone === 'bad' ? scene.colors.bad : scene.colors[`lane-${place.lane}`];
  paintMark(context, x, y, place.tone, color);
  if (scene.search.has(position)) paintRing(context, x, y, scene.colors.warn);
}
