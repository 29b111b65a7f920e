import fc from 'fast-check';
import momentTimezone from 'moment-timezone';
import { describe, expect, it } from 'vitest';
import { formatSeconds } from '../../../../core/calendar/dates/civil.ts';
import { zoneDataVersion, zoneNamed } from '../../../../core/calendar/dates/zones.ts';

const seconds = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
const zone = (name: string) => zoneNamed(name)!;
/** The instant of a wall-clock time in a zone, by its UTC fields. */
const instant = (name: string, wall: string) => formatSeconds(zone(name).utcOf(seconds(wall)));
const offset = (name: string, utc: string) => {
  const { offsetSeconds, abbreviation } = zone(name).offsetAt(seconds(utc));
  return [offsetSeconds / 3600, abbreviation];
};

describe('names of zones', () => {
  it('are those of the packaged data, in any case', () => {
    expect(zone('europe/PARIS').name).toBe('Europe/Paris');
    expect(zone('Utc').name).toBe('UTC');
    expect(zoneDataVersion).toBe(momentTimezone.tz.dataVersion);
    const { abbrs, offsets, untils } = momentTimezone.tz.zone('UTC')!;
    expect([abbrs, offsets, untils]).toEqual([['UTC'], [0], [Infinity]]);
  });

  it('include aliases, with the same rules', () => {
    expect(offset('US/Eastern', '2026-07-01 00:00:00')).toEqual([-4, 'EDT']);
    expect(offset('Asia/Calcutta', '2026-07-01 00:00:00')).toEqual([5.5, 'IST']);
    expect(offset('Europe/Kiev', '2026-07-01 00:00:00')).toEqual([3, 'EEST']);
  });

  it.each([
    ['UTC+2', 'UTC+2', 2],
    ['UTC-5', 'UTC-5', -5],
    ['UTC+5.5', 'UTC+5.5', 5.5],
    ['UTC+5.75', 'UTC+5.75', 5.75],
    ['UTC+5:30', 'UTC+5.5', 5.5],
    ['UTC-03:30', 'UTC-3.5', -3.5],
    ['UTC+0', 'UTC+0', 0],
    ['UTC-0', 'UTC+0', 0],
    ['UTC+14', 'UTC+14', 14],
  ])('may be an offset: %s', (name, normal, hours) => {
    expect(zone(name).name).toBe(normal);
    expect(zone(name).isOffset).toBe(true);
    expect(offset(name, '2026-07-01 00:00:00')).toEqual([hours, normal]);
    const wall = seconds('2026-07-01 12:00:00');
    expect(zone(name).utcOf(wall)).toBe(wall - hours * 3600);
    expect(zone(name).wallOf(zone(name).utcOf(wall))).toBe(wall);
  });

  it.each([
    '',
    'Mars/Olympus',
    'EST-5',
    'UTC+',
    'UTC+15',
    'UTC+2:75',
    'UTC 2',
    'utc+2',
    '+02:00',
    'America_New_York',
    'constructor',
  ])('are unknown otherwise: %j', (name) => expect(zoneNamed(name)).toBeUndefined());
});

describe('offsets and abbreviations', () => {
  it.each([
    ['Europe/Paris', '2026-03-29 00:59:59', 1, 'CET'],
    ['Europe/Paris', '2026-03-29 01:00:00', 2, 'CEST'],
    ['America/New_York', '2026-11-01 05:59:59', -4, 'EDT'],
    ['America/New_York', '2026-11-01 06:00:00', -5, 'EST'],
    ['America/Sao_Paulo', '2026-11-01 06:00:00', -3, '-03'],
    ['Australia/Lord_Howe', '2026-01-01 00:00:00', 11, '+11'],
    ['Asia/Kathmandu', '2026-01-01 00:00:00', 5.75, '+0545'],
    ['UTC', '2026-01-01 00:00:00', 0, 'UTC'],
  ])('%s at %s', (name, utc, hours, abbreviation) =>
    expect(offset(name, utc)).toEqual([hours, abbreviation]),
  );

  it('continue after the end of the packaged data', () => {
    for (const year of ['2037', '2038', '2099', '2437', '2438', '2837', '9999']) {
      expect(offset('Europe/Paris', `${year}-07-01 00:00:00`)).toEqual([2, 'CEST']);
      expect(offset('Europe/Paris', `${year}-12-01 00:00:00`)).toEqual([1, 'CET']);
      expect(offset('America/Santiago', `${year}-01-15 00:00:00`)).toEqual([-3, '-03']);
      expect(offset('Asia/Tokyo', `${year}-07-01 00:00:00`)).toEqual([9, 'JST']);
    }
  });

  it('change on the right days of far years', () => {
    expect(offset('Europe/Paris', '2100-03-28 00:59:59')).toEqual([1, 'CET']);
    expect(offset('Europe/Paris', '2100-03-28 01:00:00')).toEqual([2, 'CEST']);
    expect(offset('America/New_York', '2400-03-12 06:59:59')).toEqual([-5, 'EST']);
    expect(offset('America/New_York', '2400-03-12 07:00:00')).toEqual([-4, 'EDT']);
    expect(offset('Africa/Cairo', '2041-10-31 20:59:59')).toEqual([3, 'EEST']); // last Thursday, 24:00
    expect(offset('Africa/Cairo', '2041-10-31 21:00:00')).toEqual([2, 'EET']);
  });

  it('are in the data up to 2499, or end long before 2099', () => {
    // The years 2099 to 2498 repeat forever: no rule may end or begin in them.
    for (const name of momentTimezone.tz.names()) {
      const last = momentTimezone.tz.zone(name)?.untils.at(-2) ?? 0;
      const year = new Date(last).getUTCFullYear();
      expect({ name, year, fits: year === 2499 || year < 2090 }).toEqual({
        name,
        year,
        fits: true,
      });
    }
  });
});

