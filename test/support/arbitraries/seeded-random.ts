// Pseudo-random choices for tests: the same for the same seed. A test prints its seed when it fails.

export interface SeededRandom {
  readonly seed: number;
  /** An integer from 0 to `count` - 1. */
  readonly below: (count: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  /** An element of a list that may be empty. */
  readonly of: <T>(list: readonly T[]) => T | undefined;
  /** As crypto.randomUUID, but from the seed. */
  readonly uuid: () => string;
}

/** The generator is Mulberry32: small, and good enough for random choices. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function below(count: number): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    seed,
    below,
    pick: (list) => list[below(list.length)] ?? list[0],
    of: (list) => list[below(list.length)],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}

/** The seed from an environment variable, or a new one. */
export function seedOf(name: string): number {
  return Number(process.env[name] ?? Math.floor(Math.random() * 2 ** 32));
}
