// The grammar of PHP's strtotime, in its order. A text is parsed from left to right: at each offset the form with the longest
// match wins, among equals the first one here.

import * as piece from './pieces.ts';
import {
  add,
  beginDate,
  beginTime,
  beginZone,
  type DateReading,
  readZone,
  toMidnight,
  negate,
  type WeekdayRule,
} from './reading.ts';
import { months, ordinals, units } from './words.ts';
import { daysOf, weekdayOfDays } from '../civil.ts';

type Groups = Readonly<Record<string, string | undefined>>;
type Step = (reading: DateReading, groups: Groups, token: string) => void;

/** A pattern, and the step that its match adds to the reading. */
export interface Form {
  readonly pattern: RegExp;
  readonly step: Step;
}

const form = (step: Step, ...patterns: readonly string[]): Form[] =>
  patterns.map((source) => ({ pattern: new RegExp(source, 'y'), step }));

// Steps

const setDate: Step = (reading, groups) => {
  if (beginDate(reading)) takeDate(reading, groups);
};

/** A month and day without a year mean this year, even after another year. */
const setDateOfThisYear: Step = (reading, groups) => {
  if (!beginDate(reading)) return;
  takeDate(reading, groups);
  reading.year = undefined;
};

const setTime: Step = (reading, groups) => {
  if (beginTime(reading)) takeTime(reading, groups);
};

const setDateAndTime: Step = (reading, groups) => {
  if (!beginTime(reading) || !beginDate(reading)) return;
  takeDate(reading, groups);
  takeTime(reading, groups);
  if (groups['zone'] !== undefined) readZone(reading, groups['zone']);
};

const setZone: Step = (reading, _groups, token) => {
  if (beginZone(reading)) readZone(reading, token);
};

/** Unix time: 1970-01-01 plus seconds. After a zone PHP leaves the date at zero. */
const setTimestamp: Step = (reading, groups) => {
  const { seconds, fraction } = groups;
  reading.hasDate = false;
  toMidnight(reading);
  const isFirstZone = beginZone(reading);
  reading.year = isFirstZone ? 1970 : 0;
  reading.month = isFirstZone ? 1 : 0;
  reading.day = isFirstZone ? 1 : 0;
  if (fraction === '') reading.hasError = true;
  if (!isFirstZone) return;
  const microseconds = Number((fraction ?? '').padEnd(6, '0'));
  reading.plus.second += Number(seconds);
  reading.plus.microsecond = seconds!.startsWith('-') ? 0 - microseconds : microseconds;
  reading.zone = { offsetSeconds: 0 };
};

/** `1630` is a time; after a time it is a year. */
const setTimeOrYear: Step = (reading, groups, token) => {
  if (reading.times > 1) {
    reading.hasError = true;
    return;
  }
  if (reading.times === 1) reading.year = Number(token.slice(-4));
  else takeTime(reading, groups);
  reading.times += 1;
};

const setIsoWeek: Step = (reading, groups) => {
  if (!beginDate(reading)) return;
  const year = Number(groups['year']);
  reading.year = year;
  reading.month = 1;
  reading.day = 1;
  const newYear = weekdayOfDays(daysOf(year, 1, 1));
  const monday = newYear > 4 ? 7 - newYear : 0 - newYear; // the day before the Monday of week 1
  reading.plus.day = monday + (Number(groups['week']) - 1) * 7 + Number(groups['weekday'] ?? 1);
};

const setQuarterAround: Step = (reading, groups, token) => {
  toMidnight(reading);
  reading.times = 1;
  const hour = Number(groups['hour']);
  const isBack = token.startsWith('b'); // PHP reads a capital B as `front of`
  const from = isBack ? hour : hour - 1;
  reading.hour = from + meridianShift(groups['meridian'], from);
  reading.minute = isBack ? 15 : 45;
};

const setWeekdayOfMonth: Step = (reading, groups) => {
  const word = groups['word']!.toLowerCase();
  const amount = ordinals.get(word)!;
  reading.workingDays = undefined;
  reading.weekdayOfMonth = amount > 0 ? 'first' : 'last';
  toMidnight(reading);
  const rule = amount > 0 || word === 'this' ? 'from' : 'after';
  add(reading, amount, units.get(groups['unit']!.toLowerCase())!, rule);
};

const addByWord: Step = (reading, groups) => {
  const word = groups['word']!.toLowerCase();
  const unit = units.get(groups['unit']!.toLowerCase())!;
  if (unit.of === 'dayOfWeek' || unit.of === 'workingDay') toMidnight(reading);
  add(reading, ordinals.get(word)!, unit, ruleOf(word));
};

const addWeekByWord: Step = (reading, groups) => {
  reading.plus.day += ordinals.get(groups['word']!.toLowerCase())! * 7;
  reading.weekdayRule = 'within';
  if (reading.hasWeekday) return;
  reading.hasWeekday = true;
  reading.weekday = 1;
};

