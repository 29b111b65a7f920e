// Tests that only a soak runs (`npm run test:soak`, which CI runs too): further cases of what the suite shows with a few.

import { it } from 'vitest';

export const isSoak = process.env['SOAK'] !== undefined;

/** A test that the suite leaves out. */
export const soakIt = it.runIf(isSoak);

/** The rounds of a test: few in the suite, many in a soak, or as many as an environment variable says. */
export function rounds(name: string, inSuite: number, inSoak: number): number {
  return Number(process.env[name] ?? (isSoak ? inSoak : inSuite));
}
