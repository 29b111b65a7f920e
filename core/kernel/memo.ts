// Caches for results of pure functions. They change how long a call takes, and nothing else.

/** The result for a key; computed unless it is cached. */
export type Memo<T> = (key: string, compute: () => T) => T;

/** Caches the last `entriesMax` results. */
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

/** The function, with its last `entriesMax` results cached. */
export function memoize<T>(compute: (key: string) => T, entriesMax: number): (key: string) => T {
  const memo = createMemo<T>(entriesMax);
  return (key) => memo(key, () => compute(key));
}

/** The number of cached results for each function of records. */
const slotCount = 256;
/** Results for larger records are not cached: a cached record outlives its world. */
const recordCharsMax = 4_096;

/**
 * Caches a function of a record and a context, by identity: records are immutable, so a changed record is another object.
 * `isEquivalent`: whether two records have the same result all the same. A slot has the last result of all ids that share it.
 */
export function memoizeByRecord<R extends { readonly id: number }, Context, T>(
  compute: (record: R, context: Context) => T,
  isEquivalent: (one: R, other: R) => boolean = () => false,
): (record: R, context: Context) => T {
  const slots: { record: R; readonly context: Context; readonly result: T }[] = [];
  return (record, context) => {
    const index = record.id % slotCount;
    const slot = slots[index];
    if (slot !== undefined && slot.context === context) {
      if (slot.record === record) return slot.result;
      if (isEquivalent(slot.record, record)) {
        slot.record = record;
        return slot.result;
      }
    }
    const result = compute(record, context);
    if (charsIn(record) <= recordCharsMax) slots[index] = { record, context, result };
    return result;
  };
}

function charsIn(record: object): number {
  let chars = 0;
  for (const member of Object.values(record))
    if (typeof member === 'string') chars += member.length;
  return chars;
}
