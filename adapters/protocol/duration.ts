// Durations on the wire: whole milliseconds, or texts such as 10m.

import { z } from 'zod';
import { describedAs } from './json-schema.ts';
import { timeTextCharsMax } from './limits.ts';

/** The limit of one advance: a thousand years. */
export const advanceMsMax = 1_000 * 366 * 86_400_000;

const durationPattern = /^(\d+|(\d+(\.\d+)?(ms|s|m|h|d))+)$/;

/** Whole milliseconds, or a text with units. */
export const duration = z
  .unknown()
  .transform((value, context) => {
    const ms = typeof value === 'string' ? durationMs(value) : value;
    if (typeof ms === 'number' && Number.isInteger(ms) && ms >= 0 && ms <= advanceMsMax) return ms;
    const problem = value === undefined ? 'is missing: it must be a duration' : 'is no duration';
    const message = `${problem} such as "10m", "1h30m", "500ms" or whole milliseconds`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta(
    describedAs(
      'Whole milliseconds, or a text with units such as 10m, 1h30m, 500ms.',
      z.union([z.int().min(0).max(advanceMsMax), z.string().regex(durationPattern)]),
    ),
  );

const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration such as `10m`, `1h30m`, `1.5s`, `250`; undefined if malformed or not whole milliseconds. */
function durationMs(text: string): number | undefined {
  if (text.length > timeTextCharsMax || !durationPattern.test(text)) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (unitMs[unit ?? ''] ?? 0);
  }
  return Number.isSafeInteger(total) ? total : undefined;
}
