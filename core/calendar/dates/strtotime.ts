// Parses dates like PHP's strtotime, and applies the service's rules for dates of events (reference/calendar.md section
// 2.3). The clock is an argument.

import { trimEndOf } from '../../kernel/trim-end.ts';
import { daySeconds, isInBounds, secondsOf, type UtcSeconds, type WallSeconds } from './civil.ts';
import { emptyReading, type DateReading } from './strtotime/reading.ts';
import { type ParsedDate, type Present, resolve } from './strtotime/resolve.ts';
import { type Form, forms } from './strtotime/grammar.ts';

export type { ParsedDate, Present } from './strtotime/resolve.ts';

/** The length limit of dates: parsing takes time with the length. */
export const dateTextLengthMax = 200;

/**
 * The date of a text, relative to the present and in its zone unless the text has its own. Undefined if the text is not a
 * date, or the date is before year 1 or after year 9999.
 */
export function parseDate(text: string, present: Present): ParsedDate | undefined {
  if (text.length > dateTextLengthMax) return undefined;
  const parsed = plainDate(text, present) ?? wordedDate(text, present);
  if (parsed === undefined || !isInBounds(parsed.wallSeconds) || !isInBounds(parsed.utcSeconds))
    return undefined;
  return parsed;
}

/** The start or end of an event by the wall clock of its zone and in UTC. */
export interface EventDate {
  readonly wallSeconds: WallSeconds;
  readonly utcSeconds: UtcSeconds;
}

/**
 * A date of an event in the event's zone, or undefined if the value is not a date. The UTC fields of a Unix time, also as
 * text, become the wall-clock time. A text with its own zone keeps its wall-clock time; the zone is dropped.
 */
export function eventDate(value: string | number, present: Present): EventDate | undefined {
  const wall = eventWall(value, present);
  if (wall === undefined) return undefined;
  const utcSeconds = present.zone.utcOf(wall);
  const wallSeconds = present.zone.wallOf(utcSeconds);
  return isInBounds(utcSeconds) && isInBounds(wallSeconds)
    ? { wallSeconds, utcSeconds }
    : undefined;
}

function eventWall(value: string | number, present: Present): WallSeconds | undefined {
  const text = String(value).trim();
  if (!unixTime.test(text)) return parseDate(text, present)?.wallSeconds;
  return Number(text);
}

const unixTime = /^[+-]?\d+$/;

function readingOf(text: string): DateReading | undefined {
  const trimmed = trim(text);
  if (trimmed === '') return undefined;
  const source = `${trimmed}\0`; // some forms match the end of the text
  const reading = emptyReading();
  let at = 0;
  while (at < source.length) {
    const found = longestForm(source, at);
    if (found === undefined) return undefined;
    const token = source.slice(at, found.end);
    found.form.step(reading, found.groups, token.replace(/\0$/, ''));
    if (reading.hasError) return undefined;
    at = found.end;
  }
  return reading;
}

interface Found {
  readonly form: Form;
  readonly groups: Readonly<Record<string, string | undefined>>;
  readonly end: number;
}

const noGroups = {};

function longestForm(source: string, at: number): Found | undefined {
  let longest: Found | undefined;
  for (const form of forms) {
    form.pattern.lastIndex = at;
    const match = form.pattern.exec(source);
    if (match === null) continue;
    const end = at + match[0].length;
    if (longest === undefined || end > longest.end)
      longest = { form, end, groups: match.groups ?? noGroups };
  }
  return longest;
}

/** Without blanks at the ends; blanks alone stay one blank, which means the present. */
function trim(text: string): string {
  if (text === '') return text;
  const trimmed = trimEndOf(text.replace(/^[ \t\n\v\f\r]+/, ''), ' \t\n\v\f\r');
  return trimmed === '' ? ' ' : trimmed;
}

const dayLength = '2031-01-05'.length;
const clockLength = '2031-01-05 14:23:36'.length;
const clockEnd = /^(?:\.\d{1,6})?(?:(Z)|([+-])(\d\d):(\d\d))?$/;

/** `2031-01-05 14:23:36`, `2031-01-05`, `2031-01-05T14:23:36Z`: the common formats, parsed without the grammar. */
function plainDate(text: string, { zone }: Present): ParsedDate | undefined {
  const wall = plainClock(text);
  if (wall === undefined) return undefined;
  const end = text.length > clockLength ? clockEnd.exec(text.slice(clockLength)) : noEnd;
  if (end === null) return undefined;
  const [, utc, sign, hours = 0, minutes = 0] = end;
  if (utc === undefined && sign === undefined) {
    const utcSeconds = zone.utcOf(wall);
    return { wallSeconds: zone.wallOf(utcSeconds), utcSeconds };
  }
  const zoneSize = Number(hours) * 3600 + Number(minutes) * 60;
  if (zoneSize >= daySeconds || Number(minutes) > 59) return undefined;
  const offsetSeconds = sign === '-' ? 0 - zoneSize : zoneSize;
  return { wallSeconds: wall, utcSeconds: wall - offsetSeconds, offsetSeconds };
}

const noEnd: readonly string[] = [];

/** The date and time at the beginning of a text, or the date that is the whole text. */
function plainClock(text: string): WallSeconds | undefined {
  const isDay = text.length === dayLength;
  if (!isDay && (text.length < clockLength || !hasClockSigns(text))) return undefined;
  if (text[4] !== '-' || text[7] !== '-') return undefined;
  const year = pairAt(text, 0) * 100 + pairAt(text, 2);
  const month = pairAt(text, 5);
  const day = pairAt(text, 8);
  const hour = isDay ? 0 : pairAt(text, 11);
  const minute = isDay ? 0 : pairAt(text, 14);
  const second = isDay ? 0 : pairAt(text, 17);
  if (month > 12 || day > 31 || hour > 23 || minute > 59 || second > 59) return undefined;
  const wall = secondsOf({ year, month, day, hour, minute, second });
  return Number.isNaN(wall) ? undefined : wall;
}

function hasClockSigns(text: string): boolean {
  return (text[10] === ' ' || text[10] === 'T') && text[13] === ':' && text[16] === ':';
}

/** Two digits as a number; NaN for other characters. */
function pairAt(text: string, at: number): number {
  return 10 * digitAt(text, at) + digitAt(text, at + 1);
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : NaN;
}

function wordedDate(text: string, present: Present): ParsedDate | undefined {
  const reading = readingOf(text);
  return reading === undefined ? undefined : resolve(reading, present);
}
