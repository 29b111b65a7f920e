// Stored results of PHP for dates in words and for wall clocks, so that a machine without PHP can compare with them too.
// Written by `npm run dates`, which needs PHP.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { formatSeconds, isInBounds } from '../../core/calendar/dates/civil.ts';
import { dateFragments, dateText } from '../support/arbitraries/date-texts.ts';
import { queryOracle } from './oracle.ts';
import { aroundChanges, now, type DateQuestion } from './questions.ts';
import { comparedZones, wallClocksAround, type ComparedZone } from './zone-data.ts';

const file = fileURLToPath(new URL('expectations.jsonl', import.meta.url));

/** A date in words, parsed at an instant in a zone: the instant and its wall clock; null if it is no date. */
export interface DateExpectation {
  readonly text: string;
  readonly now: string;
  readonly zone: string;
  readonly meant: { readonly utc: string; readonly wall: string } | null;
}

/** A wall clock in a zone: its instant, and the clock shown at that instant. */
export interface WallExpectation {
  readonly wall: string;
  readonly zone: string;
  readonly utc: string;
  readonly shown: string;
}

/** One line each. Dates: `[text, now, zone, utc, wall]`, non-dates: the first three. Clocks: `[wall, zone, [utc, shown]]`. */
type Line =
  | readonly [text: string, now: string, zone: string, ...meant: readonly string[]]
  | readonly [wall: string, zone: string, meant: readonly [utc: string, shown: string]];

export function readExpectations() {
  const dates: DateExpectation[] = [];
  const walls: WallExpectation[] = [];
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [first, second, third, utc, wall = ''] = JSON.parse(line) as Line;
    if (typeof third === 'string') {
      const meant = utc === undefined ? null : { utc, wall };
      dates.push({ text: first, now: second, zone: third, meant });
    } else walls.push({ wall: first, zone: second, utc: third[0], shown: third[1] });
  }
  return { dates, walls };
}

const secondsOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;

/** The results of PHP for the questions of stored expectations. */
export function recomputeExpectations({ dates, walls }: ReturnType<typeof readExpectations>) {
  const asked = dates.map((one) => ({ ...one, now: secondsOf(one.now) }));
  return { dates: datesOf(asked), walls: wallsOf(walls) };
}

export function writeExpectations(): void {
  const zones = comparedZones().zones.filter(
    ({ name, differs }) => settledZones.includes(name) && differs.length === 0,
  );
  const zone = fc.constantFrom(...zones.map(({ name }) => name));
  const sample = (one: fc.Arbitrary<DateQuestion>, numRuns: number) =>
    fc.sample(one, { numRuns, seed: 15 });
  const asked = [
    ...sample(fc.record({ text: dateText, now, zone }), 600),
    ...sample(fc.record({ text: dateFragments, now, zone }), 200),
    ...sample(aroundChanges(zones, zone), 300),
  ];
  const walls = zones.flatMap((one) =>
    wallClocksAround(one, someChanges(one)).map((wall) => ({
      wall: formatSeconds(wall),
      zone: one.name,
    })),
  );
  const lines: Line[] = [
    ...datesOf(asked).map(({ text, now: at, zone: name, meant }): Line => {
      return [text, at, name, ...(meant === null ? [] : [meant.utc, meant.wall])];
    }),
    ...wallsOf(walls).map(({ wall, zone: name, utc, shown }): Line => [wall, name, [utc, shown]]),
  ];
  writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** Zones of all kinds with long-settled rules: east and west, half hours, double summer time, skipped days. */
const settledZones =
  'UTC Europe/Berlin Europe/London Europe/Dublin Europe/Moscow Europe/Lisbon America/New_York America/Chicago America/St_Johns America/Los_Angeles America/Phoenix America/Caracas America/Sao_Paulo Asia/Tokyo Asia/Kolkata Asia/Kathmandu Asia/Shanghai Asia/Pyongyang Australia/Sydney Australia/Lord_Howe Pacific/Auckland Pacific/Chatham Pacific/Apia Africa/Johannesburg Antarctica/Troll'.split(
    ' ',
  );

/** The first change since 1900, and those of a few past and future years. */
function someChanges({ changes }: ComparedZone): readonly number[] {
  const since = changes.filter((change) => change > secondsOf('1900-01-01 00:00:00'));
  const years = ['1996', '2011', '2026', '2099'];
  return since.filter(
    (change, index) => index === 0 || years.includes(formatSeconds(change).slice(0, 4)),
  );
}

function datesOf(asked: readonly DateQuestion[]): readonly DateExpectation[] {
  const answers = queryOracle(
    asked.map(({ text, now: at, zone }) => ({ ask: 'parse', text, now: at, zone })),
  ) as (readonly [utcSeconds: number, offsetSeconds: number | null] | null)[];
  const offsets = queryOracle(
    asked.map(({ zone }, index) => ({
      ask: 'offsets',
      zone,
      instants: [answers[index]?.[0] ?? 0],
    })),
  ) as (readonly [readonly [offsetSeconds: number, abbreviation: string]])[];
  return asked.map(({ text, now: at, zone }, index) => {
    const [utc = Infinity, own = null] = answers[index] ?? [];
    const wall = utc + (own ?? offsets[index]![0][0]);
    const isDate = isInBounds(utc) && isInBounds(wall);
    const meant = isDate ? { utc: formatSeconds(utc), wall: formatSeconds(wall) } : null;
    return { text, now: formatSeconds(at), zone, meant };
  });
}

function wallsOf(
  asked: readonly Pick<WallExpectation, 'wall' | 'zone'>[],
): readonly WallExpectation[] {
  const answers = queryOracle(
    asked.map(({ wall, zone }) => ({ ask: 'instants', zone, walls: [wall] })),
  ) as (readonly [readonly [utc: number, shown: string]])[];
  return asked.map(({ wall, zone }, index) => {
    const [[utc, shown]] = answers[index]!;
    return { wall, zone, utc: formatSeconds(utc), shown };
  });
}
