// Tests for soaks only (`npm run test:soak`, also run by CI): more cases of properties that the suite tries with few.

import { it } from 'vitest';

export const isSoak = process.env['SOAK'] !== undefined;

/** A test that the suite skips. */
export const soakIt = it.runIf(isSoak);

/** The rounds of a test: few in the suite, many in a soak, or the value of an environment variable. */
export function rounds(name: string, inSuite: number, inSoak: number): number {
  return Number(process.env[name] ?? (isSoak ? inSoak : inSuite));
}
