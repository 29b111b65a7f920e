// How often each law is tried: 100 times, or as often as FC_RUNS says (for a long soak). FC_SEED repeats what a run printed.

import fc from 'fast-check';

const { FC_RUNS: runs, FC_SEED: seed } = process.env;
fc.configureGlobal({
  ...(runs === undefined ? {} : { numRuns: Number(runs) }),
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
