// How often each law is tried: 100 times, or as often as FC_RUNS says (for a long soak).

import fc from 'fast-check';

const runs = process.env['FC_RUNS'];
if (runs !== undefined) fc.configureGlobal({ numRuns: Number(runs) });
