// The intermediate result of parsing a date, and the steps that fill it; `resolve` turns it into an instant. All rules are
// those of PHP's strtotime.

import { trimEndOf } from '../../../kernel/trim-end.ts';
import { placeNamed, type Zone } from '../zones.ts';
import { offsetOfAbbreviation } from './abbreviations.ts';
import type { Unit } from './words.ts';

/** A zone written in the text: a place, or an offset in seconds. */
export type TextZone = { readonly zone: Zone } | { readonly offsetSeconds: number };

/**
 * The range of a weekday: `after` begins tomorrow (`next monday`), `from` begins today (`monday`), `within` is the week from
 * Monday to Sunday (`monday next week`).
 */
export type WeekdayRule = 'after' | 'from' | 'within';

export interface DateReading {
  /** Undefined fields are those of the present; times are 0 if there is a date. */
  year: number | undefined;
  month: number | undefined;
  day: number | undefined;
  hour: number | undefined;
  minute: number | undefined;
  second: number | undefined;
  microsecond: number | undefined;
  hasDate: boolean;
  times: number;
  zones: number;
  zone: TextZone | undefined;
  hasError: boolean;
  /** Added to the date and time. */
  plus: {
    year: number;
    month: number;
    day: number;
    hour: number;
    minute: number;
    second: number;
    microsecond: number;
  };
  /** The target weekday. Negative weekdays, -7 for Sunday, move back (`monday ago`). */
  weekday: number;
  weekdayRule: WeekdayRule;
  hasWeekday: boolean;
  workingDays: number | undefined;
  /** `first friday of` counts from the start of the month, `last friday of` back from the next month. */
  weekdayOfMonth: 'first' | 'last' | undefined;
  /** `first day of`, `last day of`. */
  dayOfMonth: 'first' | 'last' | undefined;
}

export function emptyReading(): DateReading {
  return {
    year: undefined,
    month: undefined,
    day: undefined,
    hour: undefined,
    minute: undefined,
    second: undefined,
    microsecond: undefined,
    hasDate: false,
    times: 0,
    zones: 0,
    zone: undefined,
    hasError: false,
    plus: { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0, microsecond: 0 },
    weekday: 0,
    weekdayRule: 'after',
    hasWeekday: false,
    workingDays: undefined,
    weekdayOfMonth: undefined,
    dayOfMonth: undefined,
  };
}

/** Begins a date. A second date is an error: returns false. */
export function beginDate(reading: DateReading): boolean {
  if (reading.hasDate) reading.hasError = true;
  else reading.hasDate = true;
  return !reading.hasError;
}

/** Begins a time, from midnight on. A second time is an error: returns false. */
export function beginTime(reading: DateReading): boolean {
  if (reading.times > 0) {
    reading.hasError = true;
    return false;
  }
  toMidnight(reading);
  reading.times = 1;
  return true;
}

/** Resets the time: `today`, `monday`. */
export function toMidnight(reading: DateReading): void {
  reading.times = 0;
  reading.hour = 0;
  reading.minute = 0;
  reading.second = 0;
  reading.microsecond = 0;
}

/** Begins a zone. Returns false for a second zone, which is ignored; a third one is an error. */
export function beginZone(reading: DateReading): boolean {
  if (reading.zones > 1) reading.hasError = true;
  reading.zones += 1;
  return reading.zones === 1;
}

const correctionForm = /^(?:GMT)?([+-])([0-9:]+)$/;

/** Parses a zone: an offset (`+02:00`, `GMT-2`), an abbreviation or an IANA name. */
export function readZone(reading: DateReading, text: string): void {
  const bare = trimEndOf(text.replace(/^[\s(]+/, ''), ')');
  const correction = correctionForm.exec(bare);
  if (correction !== null) {
    const size = correctionSeconds(correction[2]!);
    reading.zone = { offsetSeconds: correction[1] === '-' ? 0 - size : size };
    return;
  }
  const offsetSeconds = offsetOfAbbreviation(bare);
  const zone = offsetSeconds === undefined ? placeNamed(bare) : undefined;
  if (offsetSeconds !== undefined) reading.zone = { offsetSeconds };
  else if (zone !== undefined) reading.zone = { zone };
  else reading.hasError = true;
}

/** The seconds of an offset such as `2`, `02:30`, `0230`, `02:30:15` or `023015`. */
function correctionSeconds(text: string): number {
  const [hours = '', minutes = '0', seconds = '0'] = text.includes(':')
    ? text.split(':')
    : text.length === 6
      ? [text.slice(0, 2), text.slice(2, 4), text.slice(4)]
      : text.length > 2
        ? [text.slice(0, -2), text.slice(-2)]
        : [text];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Adds an amount of a unit. Counted weekdays are weeks after the first one. */
export function add(reading: DateReading, amount: number, unit: Unit, rule: WeekdayRule): void {
  switch (unit.of) {
    case 'dayOfWeek':
      reading.hasWeekday = true;
      reading.plus.day += (amount > 0 ? amount - 1 : amount) * 7;
      reading.weekday = unit.weekday;
      reading.weekdayRule = rule;
      return;
    case 'workingDay':
      reading.workingDays = amount;
      reading.weekdayOfMonth = undefined;
      return;
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'minute':
    case 'second':
    case 'microsecond':
      reading.plus[unit.of] += amount * unit.size;
  }
}

/** `ago`: negates all amounts so far. */
export function negate(reading: DateReading): void {
  const { plus } = reading;
  plus.year = 0 - plus.year;
  plus.month = 0 - plus.month;
  plus.day = 0 - plus.day;
  plus.hour = 0 - plus.hour;
  plus.minute = 0 - plus.minute;
  plus.second = 0 - plus.second;
  reading.weekday = reading.weekday === 0 ? -7 : 0 - reading.weekday;
  if (reading.workingDays !== undefined) reading.workingDays = 0 - reading.workingDays;
}
