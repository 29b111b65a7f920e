import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  dateDetails,
  daysOf,
  endOfDay,
  fieldsOf,
  formatSeconds,
  isInBounds,
  secondsOf,
  startOfDay,
  wallSecondsMax,
  wallSecondsMin,
  weekdayOf,
} from '../../../../core/calendar/dates/civil.ts';

const at = (text: string) => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  return secondsOf({ year: year!, month: month!, day: day!, hour, minute, second });
};
const anySeconds = fc.integer({ min: wallSecondsMin, max: wallSecondsMax });

describe('calendar arithmetic', () => {
  it('counts seconds from 1970', () => {
    expect(at('1970-01-01')).toBe(0);
    expect(at('2000-02-29 23:59:59')).toBe(951_868_799);
    expect(at('1969-12-31 23:59:59')).toBe(-1);
  });

  it('agrees with the calendar of JavaScript on every date', () => {
    fc.assert(
      fc.property(anySeconds, (seconds) => {
        const iso = new Date(seconds * 1000).toISOString();
        expect(formatSeconds(seconds)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`);
        expect(weekdayOf(seconds)).toBe(new Date(seconds * 1000).getUTCDay());
      }),
    );
  });

  it('inverts its fields', () => {
    fc.assert(
      fc.property(anySeconds, (seconds) => {
        expect(secondsOf(fieldsOf(seconds))).toBe(seconds);
      }),
    );
  });

  it('lets months, days and hours overflow, forwards and backwards', () => {
    expect(daysOf(2026, 13, 1)).toBe(daysOf(2027, 1, 1));
    expect(daysOf(2026, 0, 1)).toBe(daysOf(2025, 12, 1));
    expect(daysOf(2026, -11, 1)).toBe(daysOf(2025, 1, 1));
    expect(daysOf(2026, 3, 0)).toBe(daysOf(2026, 2, 28));
    expect(at('2026-02-31')).toBe(at('2026-03-03'));
    expect(at('2026-12-31 24:00:00')).toBe(at('2027-01-01'));
  });

  it('adds months as PHP does: a day that the month lacks runs into the next', () => {
    expect(addMonths(at('2026-01-31 10:00:00'), 1)).toBe(at('2026-03-03 10:00:00'));
    expect(addMonths(at('2028-01-31'), 1)).toBe(at('2028-03-02'));
    expect(addMonths(at('2026-03-31'), -1)).toBe(at('2026-03-03'));
    expect(addMonths(at('2026-11-30'), 24)).toBe(at('2028-11-30'));
  });

  it('finds the start and end of days, before 1970 too', () => {
    for (const day of ['2026-06-15', '1969-12-31', '0001-01-01']) {
      expect(formatSeconds(startOfDay(at(`${day} 14:23:36`)))).toBe(`${day} 00:00:00`);
      expect(formatSeconds(endOfDay(at(`${day} 14:23:36`)))).toBe(`${day} 23:59:59`);
    }
  });

  it('pads details with zeros', () => {
    expect(dateDetails(at('0987-06-05 04:03:02'))).toEqual({
      year: '0987',
      month: '06',
      day: '05',
      hour: '04',
      minutes: '03',
      seconds: '02',
    });
  });

  it('is bounded by the years 1 and 9999', () => {
    expect(formatSeconds(wallSecondsMin)).toBe('0001-01-01 00:00:00');
    expect(formatSeconds(wallSecondsMax)).toBe('9999-12-31 23:59:59');
    expect(
      [wallSecondsMin - 1, wallSecondsMin, wallSecondsMax, wallSecondsMax + 1].map(isInBounds),
    ).toEqual([false, true, true, false]);
  });
});
