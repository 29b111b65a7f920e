// Texts on the canvas, cut to the room that they have.

/** The text, cut so that it is not wider. */
export function fittingText(
  context: CanvasRenderingContext2D,
  text: string,
  width: number,
): string {
  if (context.measureText(text).width <= width) return text;
  let length = Math.min(text.length, Math.floor(width / 3));
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > width) length -= 1;
  return length === 0 ? '' : `${text.slice(0, length)}…`;
}
