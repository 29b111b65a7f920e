// Seeded random numbers. Each name has a generator of its own: drawing from one never changes the numbers of another.
// xoshiro128** over 32-bit integers: the same numbers on every engine and processor.

import type { Hash } from './digest.ts';
import { invariant } from './invariant.ts';

export interface Rng {
  /** The next integer in 0 .. 2^32 - 1. */
  readonly next: () => number;
  /** An integer in 0 .. bound - 1, each equally likely; 1 <= bound <= 2^32. */
  readonly below: (bound: number) => number;
}

/** A new generator, whose numbers depend on the seed and the name. */
export function createRng(hash: Hash, seed: string, name: string): Rng {
  const digest = hash(JSON.stringify(['rng', seed, name]));
  let a = parseInt(digest.slice(0, 8), 16) | 0;
  let b = parseInt(digest.slice(8, 16), 16) | 0;
  let c = parseInt(digest.slice(16, 24), 16) | 0;
  let d = parseInt(digest.slice(24, 32), 16) | 1;

  function next(): number {
    const scrambled = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return scrambled >>> 0;
  }

  function below(bound: number): number {
    invariant(Number.isInteger(bound) && bound >= 1 && bound <= 2 ** 32, 'a bound is 1 .. 2^32');
    const limit = 2 ** 32 - (2 ** 32 % bound); // numbers above would favour small results
    let drawn = next();
    while (drawn >= limit) drawn = next();
    return drawn % bound;
  }

  return { next, below };
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
