// Remembers results of pure functions. Nothing depends on what is remembered but the time it takes.

/** The result for a key, computed where it is not among the last `entriesMax`. */
export type Memo<T> = (key: string, compute: () => T) => T;

export function createMemo<T>(entriesMax: number): Memo<T> {
  const results = new Map<string, T>();
  return (key, compute) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute();
      if (results.size >= entriesMax) results.delete(results.keys().next().value ?? '');
      results.set(key, result);
    }
    return result;
  };
}

/** The function, with its last `entriesMax` results kept. */
export function memoize<T>(compute: (key: string) => T, entriesMax: number): (key: string) => T {
  const memo = createMemo<T>(entriesMax);
  return (key) => memo(key, () => compute(key));
}

/** How many results are kept of a function of records. */
const slotCount = 256;
/** Of records with more characters nothing is kept: they may be as long as a request, and outlive their world here. */
const recordCharsMax = 4_096;

/**
 * The function of a record and of something beside it, with the last result kept of those whose ids share a slot, as long as
 * the two are the very same ones. Records are immutable, so one that is replaced is another, unless `isLike` says that it
 * comes to the same.
 */
export function memoizeByRecord<R extends { readonly id: number }, Beside, T>(
  compute: (record: R, beside: Beside) => T,
  isLike: (one: R, other: R) => boolean = () => false,
): (record: R, beside: Beside) => T {
  const slots: { record: R; readonly beside: Beside; readonly result: T }[] = [];
  return (record, beside) => {
    const place = record.id % slotCount;
    const slot = slots[place];
    if (slot !== undefined && slot.beside === beside) {
      if (slot.record === record) return slot.result;
      if (isLike(slot.record, record)) {
        slot.record = record;
        return slot.result;
      }
    }
    const result = compute(record, beside);
    if (charsIn(record) <= recordCharsMax) slots[place] = { record, beside, result };
    return result;
  };
}

function charsIn(record: object): number {
  let chars = 0;
  for (const member of Object.values(record))
    if (typeof member === 'string') chars += member.length;
  return chars;
}
