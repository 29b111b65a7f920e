// The marks of the time axis: round distances, labels since the epoch of the world.

import { firstFrom } from '../../model/first-from.ts';
import type { TimeSpan } from './time-span.ts';

const [millisecond, second, minute, hour, day] = [1, 1_000, 60_000, 3_600_000, 86_400_000] as const;

const steps = [
  0.001,
  0.01,
  0.1,
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n * millisecond),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30, 91, 182, 365, 730, 1_825, 3_650, 36_500].map((n) => n * day),
];

export interface Tick {
  readonly atMs: number;
  readonly label: string;
}

/** About `count` marks at round times since the epoch, at most twice as many. */
export function ticksOf(
  { fromMs, toMs }: TimeSpan,
  epochMs: number,
  count: number,
): readonly Tick[] {
  const wanted = (toMs - fromMs) / Math.max(1, count);
  const step = steps[Math.min(steps.length - 1, firstFrom(steps, wanted))] ?? day;
  const first = Math.ceil((fromMs - epochMs) / step);
  const ticks: Tick[] = [];
  for (let n = first; epochMs + n * step <= toMs && ticks.length < 2 * count + 1; n += 1) {
    ticks.push({ atMs: epochMs + n * step, label: labelOf(n * step, step) });
  }
  return ticks;
}

/** As short as the step allows, such as `+02:15` (minutes and seconds), `+3 d 04:00`, `+12.5 s`. */
function labelOf(sinceMs: number, step: number): string {
  const sign = sinceMs < 0 ? '−' : '+';
  const ms = Math.abs(sinceMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(ms / day);
  if (step >= day) return `${sign}${days} d`;
  const hours = Math.floor(ms / hour) % 24;
  const minutes = Math.floor(ms / minute) % 60;
  const whole = `${days > 0 ? `${days} d ` : ''}${two(hours)}:${two(minutes)}`;
  if (step >= minute) return `${sign}${whole}`;
  const seconds = Math.floor(ms / second) % 60;
  if (step >= second) return `${sign}${whole}:${two(seconds)}`;
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step / second))));
  const rest = ((ms % minute) / second).toFixed(digits).padStart(digits + 3, '0');
  return `${sign}${whole}:${rest}`;
}
