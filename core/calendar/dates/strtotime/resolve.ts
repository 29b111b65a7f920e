// Turns what a text said into an instant, given the present and a zone. What is added, hours too, moves the clock on the
// wall; only the last step looks at the zone. The order of the steps is that of the original, which shows in the ends of
// months.

import {
  daySeconds,
  type Fields,
  fieldsOf,
  secondsOf,
  type UtcSeconds,
  type WallSeconds,
  weekdayOf,
} from '../civil.ts';
import type { Zone } from '../zones.ts';
import type { Reading, TextZone } from './reading.ts';

/** The present and the zone in which a text is read. */
export interface Present {
  readonly nowSeconds: UtcSeconds;
  readonly zone: Zone;
}

/** The moment that a text means. */
export interface ParsedDate {
  /** What the clock shows then, in the zone of the text if it names one, else in the given zone. */
  readonly wallSeconds: WallSeconds;
  readonly utcSeconds: UtcSeconds;
  /** The offset at that moment in the zone that the text names; absent where it names none. */
  readonly offsetSeconds?: number;
}

export function resolve(reading: Reading, { nowSeconds, zone }: Present): ParsedDate {
  const wall = movedWall(reading, firstWall(reading, zone.wallOf(nowSeconds)));
  const utcSeconds = utcOfText(reading.zone, zone, wall);
  if (reading.zone === undefined) return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
  const offsetSeconds =
    'zone' in reading.zone
      ? reading.zone.zone.offsetAt(utcSeconds).offsetSeconds
      : reading.zone.offsetSeconds;
  return { wallSeconds: utcSeconds + offsetSeconds, utcSeconds, offsetSeconds };
}

/** The clock that the text names, with the present where it is silent, before it moves. */
function firstWall(reading: Reading, nowWall: WallSeconds): WallSeconds {
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

/** That clock moved to days of the week, by what is added, and by working days. */
function movedWall(reading: Reading, wall: WallSeconds): WallSeconds {
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

/** The first or last day of the month instead of the day, where the text says so. */
function inMonth(date: Fields, dayOfMonth: Reading['dayOfMonth']): Fields {
  switch (dayOfMonth) {
    case 'first':
      return { ...date, day: 1 };
    case 'last':
      return { ...date, month: date.month + 1, day: 0 };
    case undefined:
      return date;
  }
}

function toWeekday({ weekday, weekdayRule, plus }: Reading, wall: WallSeconds): WallSeconds {
  const today = weekdayOf(wall);
  if (weekdayRule === 'within') {
    // Weeks end with their Sunday.
    const isSunday = today === 0;
    const target = weekday === 0 ? (isSunday ? 0 : 7) : isSunday ? weekday - 7 : weekday;
    return wall + (target - today) * daySeconds;
  }
  if (weekday < 0) return wall - (7 + weekday + today) * daySeconds;
  const difference = weekday - today;
  const isPast = plus.day < 0 ? difference < 0 : difference <= (weekdayRule === 'from' ? -1 : 0);
  return wall + (difference + (isPast ? 7 : 0)) * daySeconds;
}

/** Counts Mondays to Fridays, forwards or backwards. */
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

function utcOfText(textZone: TextZone | undefined, given: Zone, wall: WallSeconds): UtcSeconds {
  if (textZone === undefined) return given.utcOf(wall);
  if ('offsetSeconds' in textZone) return wall - textZone.offsetSeconds;
  // A time that occurs twice is, in a place that the text names, always its first occurrence.
  const { zone } = textZone;
  const utc = zone.utcOf(wall);
  const before = zone.offsetAt(utc - lookBackSeconds).offsetSeconds;
  return zone.offsetAt(wall - before).offsetSeconds === before ? wall - before : utc;
}
