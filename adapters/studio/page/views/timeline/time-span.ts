// The stretch of virtual time that a timeline shows, and how it moves: zooming keeps the moment under the pointer, panning moves it
// with the pointer.

/** In ms since 1970, with fractions; `toMs` is above `fromMs`. */
export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The narrowest span: a thousand pixels then show thousandths of a millisecond, which doubles still tell apart. */
export const spanMsMin = 1;
/** The widest span, in widths of the history. */
export const extentsMax = 4;
/** The least width of a whole history: one of a single instant has room around it. */
const extentMsMin = 1_000;
/** The part of the width that stays free on either side of a whole history. */
const margin = 0.02;

export const widthOf = ({ fromMs, toMs }: TimeSpan): number => toMs - fromMs;

/** `at`: the part of the width, from 0 at its left end to 1. */
export const momentAt = (span: TimeSpan, at: number): number => span.fromMs + at * widthOf(span);

/** The part of the width at which a moment is; outside of 0 to 1 if it is not shown. */
export const partAt = (span: TimeSpan, atMs: number): number =>
  (atMs - span.fromMs) / widthOf(span);

/** All of a history. */
export function fitted({ fromMs, toMs }: TimeSpan): TimeSpan {
  const width = Math.max(extentMsMin, toMs - fromMs);
  const free = width * margin;
  return { fromMs: fromMs - free, toMs: fromMs + width + free };
}

/** Shows `factor` times as much detail; the moment at a part of the width stays there. */
export function zoomed(span: TimeSpan, factor: number, at: number, extent: TimeSpan): TimeSpan {
  const widthMax = extentsMax * widthOf(fitted(extent));
  const width = Math.min(widthMax, Math.max(spanMsMin, widthOf(span) / factor));
  const fromMs = momentAt(span, at) - at * width;
  return { fromMs, toMs: fromMs + width };
}

/** Moves by a part of the width to later moments; the middle stays within the history. */
export function panned(span: TimeSpan, by: number, extent: TimeSpan): TimeSpan {
  const middle = momentAt(span, 0.5);
  const { fromMs, toMs } = fitted(extent);
  const wanted = middle + by * widthOf(span);
  const shift =
    Math.min(Math.max(wanted, Math.min(fromMs, middle)), Math.max(toMs, middle)) - middle;
  return { fromMs: span.fromMs + shift, toMs: span.toMs + shift };
}

/** With a moment in it: unchanged if it is shown, else with the moment at a quarter from the side that it left by. */
export function including(span: TimeSpan, atMs: number): TimeSpan {
  const part = partAt(span, atMs);
  if (part >= 0 && part <= 1) return span;
  const fromMs = atMs - widthOf(span) * (part > 1 ? 0.75 : 0.25);
  return { fromMs, toMs: fromMs + widthOf(span) };
}

/** Follows the end of a history that has grown, if its end was shown. */
export function followed(span: TimeSpan, endBeforeMs: number, endMs: number): TimeSpan {
  const free = widthOf(span) * margin;
  if (endBeforeMs > span.toMs || endBeforeMs < span.fromMs || endMs <= span.toMs - free)
    return span;
  const shift = endMs + free - span.toMs;
  return { fromMs: span.fromMs + shift, toMs: span.toMs + shift };
}
