// The number of cases of each law: 100 by default, multiplied by FC_TIMES, or exactly FC_RUNS (test/support/runner/runs.ts).
// The suite tries the same cases each time, a soak new ones; FC_SEED chooses them, or repeats a run.

import fc from 'fast-check';
import { runs } from './runs.ts';

const { FC_SEED: seed, FC_TIMES: times } = process.env;

/** The seed of the suite. Any number works: a soak finds the cases that it misses. */
const fixedSeed = 15;

fc.configureGlobal({
  ...runs(100),
  ...(seed === undefined && times !== undefined ? {} : { seed: Number(seed ?? fixedSeed) }),
});
