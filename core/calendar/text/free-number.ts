// Names made unique by a number behind them: the first that is free, found in few steps however many are taken.

/** Up to here numbers are tried in their order. */
const orderedNumberMax = 100;

/** Up to which number names are known to be taken, by what stands around it: kept as long as names are only added. */
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
 * The first name from a number on that is free, or, past 100, one that is free and follows one that is taken, so that a
 * number which became free again may stay unused.
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
  return nameOf(numberPastOrdered((number) => isTaken(nameOf(number))));
}

/** A number that is free and follows one that is taken, where all that are tried in order are taken. */
function numberPastOrdered(isTaken: (number: number) => boolean): number {
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
