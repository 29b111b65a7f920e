// Dates on the wire (reference/calendar.md section 4).

import { calendar } from '../../../../core/index.ts';

/** A publication date in UTC; drafts without one have a date of zeros. */
export function printDateUtc(seconds: number | null): string {
  return seconds === null ? '0000-00-00 00:00:00' : calendar.formatSeconds(seconds);
}