const addByNumber: Step = (reading, groups) => {
  const signs = groups['signs']!;
  const isBack = signs.replaceAll(/[^-]/g, '').length % 2 === 1;
  const amount = isBack ? 0 - Number(groups['amount']) : Number(groups['amount']);
  add(reading, amount, units.get(groups['unit']!.toLowerCase())!, 'from');
};

const setWeekday: Step = (reading, _groups, token) => {
  const unit = units.get(token.toLowerCase())!;
  reading.hasWeekday = true;
  toMidnight(reading);
  reading.weekday = unit.of === 'dayOfWeek' ? unit.weekday : 1; // `weekday` alone is a Monday
  if (reading.weekdayRule !== 'within') reading.weekdayRule = 'from';
};

const setDay =
  (days: number): Step =>
  (reading) => {
    toMidnight(reading);
    reading.plus.day = days;
  };

const setDayOfMonth =
  (dayOfMonth: 'first' | 'last'): Step =>
  (reading) => {
    reading.dayOfMonth = dayOfMonth;
  };

const setNoon: Step = (reading) => {
  toMidnight(reading);
  reading.times = 1;
  reading.hour = 12;
};

const setMonth: Step = (reading, groups) => {
  if (beginDate(reading)) reading.month = months.get(groups['monthName']!.toLowerCase());
};

const setYear: Step = (reading, groups) => {
  reading.year = Number(groups['year']);
};

const nothing: Step = () => undefined;

const refuse: Step = (reading) => {
  reading.hasError = true;
};

// Groups

function takeDate(reading: DateReading, groups: Groups): void {
  const { year, month, monthName, day, dayOfYear } = groups;
  if (year !== undefined) reading.year = fullYear(year);
  if (dayOfYear !== undefined) {
    reading.month = 1;
    reading.day = Number(dayOfYear);
    return;
  }
  reading.month = monthName === undefined ? Number(month) : months.get(monthName.toLowerCase());
  reading.day = day === undefined ? 1 : Number(day);
}

function takeTime(reading: DateReading, groups: Groups): void {
  const hour = Number(groups['hour']);
  reading.hour = hour + meridianShift(groups['meridian'], hour);
  reading.minute = Number(groups['minute'] ?? 0);
  reading.second = Number(groups['second'] ?? 0);
  reading.microsecond = Number((groups['fraction'] ?? '').slice(0, 6).padEnd(6, '0'));
}

function meridianShift(letter: string | undefined, hour: number): number {
  if (letter === undefined) return 0;
  if (letter === 'a' || letter === 'A') return hour === 12 ? -12 : 0;
  return hour === 12 ? 0 : 12;
}

