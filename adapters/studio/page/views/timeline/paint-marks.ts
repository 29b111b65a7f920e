// Draws marks of single events: a bar, a disc for good news, a triangle for failures.

import type { Tone } from './tone.ts';

export function paintMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  tone: Tone,
  color: string,
): void {
  context.fillStyle = color;
  context.beginPath();
  switch (tone) {
    case 'plain':
      context.rect(Math.round(x) - 1, y - 4.5, 3, 9);
      break;
    case 'good':
      context.arc(x, y, 4, 0, 2 * Math.PI);
      break;
    case 'bad':
      context.moveTo(x - 5, y + 4);
      context.lineTo(x + 5, y + 4);
      context.lineTo(x, y - 5);
      break;
  }
  context.fill();
}

/** A ring around a mark. */
export function paintRing(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  color: string,
  radius = 7,
): void {
  context.strokeStyle = color;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
