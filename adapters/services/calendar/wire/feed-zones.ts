// Time zones of an iCalendar feed: VTIMEZONEs with the clock changes in the years of its events, from the packaged rules.

import ical from 'ical.js';
import { calendar } from '../../../../core/index.ts';

/** Collects the zones of a feed while its times are printed. */
export interface FeedZones {
  /** A time by the clock of its zone, or in UTC if that clock shows it twice. */
  readonly timeOf: (name: string, utcSeconds: number) => ZonedTime;
  /** A VTIMEZONE for each zone printed so far, by name. */
  readonly components: () => readonly ical.Component[];
}

export interface ZonedTime {
  readonly value: ical.Time;
  /** Absent for times in UTC. */
  readonly tzid?: string;
}

export function createFeedZones(): FeedZones {
  const yearsOf = new Map<string, Set<number>>();
  return {
    timeOf(name, utcSeconds) {
      const zone = calendar.zoneNamed(name);
      if (zone === undefined || !isClear(zone, utcSeconds)) return { value: utcTime(utcSeconds) };
      const value = floatingTime(zone.wallOf(utcSeconds));
      const years = yearsOf.get(zone.name) ?? new Set();
      yearsOf.set(zone.name, years.add(yearOf(utcSeconds)));
      return { value, tzid: zone.name };
    },
    components: () =>
      [...yearsOf]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([name, years]) => {
          const zone = calendar.zoneNamed(name);
          return zone === undefined ? [] : [componentOf(zone, [...years])];
        }),
  };
}

/** Whether the clock of a zone determines the instant for all clients. */
function isClear(zone: calendar.Zone, utcSeconds: number): boolean {
  const { offsetSeconds, abbreviation } = zone.offsetAt(utcSeconds);
  if (offsetSeconds === 0 && abbreviation.startsWith('UTC')) return false;
  if (offsetSeconds % 60 !== 0) return false; // most clients ignore the seconds of an offset
  return !zone
    .changesFrom(utcSeconds - daySeconds, utcSeconds + daySeconds)
    .some(({ atSeconds, before, after }) => {
      const repeated = before.offsetSeconds - after.offsetSeconds;
      return atSeconds - repeated <= utcSeconds && utcSeconds < atSeconds + repeated;
    });
}

const daySeconds = 86_400;

/** The clock changes in these years. */
function componentOf(zone: calendar.Zone, years: readonly number[]): ical.Component {
  const changes = new Map<number, calendar.ZoneChange>();
  for (const year of years) {
    for (const change of zone.changesFrom(...spanOf(year))) changes.set(change.atSeconds, change);
  }
  const inOrder = [...changes.values()].sort((one, other) => one.atSeconds - other.atSeconds);
  const component = new ical.Component('vtimezone');
  component.addPropertyWithValue('tzid', zone.name);
  const [start] = spanOf(Math.min(...years));
  const [first] = inOrder;
  if (first === undefined || first.atSeconds > start) {
    // No earlier change is known: the offset applies from the start.
    const offset = first?.before ?? zone.offsetAt(start);
    const atSeconds = start - offset.offsetSeconds;
    component.addSubcomponent(observanceOf({ atSeconds, before: offset, after: offset }));
  }
  for (const change of inOrder) component.addSubcomponent(observanceOf(change));
  return component;
}

/** A year in UTC, extended by a day on both sides to cover the year in every zone. */
function spanOf(year: number): readonly [from: number, to: number] {
  return [Math.max(startOf(1), startOf(year) - daySeconds), startOf(year + 1) + daySeconds];
}

function observanceOf({ atSeconds, before, after }: calendar.ZoneChange): ical.Component {
  const isForward = after.offsetSeconds > before.offsetSeconds;
  const component = new ical.Component(isForward ? 'daylight' : 'standard');
  component.addPropertyWithValue('dtstart', floatingTime(atSeconds + before.offsetSeconds));
  component.addPropertyWithValue('tzoffsetfrom', ical.UtcOffset.fromSeconds(before.offsetSeconds));
  component.addPropertyWithValue('tzoffsetto', ical.UtcOffset.fromSeconds(after.offsetSeconds));
  component.addPropertyWithValue('tzname', after.abbreviation);
  return component;
}

function yearOf(seconds: number): number {
  return Number(calendar.dateDetails(seconds).year);
}

function startOf(year: number): number {
  return calendar.secondsOf({ year, month: 1, day: 1, hour: 0, minute: 0, second: 0 });
}

export function utcTime(utcSeconds: number): ical.Time {
  return ical.Time.fromData(fieldsOf(utcSeconds), ical.Timezone.utcTimezone);
}

function floatingTime(wallSeconds: number): ical.Time {
  return ical.Time.fromData(fieldsOf(wallSeconds));
}

export function dayTime(seconds: number): ical.Time {
  const { year, month, day } = fieldsOf(seconds);
  return ical.Time.fromData({ year, month, day, isDate: true });
}

function fieldsOf(seconds: number) {
  const { year, month, day, hour, minutes, seconds: second } = calendar.dateDetails(seconds);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minutes),
    second: Number(second),
    isDate: false,
  };
}
