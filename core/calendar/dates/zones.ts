// Time zones by their packaged rules: which offset and abbreviation a zone has at an instant, and which instant a wall
// clock means. The rules are the IANA data in moment-timezone, never those of the host.

import momentTimezone from 'moment-timezone';

import { invariant } from '../../kernel/invariant.ts';
import { lowerCase } from '../../kernel/unicode.ts';
import { daySeconds, daysOf, type UtcSeconds, type WallSeconds } from './civil.ts';

/** What holds in a zone at an instant. */
export interface ZoneOffset {
  /** Seconds to add to UTC for the wall clock: positive in the east. */
  readonly offsetSeconds: number;
  /** Such as `CEST`; where people have no letters for it, the offset: `-03`. */
  readonly abbreviation: string;
}

/** An instant at which the clocks of a zone change, or their name does. */
export interface ZoneChange {
  readonly atSeconds: UtcSeconds;
  readonly before: ZoneOffset;
  readonly after: ZoneOffset;
}

export interface Zone {
  /** Its name as the data spell it; of an offset zone the normal form, such as `UTC+5.5`. */
  readonly name: string;
  /** Whether it is a constant offset like `UTC+2`, not a place. */
  readonly isOffset: boolean;
  readonly offsetAt: (utc: UtcSeconds) => ZoneOffset;
  /**
   * The instant that a wall clock means, as PHP's DateTime has it. A time that the clocks skip is read with the offset
   * before the gap, and so shows as that much later. A time that occurs twice is its first occurrence west of
   * Greenwich and its second east of it (mostly: it follows from how the original looks for the offset).
   */
  readonly utcOf: (wall: WallSeconds) => UtcSeconds;
  /** What the clock shows at an instant. */
  readonly wallOf: (utc: UtcSeconds) => WallSeconds;
  /** The changes of clocks from the last one at or before `from`, if there is one, up to `to`, without that. */
  readonly changesFrom: (from: UtcSeconds, to: UtcSeconds) => readonly ZoneChange[];
}

/** The edition of the IANA database, such as `2026f`. */
export const zoneDataVersion: string = momentTimezone.tz.dataVersion;

const names: ReadonlyMap<string, string> = new Map(
  momentTimezone.tz.names().map((name) => [name.toLowerCase(), name]),
);
const zones = new Map<string, Zone>(); // decoded once: a zone is a constant

/**
 * The zone of this name, or undefined: IANA names and their old aliases in any case, `UTC`, and offsets like `UTC+2`,
 * `UTC-5`, `UTC+5.5`, `UTC+5:30` of at most 14 hours (reference, section 2.4).
 */
export function zoneNamed(name: string): Zone | undefined {
  return zones.get(name) ?? placeNamed(name) ?? offsetNamed(name);
}

/** The zone of a site; UTC where its settings name one that there is not. */
export function siteZone({ zone }: { readonly zone: string }): Zone {
  return zoneNamed(zone) ?? utcZone;
}

/** The zone of an IANA name in any case, or undefined. Takes no offsets. */
export function placeNamed(name: string): Zone | undefined {
  const canonical = names.get(lowerCase(name));
  if (canonical === undefined) return undefined;
  const known = zones.get(canonical);
  if (known !== undefined) return known;
  const zone = zoneOf(canonical, periodsOf(canonical));
  zones.set(canonical, zone);
  return zone;
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

/** The times of one offset each: `ends[i]` is where the one with `offsets[i]` ends; the last has no end. */
interface Periods {
  readonly ends: Float64Array;
  readonly offsets: readonly ZoneOffset[];
}

function periodsOf(name: string): Periods {
  const packed = momentTimezone.tz.zone(name);
  if (packed === null) throw new Error(`The zone data list ${name} and lack its rules.`);
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
 * The data list all changes of clocks before 2500. The Gregorian calendar repeats after 400 years, weekdays too, and no
 * rule that is in force in 2099 ends: from 2499 on a zone does what it did 400 years before.
 */
const repeatsFromSeconds = daysOf(2499, 1, 1) * daySeconds;
const cycleSeconds = 146_097 * daySeconds;

function cyclesSince(seconds: number): number {
  return seconds < repeatsFromSeconds
    ? 0
    : Math.floor((seconds - repeatsFromSeconds) / cycleSeconds) + 1;
}

function zoneOf(name: string, { ends, offsets }: Periods): Zone {
  let last = 0; // found last: what is asked for next mostly lies in the same period
  const periodAt = (limit: number): number => {
    const isThere =
      (last === 0 || ends[last - 1]! <= limit) && (last === ends.length || limit < ends[last]!);
    if (!isThere) last = countUpTo(ends, limit);
    return last;
  };
  const offsetAt = (utc: UtcSeconds) => offsets[periodAt(utc - cyclesSince(utc) * cycleSeconds)]!;
  const utcOf = (wall: WallSeconds) => {
    const within = wall - cyclesSince(wall) * cycleSeconds;
    // In two steps, as the original: the offset at the clock taken for UTC, and the one at the instant which that gives.
    const near = offsets[periodAt(within)]!.offsetSeconds;
    const index = periodAt(within - near);
    const there = offsets[index]!.offsetSeconds;
    if (near === there) return wall - near;
    const began = index === 0 ? -Infinity : ends[index - 1]!;
    const isSkipped = within >= began + near && within < began + there;
    return wall - (isSkipped ? near : there);
  };
  const wallOf = (utc: UtcSeconds) => utc + offsetAt(utc).offsetSeconds;
  const changesFrom = (from: UtcSeconds, to: UtcSeconds) => {
    const changes: ZoneChange[] = [];
    for (let cycle = cyclesSince(from); cycle <= cyclesSince(to); cycle += 1) {
      const shift = cycle * cycleSeconds;
      const begin = cycle === 0 ? -Infinity : repeatsFromSeconds - cycleSeconds;
      const reached = countUpTo(ends, Math.max(begin, from - shift));
      // The first cycle begins with the change that its first instant lies behind.
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

/** How many of the ascending values are at most `limit`. */
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

/** The zone UTC. */
export const utcZone: Zone = known(zoneNamed('UTC'));

function known(zone: Zone | undefined): Zone {
  invariant(zone !== undefined, 'the packaged rules have UTC');
  return zone;
}
