// How often a law is tried that takes another number of runs than most (test/support/fast-check.ts), and which cases it is
// tried with first, for tests that say what all their cases have shown.

import fc from 'fast-check';

const { FC_RUNS: all, FC_TIMES: times = 1 } = process.env;

/** Tries a law this often, unless FC_RUNS or FC_TIMES says otherwise; the cases that come first are among them, always. */
export function runs<Case = never>(count: number, first: Case[] = []) {
  return { numRuns: Math.max(first.length, Number(all ?? count * Number(times))), examples: first };
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
