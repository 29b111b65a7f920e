// Time zones by packaged rules: converts between wall-clock times and instants. The rules are the IANA data in
// moment-timezone, never those of the host.

import momentTimezone from 'moment-timezone';

import { lowerCase } from '../../kernel/unicode.ts';
import { daySeconds, daysOf, type UtcSeconds, type WallSeconds } from './civil.ts';

/** The offset of a zone at an instant. */
export interface ZoneOffset {
  /** Added to UTC for the wall-clock time: positive in the east. */
  readonly offsetSeconds: number;
  /** Such as `CEST`, or the offset if the zone has no abbreviation: `-03`. */
  readonly abbreviation: string;
}

/** A change of the offset or abbreviation of a zone. */
export interface ZoneChange {
  readonly atSeconds: UtcSeconds;
  readonly before: ZoneOffset;
  readonly after: ZoneOffset;
}

export interface Zone {
  /** The canonical name; of offset zones the normal form, such as `UTC+5.5`. */
  readonly name: string;
  /** Whether it is a constant offset such as `UTC+2`. */
  readonly isOffset: boolean;
  readonly offsetAt: (utc: UtcSeconds) => ZoneOffset;
  /**
   * The instant of a wall-clock time, as in PHP's DateTime. A skipped time is read with the offset before the gap, which
   * moves it behind the gap. A repeated time is mostly the first occurrence west of Greenwich and the second east of it:
   * this follows from PHP's search for the offset.
   */
  readonly utcOf: (wall: WallSeconds) => UtcSeconds;
  /** The wall-clock time at an instant. */
  readonly wallOf: (utc: UtcSeconds) => WallSeconds;
  /** The changes from the last one at or before `from` up to `to`, exclusive. */
  readonly changesFrom: (from: UtcSeconds, to: UtcSeconds) => readonly ZoneChange[];
}

/** The version of the IANA database in the package. Written here, since nothing reads the data before they are needed. */
export const zoneDataVersion = '2026f';

let knownNames: ReadonlyMap<string, string> | undefined;
const zones = new Map<string, Zone>(); // decoded on first use; zones are constants

/**
 * The zone with a name: IANA names and aliases in any case, `UTC`, and offsets of at most 14 hours such as `UTC+2`,
 * `UTC-5`, `UTC+5.5`, `UTC+5:30` (reference/calendar.md section 2.4). Undefined for other names.
 */
export function zoneNamed(name: string): Zone | undefined {
  return zones.get(name) ?? placeNamed(name) ?? offsetNamed(name);
}

/** The zone of a site; UTC if its configured zone is unknown. */
export function siteZone({ zone }: { readonly zone: string }): Zone {
  return zoneNamed(zone) ?? utcZone;
}

/** The zone with an IANA name in any case; undefined for unknown names and offsets. */
export function placeNamed(name: string): Zone | undefined {
  const canonical = names().get(lowerCase(name));
  if (canonical === undefined) return undefined;
  const known = zones.get(canonical);
  if (known !== undefined) return known;
  const zone = zoneOf(canonical, periodsOf(canonical));
  zones.set(canonical, zone);
  return zone;
}

/** The canonical names of the data, by the same in lower case. */
function names(): ReadonlyMap<string, string> {
  knownNames ??= new Map(momentTimezone.tz.names().map((name) => [name.toLowerCase(), name]));
  return knownNames;
}

const offsetForm = /^UTC([+-])(\d{1,2})(?:\.(\d{1,2})|:([0-5]\d))?$/;
const offsetSecondsMax = 14 * 3600;

function offsetNamed(name: string): Zone | undefined {
  const match = offsetForm.exec(name);
  if (match === null) return undefined;
  const [, sign, hours, fraction, minutes] = match;
  const ofHour =
    minutes === undefined ? Number(`0.${fraction ?? '0'}`) * 3600 : Number(minutes) * 60;
  const size = Number(hours) * 3600 + Math.round(ofHour);
  if (size > offsetSecondsMax || size % 60 !== 0) return undefined;
  const offsetSeconds = sign === '-' && size > 0 ? -size : size;
  const normal = `UTC${offsetSeconds < 0 ? '-' : '+'}${size / 3600}`;
  const offset = { offsetSeconds, abbreviation: normal };
  return {
    name: normal,
    isOffset: true,
    offsetAt: () => offset,
    utcOf: (wall) => wall - offsetSeconds,
    wallOf: (utc) => utc + offsetSeconds,
    changesFrom: () => [],
  };
}

