// Counts of events by column. The instants are in order, so a column is a stretch of them: its count is the difference of two
// indexes, and all counts of a frame cost a search by column, however many events there are.

import { firstFrom } from '../../model/first-from.ts';
import { momentAt, type TimeSpan } from './time-span.ts';

/** The indexes of the instants of a span, its end included: from `first` to before `end`. */
export function rangeOf(
  instants: ArrayLike<number>,
  { fromMs, toMs }: TimeSpan,
): { readonly first: number; readonly end: number } {
  const first = firstFrom(instants, fromMs);
  let end = firstFrom(instants, toMs);
  while (end < instants.length && instants[end] === toMs) end += 1;
  return { first, end };
}

/** How many instants are in each of so many columns of a span. All of the span are counted once, those at its end in the last column. */
export function binned(instants: ArrayLike<number>, span: TimeSpan, columns: number): Uint32Array {
  const counts = new Uint32Array(columns);
  const { first, end } = rangeOf(instants, span);
  let from = first;
  for (let column = 0; column < columns && from < end; column += 1) {
    const isLast = column === columns - 1;
    const to = isLast
      ? end
      : Math.min(end, firstFrom(instants, momentAt(span, (column + 1) / columns)));
    counts[column] = Math.max(0, to - from);
    from = Math.max(from, to);
  }
  return counts;
}

/** Counts of one width as those of another: each goes to the column of its middle, so that none is lost. */
export function regrouped(
  counts: readonly number[],
  from: TimeSpan,
  to: TimeSpan,
  columns: number,
): Uint32Array {
  const grouped = new Uint32Array(columns);
  counts.forEach((count, index) => {
    const middleMs = momentAt(from, (index + 0.5) / counts.length);
    const column = Math.floor(((middleMs - to.fromMs) / (to.toMs - to.fromMs)) * columns);
    if (column >= 0 && column < columns) grouped[column] = (grouped[column] ?? 0) + count;
  });
  return grouped;
}
