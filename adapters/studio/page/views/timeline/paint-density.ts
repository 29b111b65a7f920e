// Draws how many events there are by column: bars whose area tells, failures among them from below.

import type { PlacedLane } from './lane-layout.ts';

/** Roots make a single event visible beside thousands. */
export function paintDensity(
  context: CanvasRenderingContext2D,
  left: number,
  { top, height }: Pick<PlacedLane, 'top' | 'height'>,
  counts: Uint32Array,
  color: string,
  most = Math.max(
    1,
    counts.reduce((left, right) => Math.max(left, right), 0),
  ),
): number {
  context.fillStyle = color;
  context.beginPath();
  counts.forEach((count, column) => {
    if (count === 0) return;
    const bar = Math.max(2, Math.round(Math.sqrt(count / most) * height));
    context.rect(left + column, top + height - bar, 1, bar);
  });
  context.fill();
  return most;
}
