// Distances between places. Computes its own sines: those of hosts differ in their last digits.

/** In degrees: north and east are positive. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

const earthRadiusMiles = 3_958.8;
/** A degree of latitude, a little more than the least it measures on that sphere. */
const milesPerDegree = 69;

/** Whether a place is within so many miles of another, as the crow flies. */
export function isNear(one: Place, other: Place, miles: number): boolean {
  // The half chord between them, of a sphere of radius 1, against that of the angle that the miles come to.
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
