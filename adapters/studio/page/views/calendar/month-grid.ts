// A month in weeks, by the clock of a site's zone: the rules are those of the core, never those of the browser.

import { calendar } from '../../../../../core/index.ts';

export interface CalendarMonth {
  readonly year: number;
  /** From 1. */
  readonly month: number;
}

export interface GridDay {
  /** Midnight by the clock of the site, in seconds. */
  readonly wallSeconds: number;
  readonly day: number;
  /** Whether it is of the month, and not of one beside it. */
  readonly isInMonth: boolean;
  /** Such as `CET → CEST`, if clocks are changed on it. */
  readonly clockChange?: string;
  /** Of the day in real seconds: 82,800 and 90,000 where clocks are changed by an hour. */
  readonly lengthSeconds: number;
}

export type GridWeek = readonly GridDay[];

/** The names of the days, as grids have them. */
export const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const daysPerWeek = 7;

/** The month at an instant, by the clock of a zone. */
export function monthAt(atMs: number, zone: calendar.Zone): CalendarMonth {
  const { year, month } = calendar.fieldsOf(zone.wallOf(Math.floor(atMs / 1_000)));
  return { year, month };
}

/** Such as `2026-03`; undefined for other texts, and years that the calendar does not have. */
export function parseMonth(text: string | undefined): CalendarMonth | undefined {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text ?? '') ?? [];
  const parsed = { year: Number(year), month: Number(month) };
  return parsed.year >= 1 && parsed.month >= 1 && parsed.month <= 12 ? parsed : undefined;
}

export function printMonth({ year, month }: CalendarMonth): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** So many months later. */
export function laterMonth({ year, month }: CalendarMonth, by: number): CalendarMonth {
  const { year: y, month: m } = calendar.fieldsOf(firstOf({ year, month: month + by }));
  return { year: y, month: m };
}

function firstOf({ year, month }: CalendarMonth): number {
  return calendar.secondsOf({ year, month, day: 1, hour: 0, minute: 0, second: 0 });
}

/** Whole weeks from Monday to Sunday, with all days of the month. */
export function monthGrid(month: CalendarMonth, zone: calendar.Zone): readonly GridWeek[] {
  const first = firstOf(month);
  const end = firstOf({ ...month, month: month.month + 1 });
  const before = (calendar.weekdayOf(first) + daysPerWeek - 1) % daysPerWeek;
  const weeks: GridDay[][] = [];
  for (let at = first - before * calendar.daySeconds; at < end;) {
    const week: GridDay[] = [];
    for (let day = 0; day < daysPerWeek; day += 1) {
      week.push(gridDay(at, at >= first && at < end, zone));
      at += calendar.daySeconds;
    }
    weeks.push(week);
  }
  return weeks;
}

function gridDay(wallSeconds: number, isInMonth: boolean, zone: calendar.Zone): GridDay {
  const [from, to] = [zone.utcOf(wallSeconds), zone.utcOf(wallSeconds + calendar.daySeconds)];
  const { day } = calendar.fieldsOf(wallSeconds);
  const change = zone.changesFrom(from, to).findLast(({ atSeconds }) => atSeconds >= from);
  return {
    wallSeconds,
    day,
    isInMonth,
    lengthSeconds: to - from,
    ...(change === undefined
      ? {}
      : { clockChange: `${change.before.abbreviation} → ${change.after.abbreviation}` }),
  };
}

/** The first and the last day of a grid, at midnight. */
export function gridBounds(weeks: readonly GridWeek[]): readonly [number, number] {
  const days = weeks.flat();
  return [days[0]?.wallSeconds ?? 0, days.at(-1)?.wallSeconds ?? 0];
}
