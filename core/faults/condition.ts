// Whether a fault strikes the next request or frame that it matches: by time, by number, by chance.

import type { Rng } from '../kernel/rng.ts';
import type { FaultCondition } from './records/fault.ts';

export function isInTime({ fromMs = 0, untilMs }: FaultCondition, nowMs: number): boolean {
  return nowMs >= fromMs && (untilMs === undefined || nowMs < untilMs);
}

/** `tried`: how many it was tried on before. `rng`: of this try alone. */
export function isChosen(
  { after = 0, every = 1, chance = 1 }: FaultCondition,
  tried: number,
  rng: () => Rng,
): boolean {
  const number = tried + 1 - after;
  if (number < 1 || number % every !== 0) return false;
  // Exact: a product with a power of two is not rounded.
  return chance >= 1 || rng().next() < chance * 2 ** 32;
}
