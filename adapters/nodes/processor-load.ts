// How busy this process is.

/** Microseconds, as `process.cpuUsage()` counts them. */
interface ProcessorTime {
  readonly user: number;
  readonly system: number;
}

/** Each call returns the time of a processor that was used since the one before, in percent of the time that has passed. */
export function createProcessorLoad(
  monotonicMs: () => number,
  cpuUsage: () => ProcessorTime = () => process.cpuUsage(),
): () => number {
  const now = () => {
    const { user, system } = cpuUsage();
    return { ms: monotonicMs(), usedMs: (user + system) / 1_000 };
  };
  let last = now();
  return () => {
    const { ms, usedMs } = last;
    last = now();
    const passedMs = last.ms - ms;
    return passedMs <= 0 ? 0 : Math.round((100 * (last.usedMs - usedMs)) / passedMs);
  };
}
