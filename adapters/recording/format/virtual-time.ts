// Prints virtual time for people.

/** Virtual time since the epoch: `+00:01:12.345`, with days in front where there are any. */
export function virtualOffset(ms: number): string {
  const [sign, all] = ms < 0 ? ['-', -ms] : ['+', ms];
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const days = Math.floor(all / 86_400_000);
  const time = [(all / 3_600_000) % 24, (all / 60_000) % 60, (all / 1_000) % 60].map(two).join(':');
  const clock = `${time}.${String(all % 1_000).padStart(3, '0')}`;
  return days === 0 ? `${sign}${clock}` : `${sign}${days}d ${clock}`;
}
