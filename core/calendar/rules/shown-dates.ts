// Dates as a site has shown them.

import { secondsOf } from '../dates/civil.ts';

/** The seconds of `2026-03-01 20:00:00`, on the wall or in UTC; undefined for another form, and for zeros, which stand for no date. */
export function shownSeconds(date: unknown): number | undefined {
  const [, ...parts] = (typeof date === 'string' ? form.exec(date) : null) ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  if (year === 0) return undefined;
  return secondsOf({ year, month, day, hour, minute, second });
}

const form = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
