// Remembers results of a pure function of a text. Nothing depends on what is remembered but the time it takes.

/** The function, with its last `entriesMax` results kept. */
export function memoize<T>(compute: (key: string) => T, entriesMax: number): (key: string) => T {
  const results = new Map<string, T>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) {
      result = compute(key);
      if (results.size >= entriesMax) results.delete(results.keys().next().value ?? '');
      results.set(key, result);
    }
    return result;
  };
}
