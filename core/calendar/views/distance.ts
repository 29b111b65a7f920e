// Great-circle distances. Computes sines itself: the last digits of Math.sin differ between hosts.

import type { Place } from '../records/venue.ts';

const earthRadiusMiles = 3_958.8;
/** Slightly less than a degree of latitude on that sphere, so that bands are never too narrow. */
const milesPerDegree = 69;

/** Whether the distance between two places is at most a number of miles. */
export function isNear(one: Place, other: Place, miles: number): boolean {
  // Compares half chords on the unit sphere.
  const angle = miles / earthRadiusMiles;
  return angle >= Math.PI || squaredHalfChord(one, other) <= squareOf(sine(angle / 2));
}

/** The range of latitudes within a distance of a place. */
export function latitudesNear({ latitude }: Place, miles: number): readonly [number, number] {
  const reach = miles / milesPerDegree;
  return [latitude - reach, latitude + reach];
}

function squaredHalfChord(one: Place, other: Place): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const north = squareOf(sine((to - from) / 2));
  const east = squareOf(sine(radians(other.longitude - one.longitude) / 2));
  return north + sine(from + Math.PI / 2) * sine(to + Math.PI / 2) * east;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function squareOf(value: number): number {
  return value * value;
}

/** The sine by its series, to double precision. */
function sine(angle: number): number {
  const turns = angle - Math.round(angle / (2 * Math.PI)) * 2 * Math.PI;
  const squared = turns * turns;
  let term = turns;
  let sum = turns;
  for (let power = 3; power < 40; power += 2) {
    term *= -squared / (power * (power - 1));
    sum += term;
  }
  return sum;
}