/** Two digits mean a year from 1970 to 2069. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length >= 4 || year >= 100) return year;
  return year + (year < 70 ? 2000 : 1900);
}

function ruleOf(word: string): WeekdayRule {
  return word === 'this' ? 'from' : 'after';
}

// Forms

const word = piece.anyCase;
const t = '[tT]?';
const dateNoYear = `${piece.monthName}${piece.between}${piece.day}(?:[,.stndrh\\t ]+|\\0)`;
const dateTextual = `${piece.monthName}${piece.between}${piece.day}[,.stndrh\\t ]+${piece.year}`;
const isoDay = '-?(?<weekday>[0-7])';
const time12 = `${piece.hour12}[:.]${piece.minutePadded}${piece.maybeSpace}${piece.meridian}`;
const timeLong12 = `${piece.hour12}[:.]${piece.minute}[:.]${piece.secondPadded}${piece.maybeSpace}${piece.meridian}`;
const time24 = `${t}${piece.hour}[:.]${piece.minute}`;
const timeLong24 = `${time24}[:.]${piece.second}`;
const zone = `${piece.maybeSpace}(?<zone>${piece.correction}|${piece.place}|${piece.abbreviation})`;
const isoDate = `${piece.year4}-${piece.monthPadded}-${piece.dayPadded}`;
const clock = `${piece.hourPadded}:${piece.minutePadded}:${piece.secondPadded}`;

/** All forms, in order of precedence. */
export const forms: readonly Form[] = [
  ...form(setDay(-1), word('yesterday')),
  ...form(nothing, word('now')),
  ...form(setNoon, word('noon')),
  ...form((reading) => toMidnight(reading), word('midnight'), word('today')),
  ...form(setDay(1), word('tomorrow')),
  ...form(setTimestamp, '@(?<seconds>-?[0-9]+)(?:\\.(?<fraction>[0-9]{0,6}))?'),
  ...form(setDayOfMonth('first'), word('first day of')),
  ...form(setDayOfMonth('last'), word('last day of')),
  ...form(
    setQuarterAround,
    `${word('back of ')}${piece.hour}(?:${piece.maybeSpace}${piece.meridian})?`,
    `${word('front of ')}${piece.hour}(?:${piece.maybeSpace}${piece.meridian})?`,
  ),
  ...form(
    setWeekdayOfMonth,
    `(?<word>${piece.numberWord})${piece.space}(?<unit>${piece.dayOfWeek})${piece.space}${word('of')}`,
  ),
  ...form(
    setTime,
    `${piece.hour12}${piece.maybeSpace}${piece.meridian}`,
    time12,
    timeLong12,
    `${piece.hour12}:${piece.minutePadded}:${piece.secondPadded}[:.](?<fraction>[0-9]+)${piece.meridian}`,
    `[tT]${piece.hour}`,
    time24,
    timeLong24,
    `${timeLong24}${piece.fraction}`,
  ),
  ...form(setTimeOrYear, `${t}${piece.hourPadded}${piece.minutePadded}`),
  ...form(setTime, `${t}${piece.hourPadded}${piece.minutePadded}${piece.secondPadded}`),
  ...form(
    setDate,
    `${piece.month}/${piece.day}(?:/${piece.year})?`,
    `(?<year>[+-]?[0-9]{4})-${piece.monthPadded}-${piece.dayPadded}`,
    `${piece.year4}/${piece.monthPadded}/${piece.dayPadded}/?`,
    `${piece.year4}/${piece.month}/${piece.day}`,
    `${piece.year2}-${piece.monthPadded}-${piece.dayPadded}`,
    `(?<year>[+-][0-9]{5,19})-${piece.monthPadded}-${piece.dayPadded}`,
    `${piece.year4}-${piece.month}`,
    `${piece.year}-${piece.month}-${piece.day}`,
    `${piece.day}${piece.between}${piece.monthName}${piece.between}${piece.year}`,
    `${piece.day}[.\\t-]${piece.month}[.-]${piece.year4}`,
    `${piece.day}[.\\t]${piece.month}\\.${piece.year2}`,
    `${piece.monthName}${piece.between}${piece.year4}`,
    `${piece.year4}${piece.between}${piece.monthName}`,
    dateTextual,
  ),
  ...form(setDateOfThisYear, dateNoYear),
  ...form(
    setDate,
    `${piece.day}${piece.between}${piece.monthName}`,
    `${piece.year4}${piece.monthPadded}${piece.dayPadded}`,
  ),
  ...form(
    setDateAndTime,
    `${piece.year4}${piece.monthPadded}${piece.dayPadded}T${piece.hour}:${piece.minutePadded}:${piece.secondPadded}`,
    `${piece.year4}${piece.monthPadded}${piece.dayPadded}[tT]${piece.hour}${piece.minutePadded}${piece.secondPadded}`,
    `${isoDate}T${clock}${piece.fraction}(?<zone>${piece.correction})?`,
    `${piece.year4}-${piece.month}-${piece.day}T${piece.hour}:${piece.minute}:${piece.second}`,
    `${piece.year4}:${piece.monthPadded}:${piece.dayPadded} ${clock}`,
  ),
  ...form(setDate, `${piece.year4}[.-]?${piece.dayOfYear}`),
  ...form(setIsoWeek, `${piece.year4}-?W${piece.week}${isoDay}`, `${piece.year4}-?W${piece.week}`),
  ...form(
    setDate,
    `${piece.monthShort}-${piece.dayPadded}-${piece.year}`,
    `${piece.year}-${piece.monthShort}-${piece.dayPadded}`,
  ),
  ...form(
    setDateAndTime,
    `${piece.day}/${piece.monthShort}/${piece.year4}:${clock}${piece.space}(?<zone>${piece.correction})`,
  ),
  ...form(setYear, piece.year4),
  ...form(negate, word('ago')),
  ...form(setWeekday, piece.dayText),
  ...form(addWeekByWord, `(?<word>${piece.pointer})${piece.space}${word('week')}`),
  ...form(addByWord, `(?<word>${piece.numberWord})${piece.space}(?<unit>${piece.unit})`),
  ...form(setMonth, piece.monthFullOrShort),
  ...form(setZone, piece.correction, piece.abbreviation, piece.place),
  ...form(
    setDateAndTime,
    `${dateNoYear}${time12}`,
    `${dateNoYear}${timeLong12}`,
    `${dateNoYear}${time24}`,
    `${dateNoYear}${time24}:${piece.second}`,
    `${dateNoYear}${time24}:${piece.secondPadded}${zone}`,
  ),
  // PHP does not parse seconds after a full stop here: it looks for a zone of that name and fails.
  ...form(
    refuse,
    `${dateNoYear}${time24}\\.${piece.second}`,
    `${dateNoYear}${time24}\\.${piece.secondPadded}${zone}`,
  ),
  ...form(
    addByNumber,
    `(?<signs>[+-]*)[ \\t]*(?<amount>[0-9]{1,13})${piece.maybeSpace}(?<unit>${piece.unitOrWeek})`,
  ),
  ...form(nothing, '[ .,\\t\\0\\n]'),
];
