// Dates as people and programs write them, read as PHP's strtotime reads them, and the rules by which the service takes
// them for its events (reference, section 2.3). The clock is an argument.

import { daySeconds, daysOf, isInBounds, type UtcSeconds, type WallSeconds } from './civil.ts';
import { emptyReading, type Reading } from './strtotime/reading.ts';
import { type ParsedDate, type Present, resolve } from './strtotime/resolve.ts';
import { type Form, forms } from './strtotime/grammar.ts';

export type { ParsedDate, Present } from './strtotime/resolve.ts';

/** Longer texts are no dates; reading takes time with the length. */
export const dateTextLengthMax = 200;

/**
 * What a text means at that present, or undefined if it is no date, or one before the year 1 or after 9999. Where the
 * text has no zone it is read in the given one.
 */
export function parseDate(text: string, present: Present): ParsedDate | undefined {
  const plain = plainWall(text);
  if (plain !== undefined) {
    const utcSeconds = present.zone.utcOf(plain);
    return { wallSeconds: present.zone.wallOf(utcSeconds), utcSeconds };
  }
  if (text.length > dateTextLengthMax) return undefined;
  const reading = readingOf(text);
  if (reading === undefined) return undefined;
  const parsed = resolve(reading, present);
  return isInBounds(parsed.wallSeconds) && isInBounds(parsed.utcSeconds) ? parsed : undefined;
}

/** The start or end of an event: its wall clock, and the instant at which its zone's clocks show that. */
export interface EventDate {
  readonly wallSeconds: WallSeconds;
  readonly utcSeconds: UtcSeconds;
}

/**
 * A date of an event in the zone of that event, or undefined if it is none. A number, also as text, is Unix time, and
 * its UTC clock becomes the wall clock. A text with a zone of its own keeps its wall clock; that zone is dropped.
 */
export function eventDate(value: string | number, present: Present): EventDate | undefined {
  const wall = eventWall(value, present);
  if (wall === undefined) return undefined;
  const utcSeconds = present.zone.utcOf(wall);
  return { wallSeconds: present.zone.wallOf(utcSeconds), utcSeconds };
}

function eventWall(value: string | number, present: Present): WallSeconds | undefined {
  const text = String(value).trim();
  if (!/^[+-]?\d+$/.test(text)) return parseDate(text, present)?.wallSeconds;
  const seconds = Number(text);
  return isInBounds(seconds) ? seconds : undefined;
}

function readingOf(text: string): Reading | undefined {
  const trimmed = trim(text);
  if (trimmed === '') return undefined;
  const source = `${trimmed}\0`; // some forms must see that the text ends
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

/** Blanks at the ends do not count, but one alone is a text (that says nothing, so it is the present). */
function trim(text: string): string {
  if (text === '') return text;
  const trimmed = text.replace(/^[ \t\n\v\f\r]+/, '').replace(/[ \t\n\v\f\r]+$/, '');
  return trimmed === '' ? ' ' : trimmed;
}

/** The clock of `2031-01-05 14:23:36` or `2031-01-05`, the forms that nearly every request has. */
function plainWall(text: string): WallSeconds | undefined {
  const { length } = text;
  if ((length !== 19 && length !== 10) || text[4] !== '-' || text[7] !== '-') return undefined;
  const month = number(text, 5, 7);
  const day = number(text, 8, 10);
  const year = number(text, 0, 4);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  const midnight = daysOf(year, month, day) * daySeconds;
  if (length === 10) return midnight;
  if ((text[10] !== ' ' && text[10] !== 'T') || text[13] !== ':' || text[16] !== ':')
    return undefined;
  const hour = number(text, 11, 13);
  const minute = number(text, 14, 16);
  const second = number(text, 17, 19);
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return undefined;
  return midnight + hour * 3600 + minute * 60 + second;
}

/** The number that these digits make, NaN if there is another character. */
function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}
