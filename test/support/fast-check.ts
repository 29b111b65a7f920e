// How often each law is tried: 100 times, or as often as FC_RUNS says; FC_TIMES multiplies what each law has otherwise (for a
// long soak). The suite tries the same cases each time, a soak new ones; FC_SEED chooses them, or repeats what a run printed.

import fc from 'fast-check';
import { runs } from './runs.ts';

const { FC_SEED: seed, FC_TIMES: times } = process.env;

/** Of the suite. Any number serves: what it does not find, a soak does. */
const fixedSeed = 15;

fc.configureGlobal({
  ...runs(100),
  ...(seed === undefined && times !== undefined ? {} : { seed: Number(seed ?? fixedSeed) }),
});
