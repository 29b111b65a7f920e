// The time window of a list of events (reference/calendar.md section 5.5): bounds of their starts and ends, to the second or
// by whole days. The default window begins yesterday and lasts two years.

import type { KeyRange } from '../../tables/index.ts';
import type { DateText } from '../commands.ts';
import {
  addMonths,
  daySeconds,
  endOfDay,
  formatSeconds,
  startOfDay,
  type WallSeconds,
} from '../dates/civil.ts';
import { eventDate, parseDate } from '../dates/strtotime.ts';
import { utcZone, type Zone } from '../dates/zones.ts';
import { invalidDate, type Problems } from '../problems.ts';
import type { EventOrder } from '../tables.ts';

export interface WindowQuery {
  readonly startDate?: DateText;
  readonly endDate?: DateText;
  readonly startsBefore?: DateText;
  readonly startsAfter?: DateText;
  readonly endsBefore?: DateText;
  readonly endsAfter?: DateText;
  /** Whether bounds are instants in UTC; otherwise they are whole days of the site. */
  readonly hasStrictDates?: boolean;
  /** Disables the window. */
  readonly include?: readonly number[];
}

export interface EventWindow {
  readonly order: EventOrder;
  readonly within: { readonly [name in EventOrder]?: KeyRange };
  /** The bounds as absolute dates, by their names on the wire. */
  readonly dates: Readonly<Record<string, string>>;
}

/** The length of the default window. */
const defaultMonths = 24;

const bounds = {
  start_date: { member: 'startDate', dayOf: startOfDay },
  end_date: { member: 'endDate', dayOf: endOfDay },
  starts_before: { member: 'startsBefore', dayOf: endOfDay },
  starts_after: { member: 'startsAfter', dayOf: endOfDay },
  ends_before: { member: 'endsBefore', dayOf: endOfDay },
  ends_after: { member: 'endsAfter', dayOf: endOfDay },
} as const;

type BoundName = keyof typeof bounds;

/** The bounds of starts and ends by their names on the wire. */
export const boundNames = Object.keys(bounds) as readonly BoundName[];

/** The requested window. Adds a problem for each invalid date. */
export function windowOf(
  query: WindowQuery,
  zone: Zone,
  nowMs: number,
  problems: Problems,
): EventWindow {
  const isStrict = query.hasStrictDates === true;
  const nowSeconds = Math.floor(nowMs / 1000);
  const at: Partial<Record<BoundName, WallSeconds>> = {};
  for (const name of boundNames) {
    const { member, dayOf } = bounds[name];
    const text = query[member];
    if (text === undefined) continue;
    const wall = isStrict
      ? strictWall(text, zone, nowSeconds)
      : eventDate(text, { nowSeconds, zone })?.wallSeconds;
    if (wall === undefined) problems[name] = invalidDate;
    else at[name] = isStrict ? wall : dayOf(wall);
  }
  const isBounded = boundNames.slice(2).some((name) => query[bounds[name].member] !== undefined);
  const defaults = isBounded ? {} : defaultWindow(zone.wallOf(nowSeconds), isStrict);
  const all = { ...defaults, ...at };
  const start = { from: all.start_date, below: all.starts_before, above: all.starts_after };
  const end = { upTo: all.end_date, below: all.ends_before, above: all.ends_after };
  const isDated = query.include === undefined;
  return {
    // A site in UTC compares instants, any other site compares the events' own wall clocks.
    ...(zone.name === 'UTC'
      ? { order: 'startUtc', within: { startUtc: start, endUtc: end } }
      : { order: 'start', within: { start, end } }),
    dates: isDated ? formatBounds(all, isStrict ? zone : undefined) : {},
  };
}

/** The site's wall clock at an instant, which is in UTC unless the text names a zone. */
function strictWall(text: DateText, zone: Zone, nowSeconds: number): WallSeconds | undefined {
  const isUnix = /^\s*[+-]?\d+\s*$/.test(String(text));
  const present = { nowSeconds, zone: utcZone };
  const utc = isUnix
    ? eventDate(text, present)?.utcSeconds
    : parseDate(String(text), present)?.utcSeconds;
  return utc === undefined ? undefined : zone.wallOf(utc);
}

function defaultWindow(nowWall: WallSeconds, isStrict: boolean) {
  const end = addMonths(nowWall, defaultMonths);
  return {
    start_date: startOfDay(nowWall) - daySeconds,
    end_date: isStrict ? end : endOfDay(end),
  };
}

/** Strict bounds are formatted in UTC. */
function formatBounds(
  all: Readonly<Partial<Record<BoundName, WallSeconds>>>,
  strictZone: Zone | undefined,
): Readonly<Record<string, string>> {
  const formatted: Record<string, string> = {};
  for (const name of boundNames) {
    const wall = all[name];
    if (wall === undefined) continue;
    formatted[name] = formatSeconds(strictZone === undefined ? wall : strictZone.utcOf(wall));
  }
  return formatted;
}
