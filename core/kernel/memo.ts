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
