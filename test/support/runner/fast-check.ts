// The cases of each law: 100 unless a law says otherwise, multiplied by FC_TIMES, or exactly FC_RUNS (test/support/runner/runs.ts).
// The suite tries the same cases each time, a soak new ones; FC_SEED chooses them, or repeats a run.

import fc from 'fast-check';
import { runs } from './runs.ts';

const { FC_SEED: seed, FC_TIMES: times } = process.env;

/** Of the suite. Any number serves: what it does not find, a soak does. */
const fixedSeed = 15;

fc.configureGlobal({
  ...runs(100),
  ...(seed === undefined && times !== undefined ? {} : { seed: Number(seed ?? fixedSeed) }),
});