describe('wall-clock times', () => {
  it('have the instant at which they occur', () => {
    expect(instant('America/New_York', '2026-07-04 12:00:00')).toBe('2026-07-04 16:00:00');
    expect(instant('Asia/Kolkata', '1999-12-31 23:59:59')).toBe('1999-12-31 18:29:59');
    expect(instant('Europe/Paris', '2126-07-04 12:00:00')).toBe('2126-07-04 10:00:00');
  });

  it('that are skipped move after the gap', () => {
    expect(instant('Europe/Paris', '2026-03-29 02:30:00')).toBe('2026-03-29 01:30:00');
    expect(instant('America/New_York', '2026-03-08 02:30:00')).toBe('2026-03-08 07:30:00');
    expect(formatSeconds(zone('Europe/Paris').wallOf(seconds('2026-03-29 01:30:00')))).toBe(
      '2026-03-29 03:30:00',
    );
  });

  it('that occur twice are the second in the east and the first in the west, as in PHP', () => {
    expect(instant('Europe/Paris', '2026-10-25 02:30:00')).toBe('2026-10-25 01:30:00');
    expect(instant('America/New_York', '2026-11-01 01:30:00')).toBe('2026-11-01 05:30:00');
  });
});

describe('an instant', () => {
  it('has the same offset after any earlier lookups', () => {
    const name = fc.constantFrom('Europe/Paris', 'America/New_York', 'Asia/Kathmandu', 'UTC');
    const instants = fc.array(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }));
    fc.assert(
      fc.property(name, instants, (place, all) => {
        const { offsetAt, utcOf, wallOf } = zone(place);
        const found = (at: number) => [at, offsetAt(at), utcOf(at), wallOf(at)];
        expect(all.toReversed().map(found).reverse()).toEqual(all.map(found));
      }),
    );
  });
});

describe('changes of clocks', () => {
  const changes = (name: string, from: string, to: string) =>
    zone(name)
      .changesFrom(seconds(from), seconds(to))
      .map(({ atSeconds, before, after }) => [
        formatSeconds(atSeconds),
        `${before.abbreviation} ${after.abbreviation}`,
        (after.offsetSeconds - before.offsetSeconds) / 3600,
      ]);

  it('begin with the last one before the range, and exclude its end', () => {
    expect(changes('Europe/Vienna', '2026-03-29 01:00:00', '2026-10-25 01:00:00')).toEqual([
      ['2026-03-29 01:00:00', 'CET CEST', 1],
    ]);
    expect(changes('Europe/Vienna', '2026-01-01 00:00:00', '2026-10-25 01:00:01')).toEqual([
      ['2025-10-26 01:00:00', 'CEST CET', -1],
      ['2026-03-29 01:00:00', 'CET CEST', 1],
      ['2026-10-25 01:00:00', 'CEST CET', -1],
    ]);
    expect(changes('UTC', '2026-01-01 00:00:00', '2027-01-01 00:00:00')).toEqual([]);
    expect(changes('UTC+2', '2026-01-01 00:00:00', '2027-01-01 00:00:00')).toEqual([]);
    expect(changes('Europe/Vienna', '0001-01-01 00:00:00', '1800-01-01 00:00:00')).toEqual([]);
  });

  it('determine the offset at any instant, in far years too', () => {
    const instants = fc.integer({
      min: seconds('1950-01-01 00:00:00'),
      max: seconds('9990-01-01 00:00:00'),
    });
    const some = fc.constantFrom(
      'Europe/Vienna',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
      'Europe/Dublin',
    );
    fc.assert(
      fc.property(some, instants, fc.nat({ max: 800 * 86_400 }), (name, from, length) => {
        const { changesFrom, offsetAt } = zone(name);
        const found = changesFrom(from, from + length + 1);
        const at = from + length;
        const last = found.findLast(({ atSeconds }) => atSeconds <= at);
        expect(last?.after).toEqual(offsetAt(at));
        for (const { atSeconds, before, after } of found.slice(1)) {
          expect([offsetAt(atSeconds - 1), offsetAt(atSeconds)]).toEqual([before, after]);
        }
      }),
    );
  });
});
