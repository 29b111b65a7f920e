// The number of runs of a law and its first cases, for tests with checks over all their cases.

import fc from 'fast-check';

/** The suite runs 10 % of the cases, to stay short; a soak multiplies them by its own FC_TIMES. */
const { FC_RUNS: all, FC_TIMES: times = '0.1' } = process.env;

/** Tries a law this many times, multiplied by FC_TIMES; or exactly FC_RUNS times. The given first cases always run. */
export function runs<Case = never>(count: number, first: Case[] = []) {
  const numRuns = Number(all ?? Math.ceil(count * Number(times)));
  return { numRuns: Math.max(first.length, numRuns), examples: first };
}

/**
 * Cases that are the same in every run, so that checks over all cases never depend on chance. If changed arbitraries no longer
 * satisfy such a check, use more cases or another seed; FC_RUNS=1 tries these only.
 */
export const firstCases = <Case extends unknown[]>(
  { seed, count }: { readonly seed: number; readonly count: number },
  ...arbitraries: { [Part in keyof Case]: fc.Arbitrary<Case[Part]> }
): Case[] => fc.sample(fc.tuple<Case>(...arbitraries), { seed, numRuns: count });
