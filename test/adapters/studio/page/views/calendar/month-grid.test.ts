// The month of a site, by known rules of zones.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  laterMonth,
  monthAt,
  monthGrid,
  parseMonth,
  printMonth,
  type CalendarMonth,
} from '../../../../../../adapters/studio/page/views/calendar/month-grid.ts';
import { calendar } from '../../../../../../core/index.ts';

function zone(name: string): calendar.Zone {
  const found = calendar.zoneNamed(name);
  if (found === undefined) throw new Error(`There is no zone ${name}.`);
  return found;
}

const dayOf = (name: string, month: CalendarMonth, day: number) =>
  monthGrid(month, zone(name))
    .flat()
    .find((one) => one.isInMonth && one.day === day);

describe('the month of a site', () => {
  it('begins with Monday, and shows the days beside it', () => {
    const weeks = monthGrid({ year: 2026, month: 3 }, zone('Europe/Berlin'));
    expect(weeks.map((week) => week.map(({ day }) => day))).toEqual([
      [23, 24, 25, 26, 27, 28, 1],
      [2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12, 13, 14, 15],
      [16, 17, 18, 19, 20, 21, 22],
      [23, 24, 25, 26, 27, 28, 29],
      [30, 31, 1, 2, 3, 4, 5],
    ]);
    expect(weeks[0]?.map(({ isInMonth }) => isInMonth)).toEqual([
      ...Array.from({ length: 6 }, () => false),
      true,
    ]);
  });

  it.each([
    ['Europe/Berlin', { year: 2026, month: 3 }, 29, 'CET → CEST', 82_800],
    ['Europe/Berlin', { year: 2026, month: 10 }, 25, 'CEST → CET', 90_000],
    ['America/New_York', { year: 2026, month: 3 }, 8, 'EST → EDT', 82_800],
    ['America/New_York', { year: 2026, month: 11 }, 1, 'EDT → EST', 90_000],
    ['Australia/Lord_Howe', { year: 2026, month: 10 }, 4, '+1030 → +11', 84_600],
    ['Asia/Kathmandu', { year: 2026, month: 3 }, 29, undefined, 86_400],
    ['UTC+5:30', { year: 2026, month: 3 }, 29, undefined, 86_400],
  ] as const)('knows when clocks are changed in %s in %o', (name, month, day, change, length) => {
    const found = dayOf(name, month, day);
    expect(found?.clockChange).toBe(change);
    expect(found?.lengthSeconds).toBe(length);
    expect(dayOf(name, month, day + 2)?.clockChange).toBeUndefined();
  });

  it('is that of the site where another month has begun elsewhere', () => {
    const atMs = Date.UTC(2026, 1, 28, 23, 30);
    expect(monthAt(atMs, zone('Europe/Berlin'))).toEqual({ year: 2026, month: 3 });
    expect(monthAt(atMs, zone('America/New_York'))).toEqual({ year: 2026, month: 2 });
  });

  it('is read from the address as it is printed, and from nothing else', () => {
    expect(parseMonth('2026-03')).toEqual({ year: 2026, month: 3 });
    expect(printMonth({ year: 26, month: 3 })).toBe('0026-03');
    for (const text of [undefined, '', '2026-13', '2026-00', '0000-01', '2026-3', '2026-03-01']) {
      expect(parseMonth(text)).toBeUndefined();
    }
  });

  const months = fc.record({
    year: fc.integer({ min: 1, max: 9_998 }),
    month: fc.integer({ min: 1, max: 12 }),
  });
  const names = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'America/St_Johns',
    'UTC-11',
  );

  it('has each day once, by the Gregorian calendar', () => {
    fc.assert(
      fc.property(months, names, (month, name) => {
        const weeks = monthGrid(month, zone(name));
        expect(weeks.every((week) => week.length === 7)).toBe(true);
        const own = weeks.flat().filter(({ isInMonth }) => isInMonth);
        expect(own.map(({ day }) => day)).toEqual(own.map((_, index) => index + 1));
        const next = laterMonth(month, 1);
        const first = new Date(Date.UTC(2000, 0, 1));
        first.setUTCFullYear(month.year, month.month - 1, 1);
        const end = new Date(first);
        end.setUTCFullYear(next.year, next.month - 1, 1);
        expect(own).toHaveLength(Math.round((end.getTime() - first.getTime()) / 86_400_000));
        const index = weeks[0]?.findIndex(({ isInMonth }) => isInMonth);
        expect(index).toBe((first.getUTCDay() + 6) % 7);
        expect(laterMonth(next, -1)).toEqual(month);
        expect(parseMonth(printMonth(month))).toEqual(month);
      }),
    );
  });

  it('has no gap between its days in real time', () => {
    fc.assert(
      fc.property(months, names, (month, name) => {
        const site = zone(name);
        const days = monthGrid(month, site).flat();
        const [first, last] = [days[0], days.at(-1)];
        const length = days.reduce((sum, { lengthSeconds }) => sum + lengthSeconds, 0);
        const end = site.utcOf((last?.wallSeconds ?? 0) + 86_400);
        expect(length).toBe(end - site.utcOf(first?.wallSeconds ?? 0));
      }),
    );
  });
});
