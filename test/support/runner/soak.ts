// Tests for soaks only (`npm run test:soak`, also run by CI): more cases of properties that the suite tries with few.

import { it } from 'vitest';
import { isSoak } from './is-soak.ts';

export { isSoak };

/** How much of its cases a soak tries: all at FC_TIMES=2, its default. */
export const soakShare = Math.min(1, Number(process.env['FC_TIMES'] ?? 2) / 2);

/** Whether all cases are tried, also those that take minutes; CI tries a share. */
export const isWholeSoak = isSoak && soakShare === 1;

/** A test that the suite skips. */
export const soakIt = it.runIf(isSoak);

/** The rounds of a test: few in the suite, many in a soak, or the value of an environment variable. */
export function rounds(name: string, inSuite: number, inSoak: number): number {
  return Number(process.env[name] ?? (isSoak ? inSoak : inSuite));
}
