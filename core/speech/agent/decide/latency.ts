// Simulated latencies: drawn from the seed.

import type { Rng } from '../../../kernel/rng.ts';
import type { MsRange } from '../settings.ts';

/** A number of a range, both ends included. */
export function latencyIn([from, to]: MsRange, rng: Rng): number {
  return from + rng.below(to - from + 1);
}
