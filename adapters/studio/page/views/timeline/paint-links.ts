// Draws the selected event, the event under the pointer, and lines from causes to effects.

import { eventLaneIn, rowMiddle } from './lane-layout.ts';
import { paintMark, paintRing } from './paint-marks.ts';
import { xOf, type TimelineScene } from './scene.ts';

interface Spot {
  readonly x: number;
  readonly y: number;
}

export function paintLinks(context: CanvasRenderingContext2D, scene: TimelineScene): void {
  const { selected, pointed, causes, effects, colors } = scene;
  if (selected !== undefined) {
    context.lineWidth = 1.5;
    context.strokeStyle = colors.text;
    let later = selected;
    for (const cause of causes) {
      paintLink(context, spotOf(scene, cause), spotOf(scene, later), []);
      later = cause;
    }
    for (const { position, cause } of effects) {
      paintLink(context, spotOf(scene, cause), spotOf(scene, position), [4, 3]);
    }
    for (const position of causes) emphasize(context, scene, position, colors.text, 5);
    for (const { position } of effects) emphasize(context, scene, position, colors.text, 5);
    emphasize(context, scene, selected, colors.accent, 8);
  }
  if (pointed !== undefined && pointed !== selected) {
    emphasize(context, scene, pointed, colors.text, 8);
  }
}

/** Solid to causes, dashed to effects. */
function paintLink(
  context: CanvasRenderingContext2D,
  from: Spot | undefined,
  to: Spot | undefined,
  dashes: readonly number[],
): void {
  if (from === undefined || to === undefined) return;
  context.setLineDash([...dashes]);
  context.beginPath();
  context.moveTo(from.x, from.y);
  const bend = Math.max(12, Math.abs(to.x - from.x) / 2);
  context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  context.stroke();
  context.setLineDash([]);
}

function emphasize(
  context: CanvasRenderingContext2D,
  scene: TimelineScene,
  position: number,
  color: string,
  radius: number,
): void {
  const spot = spotOf(scene, position);
  const place = scene.lanes.placeOf(position);
  if (spot === undefined || place === undefined) return;
  const mark = place.tone === 'bad' ? scene.colors.bad : scene.colors[`lane-${place.lane}`];
  paintMark(context, spot.x, spot.y, place.tone, mark);
  paintRing(context, spot.x, spot.y, color, radius);
}

/** Undefined where its lane is not shown. */
function spotOf(scene: TimelineScene, position: number): Spot | undefined {
  const place = scene.lanes.placeOf(position);
  const lane = place && eventLaneIn(scene.layout, place.lane);
  if (place === undefined || lane === undefined) return undefined;
  return { x: xOf(scene, place.atMs), y: rowMiddle(lane, place.row) };
}
