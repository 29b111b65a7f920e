// Zone arithmetic, compared with PHP: every change of clocks of every zone, and random instants and clocks up to 9999.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatSeconds, wallSecondsMax, wallSecondsMin } from '../../core/calendar/dates/civil.ts';
import { zoneDataVersion, zoneNamed } from '../../core/calendar/dates/zones.ts';
import { queryOracle, hasOracle, needsOracle, oracleEdition } from './oracle.ts';
import {
  agreeAround,
  agreeForGood,
  type ComparedZone,
  comparedTo,
  comparedZones,
  wallClocksAround,
} from './zone-data.ts';

const listedTo = Date.UTC(2040, 0, 1) / 1000;
const since1970 = ({ differs }: ComparedZone) => differs.filter(({ to }) => to > 0);

describe.runIf(needsOracle)('zones, compared with PHP', () => {
  let zones: ComparedZone[];

  beforeAll(() => {
    expect({ hasOracle, 'install the package': 'php-cli' }).toMatchObject({ hasOracle: true });
    zones = comparedZones().zones;
  });

  it('has every place of PHP, and no others', () => {
    const { onlyTheirs, onlyOurs } = comparedZones();
    // Files of the zone database that PHP lists as zones, and the machine's own zone.
    const noPlaces = ['Factory', 'leapseconds', 'localtime', 'posixrules', 'tzdata.zi'];
    expect({ onlyTheirs: onlyTheirs.filter((name) => !noPlaces.includes(name)), onlyOurs }).toEqual(
      {
        onlyTheirs: [],
        onlyOurs: [],
      },
    );
  });

  it('accepts their names in any case, and no others', () => {
    const names = zones.filter((_, index) => index % 7 === 0).map(({ name }) => name);
    const spelt = [
      ...names.flatMap((name) => [name.toLowerCase(), name.toUpperCase()]),
      ...names.map((name) => `${name}x`),
      '',
      'Mars/Olympus',
      'America_New_York',
      'Europe/',
      '/Paris',
      'utc+2',
    ];
    const theirs = queryOracle(spelt.map((name) => ({ ask: 'accepts', zone: name })));
    const ours = spelt.map((name) => zoneNamed(name) !== undefined);
    const wrong = spelt.filter((_, index) => ours[index] !== theirs[index]);
    expect(wrong).toEqual([]);
    expect(theirs).toContain(false);
  });

  it('has the same data, except for changes between editions', () => {
    const theirs = oracleEdition();
    const differing = zones.filter(({ differs }) => differs.length > 0);
    const lately = zones.filter((zone) => since1970(zone).length > 0);
    const changes = zones.flatMap((zone) => zone.changes.map((at) => agreeAround(zone, at)));
    const left = changes.filter((agree) => !agree).length;
    process.stdout.write(
      `Zone data: ours ${zoneDataVersion}, PHP's ${theirs}. Of ${zones.length} zones ${differing.length} differ ` +
        `somewhere, ${lately.length} since 1970: ${lately.map(({ name }) => name).join(', ')}. ` +
        `Of ${changes.length} changes of clocks before 2100 ${left} are left out for that.\n`,
    );
    expect(zones.length).toBeGreaterThan(550);
    expect(lately.length).toBeLessThan(zones.length / 10);
    const unchanged = ['Europe/Paris', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney', 'UTC'];
    expect(differing.map(({ name }) => name)).not.toEqual(expect.arrayContaining(unchanged));
  });

  it('agrees on offsets and abbreviations at random instants of all years', () => {
    const instants = fc.sample(fc.integer({ min: wallSecondsMin, max: wallSecondsMax }), {
      numRuns: 40,
      seed: 6,
    });
    const asked = zones.map((zone) => ({
      zone: zone.name,
      instants: instants.filter((instant) =>
        instant < comparedTo ? agreeAround(zone, instant) : agreeForGood(zone),
      ),
    }));
    const answers = queryOracle(asked.map((one) => ({ ask: 'offsets', ...one }))) as [
      number,
      string,
    ][][];
    const wrong = asked.flatMap(({ zone, instants: ofZone }, index) =>
      ofZone.flatMap((instant, at) => {
        const { offsetSeconds, abbreviation } = zoneNamed(zone)!.offsetAt(instant);
        const theirs = answers[index]![at]!;
        return offsetSeconds === theirs[0] && abbreviation === theirs[1]
          ? []
          : [
              {
                zone,
                instant: formatSeconds(instant),
                ours: [offsetSeconds, abbreviation],
                theirs,
              },
            ];
      }),
    );
    expect(asked.reduce((sum, { instants: ofZone }) => sum + ofZone.length, 0)).toBeGreaterThan(
      15_000,
    );
    expect(wrong).toEqual([]);
  });

  it('agrees on wall clocks around every change of clocks', () => {
    const asked = zones.map((zone) => ({
      zone: zone.name,
      walls: wallClocksAround(
        zone,
        zone.changes.filter((change) => change < listedTo && agreeAround(zone, change)),
      ),
    }));
    expect(asked.reduce((sum, { walls }) => sum + walls.length, 0)).toBeGreaterThan(100_000);
    expect(wrongWalls(asked)).toEqual([]);
  });

  it('agrees on wall clocks where the packaged data end and repeat, and in the last years', () => {
    const settled = zones.filter(agreeForGood);
    for (const year of [2498, 2896, 9996]) {
      const [from, to] = [year, year + 3].map((of) => Date.UTC(of) / 1000) as [number, number];
      const theirs = queryOracle(
        settled.map(({ name }) => ({ ask: 'transitions', zone: name, from, to })),
      ) as [number][][];
      const asked = settled.map((zone, index) => ({
        zone: zone.name,
        walls: wallClocksAround(
          zone,
          theirs[index]!.map(([instant]) => instant).filter((instant) => instant > from),
        ),
      }));
      expect(asked.reduce((sum, { walls }) => sum + walls.length, 0)).toBeGreaterThan(5000);
      expect(wrongWalls(asked)).toEqual([]);
    }
  });
});

function wrongWalls(asked: readonly { zone: string; walls: readonly number[] }[]): unknown[] {
  const answers = queryOracle(
    asked.map(({ zone, walls }) => ({ ask: 'instants', zone, walls: walls.map(formatSeconds) })),
  ) as [number, string][][];
  return asked.flatMap(({ zone, walls }, index) => {
    const { utcOf, wallOf } = zoneNamed(zone)!;
    return walls.flatMap((wall, at) => {
      const [utc, shown] = answers[index]![at]!;
      const ours = [utcOf(wall), formatSeconds(wallOf(utcOf(wall)))];
      return ours[0] === utc && ours[1] === shown
        ? []
        : [
            {
              zone,
              wall: formatSeconds(wall),
              utc: formatSeconds(ours[0] as number),
              theirs: formatSeconds(utc),
            },
          ];
    });
  });
}
