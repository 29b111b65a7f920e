// How often a law is tried that takes another number of runs than most (test/support/fast-check.ts).

const { FC_RUNS: all, FC_TIMES: times = 1 } = process.env;

/** Tries a law this often, unless FC_RUNS or FC_TIMES says otherwise. */
export const runs = (count: number) => ({ numRuns: Number(all ?? count * Number(times)) });
