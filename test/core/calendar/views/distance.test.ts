// Distances, compared with the same formula with Math.sin.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNear, latitudesNear } from '../../../../core/calendar/views/distance.ts';

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const place = fc.record({ latitude, longitude });
const step = fc.double({ min: -1, max: 1, noNaN: true });

type Place = { readonly latitude: number; readonly longitude: number };

function miles(one: Place, other: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const north = Math.sin((to - from) / 2) ** 2;
  const east = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const chord = north + Math.cos(from) * Math.cos(to) * east;
  return 2 * 3_958.8 * Math.asin(Math.sqrt(Math.min(1, chord)));
}

describe('places', () => {
  it('that are near by great-circle distance are within its range of latitudes', () => {
    fc.assert(
      fc.property(place, step, step, fc.constantFrom(1, 25, 5_000), (one, north, east, reach) => {
        const other = {
          latitude: Math.max(-90, Math.min(90, one.latitude + (north * reach) / 60)),
          longitude: one.longitude + (east * reach) / 60,
        };
        const apart = miles(one, other);
        fc.pre(Math.abs(apart - reach) > 1e-6);
        expect(isNear(one, other, reach)).toBe(apart < reach);
        const [least, most] = latitudesNear(one, reach);
        if (apart < reach) expect(other.latitude).toBeGreaterThanOrEqual(least);
        if (apart < reach) expect(other.latitude).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('lie within the range of latitudes, which is tight to a mile', () => {
    const milesPerDegree = (Math.PI * 3_958.8) / 180;
    const middle = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(middle, longitude, fc.constantFrom(1, 25, 1_000), (at, east, reach) => {
        const one = { latitude: at, longitude: east };
        for (const north of [0.9999, -0.9999]) {
          const other = { latitude: at + (north * reach) / milesPerDegree, longitude: east };
          expect(isNear(one, other, reach)).toBe(true);
          const [least, most] = latitudesNear(one, reach);
          expect(other.latitude).toBeGreaterThan(least);
          expect(other.latitude).toBeLessThan(most);
        }
      }),
    );
  });

  it.each([
    [90, 0.1],
    [90, 1e-4],
    [-90, 0.1],
  ])('are as far apart across the pole at %i as along it, %f degrees from it', (pole, degrees) => {
    const latitude = pole > 0 ? pole - degrees : pole + degrees;
    const [one, other] = [0, 180].map((longitude) => ({ latitude, longitude }));
    const apart = 2 * degrees * ((Math.PI * 3_958.8) / 180);
    expect(isNear(one!, other!, apart * 1.000_001)).toBe(true);
    expect(isNear(one!, other!, apart * 0.999_999)).toBe(false);
  });

  it('are all near half way around the world', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(isNear(one, other, 12_500)).toBe(true);
      }),
    );
  });

  it('has known distances of cities', () => {
    const delft = { latitude: 52.0116, longitude: 4.3571 };
    const rotterdam = { latitude: 51.9244, longitude: 4.4777 };
    const amsterdam = { latitude: 52.3676, longitude: 4.9041 };
    expect(isNear(delft, rotterdam, 9)).toBe(true);
    expect(isNear(delft, rotterdam, 7)).toBe(false);
    expect(isNear(delft, amsterdam, 25)).toBe(false);
  });
});
