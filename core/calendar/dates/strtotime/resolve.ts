// Turns what a text said into an instant, given the present and a zone. The calendar moves first, by days, months and
// years on the clock of the zone; hours, minutes and seconds are added to the instant, so that they last as long as they
// say across a change of clocks.

import {
  daySeconds,
  daysOf,
  fieldsOf,
  type UtcSeconds,
  type WallSeconds,
  weekdayOfDays,
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
  const wall = wallOfReading(reading, zone.wallOf(nowSeconds));
  const { plus } = reading;
  const microseconds = (reading.microsecond ?? 0) + plus.microsecond;
  const elapsed =
    plus.hour * 3600 + plus.minute * 60 + plus.second + Math.floor(microseconds / 1_000_000);
  const utcSeconds = utcOfText(reading.zone, zone, wall) + elapsed;
  if (reading.zone === undefined) return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
  const offsetSeconds =
    'zone' in reading.zone
      ? reading.zone.zone.offsetAt(utcSeconds).offsetSeconds
      : reading.zone.offsetSeconds;
  return { wallSeconds: utcSeconds + offsetSeconds, utcSeconds, offsetSeconds };
}

/** The clock of the reading, before anything is added to its instant. */
function wallOfReading(reading: Reading, nowWall: WallSeconds): WallSeconds {
  const now = fieldsOf(nowWall);
  const startsAtMidnight = reading.hasDate && reading.times === 0;
  const hour = startsAtMidnight ? 0 : (reading.hour ?? now.hour);
  const minute = startsAtMidnight ? 0 : (reading.minute ?? now.minute);
  const second = startsAtMidnight ? 0 : (reading.second ?? now.second);
  const inDay = hour * 3600 + minute * 60 + second;
  const overflow = Math.floor(inDay / daySeconds); // 24:00 is the next day before the calendar moves
  const days = daysOf(
    reading.year ?? now.year,
    reading.month ?? now.month,
    (reading.day ?? now.day) + overflow,
  );
  const moved = afterWorkingDays(afterMoves(reading, days), reading.workingDays);
  return moved * daySeconds + inDay - overflow * daySeconds;
}

/** The day after moving to days of the week, by days, months and years, and to the first or last of the month. */
function afterMoves(reading: Reading, startDays: number): number {
  let days = startDays;
  let plusMonths = reading.plus.month;
  if (reading.weekdayOfMonth !== undefined) {
    days = firstOfMonth(days, plusMonths + (reading.weekdayOfMonth === 'last' ? 1 : 0));
    plusMonths = 0;
  }
  days = toDayOfMonth(days, reading.dayOfMonth);
  if (reading.hasWeekday) days = toWeekday(reading, days);
  const date = fieldsOf(days * daySeconds);
  const year = date.year + reading.plus.year;
  const month = date.month + plusMonths;
  switch (reading.dayOfMonth) {
    case 'first':
      return daysOf(year, month, 1);
    case 'last':
      return daysOf(year, month + 1, 0);
    case undefined:
      return daysOf(year, month, date.day + reading.plus.day);
  }
}

function toDayOfMonth(days: number, dayOfMonth: Reading['dayOfMonth']): number {
  switch (dayOfMonth) {
    case 'first':
      return firstOfMonth(days, 0);
    case 'last':
      return firstOfMonth(days, 1) - 1;
    case undefined:
      return days;
  }
}

function firstOfMonth(days: number, plusMonths: number): number {
  const { year, month } = fieldsOf(days * daySeconds);
  return daysOf(year, month + plusMonths, 1);
}

function toWeekday({ weekday, weekdayRule, plus }: Reading, days: number): number {
  const today = weekdayOfDays(days);
  if (weekdayRule === 'within') {
    // Weeks end with their Sunday.
    const isSunday = today === 0;
    const target = weekday === 0 ? (isSunday ? 0 : 7) : isSunday ? weekday - 7 : weekday;
    return days - today + target;
  }
  if (weekday < 0) return days - (7 - (0 - weekday - today));
  const difference = weekday - today;
  const isPast = plus.day < 0 ? difference < 0 : difference <= (weekdayRule === 'from' ? -1 : 0);
  return days + difference + (isPast ? 7 : 0);
}

/** Counts Mondays to Fridays, forwards or backwards. */
function afterWorkingDays(days: number, amount: number | undefined): number {
  if (amount === undefined) return days;
  const weeks = Math.trunc(amount / 5);
  const rest = amount % 5;
  const weekday = weekdayOfDays(days);
  return days + weeks * 7 + rest + weekendSkip(weekday, rest, amount > 0);
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
