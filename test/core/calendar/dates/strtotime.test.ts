import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSeconds } from '../../../../core/calendar/dates/civil.ts';
import {
  dateTextLengthMax,
  eventDate,
  parseDate,
} from '../../../../core/calendar/dates/strtotime.ts';
import { zoneNamed } from '../../../../core/calendar/dates/zones.ts';

const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
/** Wednesday, 17 June 2026, 10:20:30 in Paris. */
const present = { nowSeconds: seconds('2026-06-17 08:20:30'), zone: zoneNamed('Europe/Paris')! };
const wall = (text: string) => {
  const parsed = parseDate(text, present);
  return parsed === undefined ? undefined : formatSeconds(parsed.wallSeconds);
};

describe('a date in words or figures', () => {
  it.each([
    ['2031-01-05 14:23:36', '2031-01-05 14:23:36'],
    ['2031-01-05', '2031-01-05 00:00:00'],
    ['2018-01-01 4pm', '2018-01-01 16:00:00'],
    ['2031-01-05T14:00:00', '2031-01-05 14:00:00'],
    ['2031-01-05T14:00:00.123456', '2031-01-05 14:00:00'],
    ['2031-1-5', '2031-01-05 00:00:00'],
    ['2031/01/05', '2031-01-05 00:00:00'],
    ['01/05/2031', '2031-01-05 00:00:00'],
    ['1/5/31 9:05', '2031-01-05 09:05:00'],
    ['05-01-2031', '2031-01-05 00:00:00'],
    ['05.01.2031', '2031-01-05 00:00:00'],
    ['5.1.2031 10.30', '2031-01-05 10:30:00'],
    ['20310105', '2031-01-05 00:00:00'],
    ['20310105T142336', '2031-01-05 14:23:36'],
    ['2031-01', '2031-01-01 00:00:00'],
    ['5 January 2031', '2031-01-05 00:00:00'],
    ['January 5th, 2031 4:30 PM', '2031-01-05 16:30:00'],
    ['Jan 5 2031 16:30', '2031-01-05 16:30:00'],
    ['05-Jan-2031', '2031-01-05 00:00:00'],
    ['5 I 2031', '2031-01-05 00:00:00'],
    ['January 2031', '2031-01-01 00:00:00'],
    ['Sunday, 5 January 2031', '2031-01-05 00:00:00'],
    ['5 January', '2026-01-05 00:00:00'],
    ['2031-W01-5', '2031-01-03 00:00:00'],
    ['2031.365', '2031-12-31 00:00:00'],
    ['2026-02-30', '2026-03-02 00:00:00'],
    ['2026-06-15 24:00', '2026-06-16 00:00:00'],
    ['12am', '2026-06-17 00:00:00'],
    ['12:30 p.m.', '2026-06-17 12:30:00'],
    ['16:30', '2026-06-17 16:30:00'],
    ['1986', '1986-06-17 10:20:30'],
    ['2026', '2026-06-17 20:26:00'],
    ['back of 7pm', '2026-06-17 19:15:00'],
    ['front of 7pm', '2026-06-17 18:45:00'],
  ])('%s', (text, expected) => expect(wall(text)).toBe(expected));

  it.each([
    ['now', '2026-06-17 10:20:30'],
    ['today', '2026-06-17 00:00:00'],
    ['TODAY', '2026-06-17 00:00:00'],
    ['today 00:00:00', '2026-06-17 00:00:00'],
    ['midnight', '2026-06-17 00:00:00'],
    ['noon', '2026-06-17 12:00:00'],
    ['yesterday 23:59', '2026-06-16 23:59:00'],
    ['tomorrow 9am', '2026-06-18 09:00:00'],
    ['yesterday noon', '2026-06-16 12:00:00'],
    ['+1 month', '2026-07-17 10:20:30'],
    ['+5 days 11am', '2026-06-22 11:00:00'],
    ['+2 years', '2028-06-17 10:20:30'],
    ['+1 week 2 days 4 hours 2 seconds', '2026-06-26 14:20:32'],
    ['-3 hours', '2026-06-17 07:20:30'],
    ['1 month ago', '2026-05-17 10:20:30'],
    ['1 week 2 days ago', '2026-06-08 10:20:30'],
    ['2 fortnights', '2026-07-15 10:20:30'],
    ['next month', '2026-07-17 10:20:30'],
    ['last year', '2025-06-17 10:20:30'],
    ['next wednesday 4pm', '2026-06-24 16:00:00'],
    ['wednesday', '2026-06-17 00:00:00'],
    ['this wednesday', '2026-06-17 00:00:00'],
    ['last friday', '2026-06-12 00:00:00'],
    ['monday', '2026-06-22 00:00:00'],
    ['monday next week', '2026-06-22 00:00:00'],
    ['sunday this week', '2026-06-21 00:00:00'],
    ['+2 weekdays', '2026-06-19 10:20:30'],
    ['3 weekdays ago', '2026-06-12 10:20:30'],
    ['first day of next month', '2026-07-01 10:20:30'],
    ['last day of february 2028 noon', '2028-02-29 12:00:00'],
    ['first monday of january 2027', '2027-01-04 00:00:00'],
    ['third friday of next month', '2026-07-17 00:00:00'],
    ['last sat of July 2008', '2008-07-26 00:00:00'],
    ['2026-01-31 +1 month', '2026-03-03 00:00:00'],
  ])('%s, from the present', (text, expected) => expect(wall(text)).toBe(expected));

  it.each([
    ['2031-01-05T14:00:00Z', '2031-01-05 14:00:00', 0],
    ['2031-01-05T14:00:00+02:00', '2031-01-05 14:00:00', 2],
    ['2031-07-05 14:00 America/New_York', '2031-07-05 14:00:00', -4],
    ['2031-07-05 14:00 EST', '2031-07-05 14:00:00', -5],
    ['2031-07-05 14:00 GMT+2', '2031-07-05 14:00:00', 2],
    ['Thu, 21 Dec 2000 16:01:07 +0530', '2000-12-21 16:01:07', 5.5],
    ['10/Oct/2000:13:55:36 -0700', '2000-10-10 13:55:36', -7],
    ['@1893456000', '2030-01-01 00:00:00', 0],
    ['noon PST', '2026-06-17 12:00:00', -8],
  ])('%s has its own zone', (text, expected, hours) => {
    const parsed = parseDate(text, present)!;
    expect(formatSeconds(parsed.wallSeconds)).toBe(expected);
    expect(parsed.utcSeconds).toBe(parsed.wallSeconds - hours * 3600);
    expect(parsed.offsetSeconds).toBe(hours * 3600);
  });

  it.each([
    '',
    'soon',
    '2026-13-01',
    '2026-06-15 25:00',
    '10:00 11:00',
    '2026-01-01 2027-01-01',
    'noon 10:00',
    '12:60',
    '10:00 Mars/Olympus',
    '0000-00-00 00:00:00',
    '+9000 years',
    '@99999999999999',
    ` ${'x'.repeat(dateTextLengthMax)}`,
  ])('is undefined for %j', (text) => expect(parseDate(text, present)).toBeUndefined());

  it('is the same with and without the grammar, which a leading blank forces', () => {
    const two = fc.nat({ max: 99 }).map((number) => String(number).padStart(2, '0'));
    const sign = (...all: string[]) => fc.constantFrom(...all);
    const odd = fc.oneof({ weight: 30, arbitrary: two }, sign('', '1', ' 1', 'x1', '1x', '١٢'));
    const day = fc.tuple(two, odd, sign('-', '-', '-', '/'), odd, sign('-'), odd);
    const time = fc.tuple(sign(' ', 'T', 't', ''), odd, sign(':', '.'), odd, sign(':', ''), odd);
    const end = fc.oneof(
      sign('', '', '.5', '.123456', '.1234567', 'Z', '.25Z', 'z', ' UTC'),
      fc.tuple(sign('+', '-'), odd, sign(':', ''), odd).map((all) => all.join('')),
    );
    const clock = fc.tuple(day, time, end).map((all) => all.flat().join(''));
    fc.assert(
      fc.property(
        fc.oneof(
          day.map((all) => all.join('')),
          clock,
        ),
        (text) => {
          expect(parseDate(text, present)).toEqual(parseDate(` ${text}`, present));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('ignores blanks at its ends', () => {
    expect(wall('  tomorrow\n')).toBe('2026-06-18 00:00:00');
  });

  it('moves the wall-clock time, by hours too, before it applies the zone', () => {
    expect(wall('2026-03-28 02:30 +1 day')).toBe('2026-03-29 03:30:00');
    expect(wall('2026-03-29 00:30 +2 hours')).toBe('2026-03-29 03:30:00');
    expect(wall('2026-10-24 12:00 +24 hours')).toBe('2026-10-25 12:00:00');
  });
});

describe('a date of an event', () => {
  const event = (value: string | number, zone = 'Europe/Paris') => {
    const date = eventDate(value, { ...present, zone: zoneNamed(zone)! });
    return date && [formatSeconds(date.wallSeconds), formatSeconds(date.utcSeconds)];
  };

  it('is in the zone of the event', () => {
    expect(event('2031-01-05 14:23:36')).toEqual(['2031-01-05 14:23:36', '2031-01-05 13:23:36']);
    expect(event('2031-01-05 14:23:36', 'UTC+5.5')).toEqual([
      '2031-01-05 14:23:36',
      '2031-01-05 08:53:36',
    ]);
    expect(event('now', 'America/New_York')).toEqual([
      '2026-06-17 04:20:30',
      '2026-06-17 08:20:30',
    ]);
  });

  it('keeps the wall-clock time of a text with an offset, and drops the offset', () => {
    expect(event('2031-01-05T14:00:00+09:00')).toEqual([
      '2031-01-05 14:00:00',
      '2031-01-05 13:00:00',
    ]);
    expect(event('2031-01-05T14:00:00Z')).toEqual(['2031-01-05 14:00:00', '2031-01-05 13:00:00']);
  });

  it('is Unix time if it is a number, with its UTC fields as wall-clock time', () => {
    for (const value of [1_893_456_000, '1893456000', ' 1893456000 ', '@1893456000'])
      expect(event(value)).toEqual(['2030-01-01 00:00:00', '2029-12-31 23:00:00']);
    expect(event(-1)).toEqual(['1969-12-31 23:59:59', '1969-12-31 22:59:59']);
    expect(event(Number.MAX_SAFE_INTEGER)).toBeUndefined();
    expect(event(Number.NaN)).toBeUndefined();
  });

  it('moves after a skipped hour', () => {
    expect(event('2026-03-29 02:30')).toEqual(['2026-03-29 03:30:00', '2026-03-29 01:30:00']);
    expect(event('2026-03-29T02:30:00+00:00')).toEqual([
      '2026-03-29 03:30:00',
      '2026-03-29 01:30:00',
    ]);
  });

  it('is undefined if the text is not a date', () => {
    expect(event('whenever')).toBeUndefined();
  });
});
