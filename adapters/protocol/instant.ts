// Instants on the wire: ISO-8601 texts and milliseconds.

import { z } from 'zod';
import { timeTextCharsMax } from './limits.ts';

/** An ISO-8601 text, as milliseconds. */
export const instant = z
  .string()
  .max(timeTextCharsMax)
  .transform((value, context) => {
    const atMs = instantMs(value);
    if (atMs !== undefined) return atMs;
    context.addIssue({
      code: 'custom',
      message: 'must be an ISO-8601 instant such as "2026-01-01T00:00:00Z"',
    });
    return z.NEVER;
  })
  .meta({
    description: 'An ISO-8601 date or instant; UTC where it names no zone.',
    example: '2026-01-01T00:00:00Z',
  });

/** Milliseconds of an ISO-8601 date or instant (UTC if it has no zone); undefined if the text is neither. */
export function instantMs(value: string): number | undefined {
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
  if (!isIso.test(value)) return undefined;
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value.slice(10));
  const atMs = Date.parse(hasZone || value.length === 10 ? value : `${value}Z`);
  return Number.isNaN(atMs) || !isDay(value) ? undefined : atMs;
}

/** Whether the day of a text that starts with YYYY-MM-DD exists: `Date.parse` reads 31 February as 3 March. */
function isDay(value: string): boolean {
  const [year, month, day] = value.slice(0, 10).split('-').map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 0) - 1, day ?? 0);
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}
