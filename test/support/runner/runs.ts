// How often a law is tried, and with which cases first, for tests that check what all their cases have shown.

import fc from 'fast-check';

/** The suite tries three of ten cases, to stay short; a soak tries them all, or as many times as FC_TIMES says. */
const { FC_RUNS: all, FC_TIMES: times = '0.3' } = process.env;

/** Tries a law this many times, multiplied by FC_TIMES; or exactly FC_RUNS times. The given first cases always run. */
export function runs<Case = never>(count: number, first: Case[] = []) {
  const numRuns = Number(all ?? Math.ceil(count * Number(times)));
  return { numRuns: Math.max(first.length, numRuns), examples: first };
}

/**
 * Cases that are the same in every run. They alone show what a test says that its cases have shown, so that it is never left
 * to chance whether it holds. Where arbitraries have changed and these no longer show it, take more, or those of another seed:
 * FC_RUNS=1 tries these only.
 */
export const beginning = <Case extends unknown[]>(
  { seed, count }: { readonly seed: number; readonly count: number },
  ...arbitraries: { [Part in keyof Case]: fc.Arbitrary<Case[Part]> }
): Case[] => fc.sample(fc.tuple<Case>(...arbitraries), { seed, numRuns: count });
