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

/** The function of an object that does not change, with its result cached for as long as the object is there. */
export function memoizeByObject<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const results = new WeakMap<Key, { readonly result: T }>();
  return (key) => {
    let known = results.get(key);
    if (known === undefined) results.set(key, (known = { result: compute(key) }));
    return known.result;
  };
}
