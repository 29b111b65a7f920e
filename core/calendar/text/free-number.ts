// Makes names unique by a numeric suffix, in few steps however many are taken.

/** Numbers up to this one are tried in order. */
const orderedNumberMax = 100;

/** The number up to which all names are known to be taken, by stem and end. Valid as long as names are only added. */
export type TakenNumbers = Map<string, number>;

export interface NameSearch {
  /** The text before a number with this many digits. */
  readonly stemOf: (digitCount: number) => string;
  /** The text after the number, if any. */
  readonly end?: string;
  /** The first number that is tried. */
  readonly start: number;
  /** Must return false eventually. */
  readonly isTaken: (name: string) => boolean;
  readonly taken?: TakenNumbers | undefined;
}

/**
 * The first free name. Beyond 100 a free name that follows a taken one, found by bisection: numbers that became free again
 * may stay unused.
 */
export function firstFreeName({
  stemOf,
  end = '',
  start,
  isTaken,
  taken = new Map<string, number>(),
}: NameSearch): string {
  const stems: string[] = [];
  const nameOf = (number: number): string => {
    const digits = String(number);
    return (stems[digits.length] ??= stemOf(digits.length)) + digits + end;
  };
  for (let number = start; number <= orderedNumberMax; number += 1) {
    const name = nameOf(number);
    const { length } = String(number);
    const key = `${length}/${stems[length] ?? ''}${end}`;
    const known = taken.get(key) ?? 0;
    if (number > known) {
      if (!isTaken(name)) return name;
      taken.set(key, number);
    } else number = Math.min(known, 10 ** length - 1);
  }
  return nameOf(bisectFreeNumber((number) => isTaken(nameOf(number))));
}

/** A free number that follows a taken one, beyond those tried in order. */
function bisectFreeNumber(isTaken: (number: number) => boolean): number {
  let taken = orderedNumberMax;
  let free = 2 * taken;
  while (isTaken(free)) [taken, free] = [free, 2 * free];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
