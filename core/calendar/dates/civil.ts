// Calendar arithmetic without time zones: a wall-clock time is the number of seconds since 1970-01-01 00:00:00, as if it were
// UTC. Proleptic Gregorian, no leap seconds.

import type { Brand } from '../../kernel/brand.ts';

/** A wall-clock time in seconds, as if it were UTC. */
export type WallSeconds = Brand<number, 'WallSeconds'>;

/** An instant in seconds since 1970-01-01T00:00:00Z. */
export type UtcSeconds = Brand<number, 'UtcSeconds'>;

/** The fields of a wall-clock time: months and days from 1, hours from 0 to 23. */
export interface CivilFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The fields as zero-padded texts, by their names in responses (reference/calendar.md section 3.1). */
export interface DateDetails {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hour: string;
  readonly minutes: string;
  readonly seconds: string;
}

export const daySeconds = 86_400;

/** 0001-01-01 00:00:00, the earliest date. */
export const wallSecondsMin: WallSeconds = -62_135_596_800;

/** 9999-12-31 23:59:59, the latest date. */
export const wallSecondsMax: WallSeconds = 253_402_300_799;

/** The days from 1970-01-01 to a date. Months and days may overflow in both directions: month 13 is the next January. */
export function daysOf(year: number, month: number, day: number): number {
  const monthIndex = month - 3; // counted from March, so that a leap day is the last of its year
  const marchYear = year + Math.floor(monthIndex / 12);
  const marchMonth = monthIndex - Math.floor(monthIndex / 12) * 12;
  return (
    marchYear * 365 +
    Math.floor(marchYear / 4) -
    Math.floor(marchYear / 100) +
    Math.floor(marchYear / 400) +
    Math.floor((153 * marchMonth + 2) / 5) +
    day -
    719_469
  );
}

/** The time with these fields. Fields may overflow, as in PHP: 31 February is 2 or 3 March, hour 24 is 0 of the next day. */
export function secondsOf(fields: CivilFields): WallSeconds {
  return (
    daysOf(fields.year, fields.month, fields.day) * daySeconds +
    fields.hour * 3600 +
    fields.minute * 60 +
    fields.second
  );
}

export function fieldsOf(seconds: WallSeconds): CivilFields {
  const days = Math.floor(seconds / daySeconds);
  const inDay = seconds - days * daySeconds;
  const shifted = days + 719_468; // days from 0000-03-01
  const era = Math.floor(shifted / 146_097);
  const inEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) /
      365,
  );
  const inYear =
    inEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * inYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: inYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
    hour: Math.floor(inDay / 3600),
    minute: Math.floor(inDay / 60) % 60,
    second: inDay % 60,
  };
}

/** `YYYY-MM-DD HH:MM:SS`, the format of all dates in responses. Years from 0 to 9999 have four digits. */
export function formatSeconds(seconds: number): string {
  const { year, month, day, hour, minute, second } = fieldsOf(seconds);
  return `${fourDigits(year)}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
}

export function dateDetails(seconds: number): DateDetails {
  const { year, month, day, hour, minute, second } = fieldsOf(seconds);
  return {
    year: fourDigits(year),
    month: twoDigits(month),
    day: twoDigits(day),
    hour: twoDigits(hour),
    minutes: twoDigits(minute),
    seconds: twoDigits(second),
  };
}

/** 00:00:00 of the same day. */
export function startOfDay(seconds: WallSeconds): WallSeconds {
  return Math.floor(seconds / daySeconds) * daySeconds;
}

/** 23:59:59 of the same day. */
export function endOfDay(seconds: WallSeconds): WallSeconds {
  return startOfDay(seconds) + daySeconds - 1;
}

/** The day of the week: 0 is Sunday, 6 is Saturday. */
export function weekdayOf(seconds: WallSeconds): number {
  return weekdayOfDays(Math.floor(seconds / daySeconds));
}

/** The day of the week of a number of days since 1970-01-01, a Thursday. */
export function weekdayOfDays(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** The same day and time a number of months later. Days beyond the end of the month overflow into the next, as in PHP. */
export function addMonths(seconds: WallSeconds, months: number): WallSeconds {
  const fields = fieldsOf(seconds);
  return secondsOf({ ...fields, month: fields.month + months });
}

/** Whether a date is between year 1 and year 9999. */
export function isInBounds(seconds: number): boolean {
  return seconds >= wallSecondsMin && seconds <= wallSecondsMax;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

function fourDigits(year: number): string {
  if (year >= 1000) return `${year}`;
  const digits = `${Math.abs(year)}`.padStart(4, '0');
  return year < 0 ? `-${digits}` : digits;
}
