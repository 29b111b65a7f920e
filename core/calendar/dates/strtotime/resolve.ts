// Resolves a parsed date to an instant, relative to the present. Amounts, hours included, move the wall-clock time; only the
// last step uses the zone. The order of the steps is PHP's: it matters at the ends of months.

import {
  daySeconds,
  type CivilFields,
  fieldsOf,
  secondsOf,
  type UtcSeconds,
  type WallSeconds,
  weekdayOf,
} from '../civil.ts';
import type { Zone } from '../zones.ts';
import type { DateReading, TextZone } from './reading.ts';

/** The present and the default zone of a text. */
export interface Present {
  readonly nowSeconds: UtcSeconds;
  readonly zone: Zone;
}

/** The date of a text. */
export interface ParsedDate {
  /** By the wall clock of the text's own zone, else of the default zone. */
  readonly wallSeconds: WallSeconds;
  readonly utcSeconds: UtcSeconds;
  /** The offset of the text's own zone; absent without one. */
  readonly offsetSeconds?: number;
}

export function resolve(reading: DateReading, { nowSeconds, zone }: Present): ParsedDate {
  const wall = movedWall(reading, firstWall(reading, zone.wallOf(nowSeconds)));
  const utcSeconds = utcOfText(reading.zone, zone, wall);
  if (reading.zone === undefined) return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
  const offsetSeconds =
    'zone' in reading.zone
      ? reading.zone.zone.offsetAt(utcSeconds).offsetSeconds
      : reading.zone.offsetSeconds;
  return { wallSeconds: utcSeconds + offsetSeconds, utcSeconds, offsetSeconds };
}

/** The time with the parsed fields, completed from the present, before amounts are added. */
function firstWall(reading: DateReading, nowWall: WallSeconds): WallSeconds {
  const now = fieldsOf(nowWall);
  const isMidnight = reading.hasDate && reading.times === 0;
  const date = {
    year: reading.year ?? now.year,
    month: reading.month ?? now.month,
    day: reading.day ?? now.day,
    hour: isMidnight ? 0 : (reading.hour ?? now.hour),
    minute: isMidnight ? 0 : (reading.minute ?? now.minute),
    second: isMidnight ? 0 : (reading.second ?? now.second),
  };
  if (reading.weekdayOfMonth !== undefined) {
    date.month += reading.plus.month + (reading.weekdayOfMonth === 'last' ? 1 : 0);
    date.day = 1;
  }
  return secondsOf(inMonth(date, reading.dayOfMonth));
}

/** A time moved to the weekday, by the amounts, and by working days. */
function movedWall(reading: DateReading, wall: WallSeconds): WallSeconds {
  const weekday = reading.hasWeekday ? toWeekday(reading, wall) : wall;
  const { plus } = reading;
  const from = fieldsOf(weekday);
  const microseconds = (reading.microsecond ?? 0) + plus.microsecond;
  const moved = {
    year: from.year + plus.year,
    month: from.month + (reading.weekdayOfMonth === undefined ? plus.month : 0),
    day: from.day + plus.day,
    hour: from.hour + plus.hour,
    minute: from.minute + plus.minute,
    second: from.second + plus.second + Math.floor(microseconds / 1_000_000),
  };
  return afterWorkingDays(secondsOf(inMonth(moved, reading.dayOfMonth)), reading.workingDays);
}

/** Replaces the day for `first day of` and `last day of`. */
function inMonth(date: CivilFields, dayOfMonth: DateReading['dayOfMonth']): CivilFields {
  switch (dayOfMonth) {
    case 'first':
      return { ...date, day: 1 };
    case 'last':
      return { ...date, month: date.month + 1, day: 0 };
    case undefined:
      return date;
  }
}

function toWeekday({ weekday, weekdayRule, plus }: DateReading, wall: WallSeconds): WallSeconds {
  const today = weekdayOf(wall);
  if (weekdayRule === 'within') {
    // Weeks end on Sunday.
    const isSunday = today === 0;
    const target = weekday === 0 ? (isSunday ? 0 : 7) : isSunday ? weekday - 7 : weekday;
    return wall + (target - today) * daySeconds;
  }
  if (weekday < 0) return wall - (7 + weekday + today) * daySeconds;
  const difference = weekday - today;
  const isPast = plus.day < 0 ? difference < 0 : difference <= (weekdayRule === 'from' ? -1 : 0);
  return wall + (difference + (isPast ? 7 : 0)) * daySeconds;
}

/** Moves by a number of days from Monday to Friday, in either direction. */
function afterWorkingDays(wall: WallSeconds, amount: number | undefined): WallSeconds {
  if (amount === undefined) return wall;
  const weeks = Math.trunc(amount / 5);
  const rest = amount % 5;
  const days = weeks * 7 + rest + weekendSkip(weekdayOf(wall), rest, amount > 0);
  return wall + days * daySeconds;
}

function weekendSkip(weekday: number, rest: number, isForward: boolean): number {
  const isSunday = weekday === 0;
  const isSaturday = weekday === 6;
  if (isForward) {
    if (rest === 0) return isSunday ? -2 : isSaturday ? -1 : 0;
    if (isSaturday) return 1;
    return weekday + rest > 5 ? 2 : 0;
  }
  if (rest === 0) return isSaturday ? 2 : isSunday ? 1 : 0;
  if (isSunday) return -1;
  return weekday + rest < 1 ? -2 : 0;
}

const lookBackSeconds = 7200;

function utcOfText(
  textZone: TextZone | undefined,
  defaultZone: Zone,
  wall: WallSeconds,
): UtcSeconds {
  if (textZone === undefined) return defaultZone.utcOf(wall);
  if ('offsetSeconds' in textZone) return wall - textZone.offsetSeconds;
  // In a zone named by the text, a repeated time is always the first occurrence.
  const { zone } = textZone;
  const utc = zone.utcOf(wall);
  const before = zone.offsetAt(utc - lookBackSeconds).offsetSeconds;
  return zone.offsetAt(wall - before).offsetSeconds === before ? wall - before : utc;
}