/** Periods of constant offset: the period with `offsets[i]` ends at `ends[i]`; the last one has no end. */
interface Periods {
  readonly ends: Float64Array;
  readonly offsets: readonly ZoneOffset[];
}

function periodsOf(name: string): Periods {
  const packed = momentTimezone.tz.zone(name);
  if (packed === null) throw new Error(`The zone data have no rules for ${name}.`);
  const known = new Map<string, ZoneOffset>();
  const offsets = packed.offsets.map((minutesWest, index): ZoneOffset => {
    const abbreviation = packed.abbrs[index] ?? '';
    const offset = known.get(`${abbreviation} ${minutesWest}`) ?? {
      offsetSeconds: 0 - Math.round(minutesWest * 60),
      abbreviation,
    };
    known.set(`${abbreviation} ${minutesWest}`, offset);
    return offset;
  });
  const ends = Float64Array.from(packed.untils.slice(0, -1), (ms) => Math.round(ms / 1000));
  return { ends, offsets };
}

/**
 * The data end in 2500. The Gregorian calendar, weekdays included, repeats after 400 years, and rules in force in 2099 never
 * end: from 2499 on, zones repeat the changes of 400 years before.
 */
const repeatsFromSeconds = daysOf(2499, 1, 1) * daySeconds;
const cycleSeconds = 146_097 * daySeconds;

function cyclesSince(seconds: number): number {
  return seconds < repeatsFromSeconds
    ? 0
    : Math.floor((seconds - repeatsFromSeconds) / cycleSeconds) + 1;
}

function zoneOf(name: string, { ends, offsets }: Periods): Zone {
  let last = 0; // the last result: consecutive look-ups mostly hit the same period
  const periodAt = (at: number): number => {
    const isInLast =
      (last === 0 || ends[last - 1]! <= at) && (last === ends.length || at < ends[last]!);
    if (!isInLast) last = countUpTo(ends, at);
    return last;
  };
  const offsetAt = (utc: UtcSeconds) => offsets[periodAt(utc - cyclesSince(utc) * cycleSeconds)]!;
  const utcOf = (wall: WallSeconds) => {
    const within = wall - cyclesSince(wall) * cycleSeconds;
    // In two steps, as in PHP: the offset at the wall-clock time read as UTC, then the offset at the resulting instant.
    const near = offsets[periodAt(within)]!.offsetSeconds;
    const index = periodAt(within - near);
    const exact = offsets[index]!.offsetSeconds;
    if (near === exact) return wall - near;
    const start = index === 0 ? -Infinity : ends[index - 1]!;
    const isSkipped = within >= start + near && within < start + exact;
    return wall - (isSkipped ? near : exact);
  };
  const wallOf = (utc: UtcSeconds) => utc + offsetAt(utc).offsetSeconds;
  const changesFrom = (from: UtcSeconds, to: UtcSeconds) => {
    const changes: ZoneChange[] = [];
    for (let cycle = cyclesSince(from); cycle <= cyclesSince(to); cycle += 1) {
      const shift = cycle * cycleSeconds;
      const begin = cycle === 0 ? -Infinity : repeatsFromSeconds - cycleSeconds;
      const reached = countUpTo(ends, Math.max(begin, from - shift));
      // Includes the last change before the first instant.
      let index = changes.length === 0 ? Math.max(0, reached - 1) : reached;
      for (; index < ends.length; index += 1) {
        const end = ends[index]!;
        if (end + shift >= to || end >= repeatsFromSeconds) break;
        const [before, after] = [offsets[index]!, offsets[index + 1]!];
        changes.push({ atSeconds: end + shift, before, after });
      }
    }
    return changes;
  };
  return { name, isOffset: false, offsetAt, utcOf, wallOf, changesFrom };
}

/** The number of ascending values that are at most `limit`. */
function countUpTo(values: Float64Array, limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As the packaged rules have it: most sites need no other. */
export const utcZone: Zone = zoneOf('UTC', {
  ends: new Float64Array(),
  offsets: [{ offsetSeconds: 0, abbreviation: 'UTC' }],
});
zones.set(utcZone.name, utcZone);
