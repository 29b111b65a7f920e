// How often each law is tried: 100 times, or as often as FC_RUNS says; FC_TIMES multiplies what each law has otherwise (for a
// long soak). FC_SEED repeats what a run printed.

import fc from 'fast-check';
import { runs } from './runs.ts';

const { FC_SEED: seed } = process.env;
fc.configureGlobal({ ...runs(100), ...(seed === undefined ? {} : { seed: Number(seed) }) });
