// Numbers that tell names apart: the first that is free, found in few steps however many are taken.

/** Up to here numbers are tried in their order. */
const orderedNumberMax = 100;

/**
 * The first number from `start` on that is free, or, past 100, one that is free and follows one that is taken, so that a
 * number which became free again may stay unused. `isTaken` must say no sooner or later.
 */
export function firstFreeNumber(start: number, isTaken: (number: number) => boolean): number {
  let taken = start - 1;
  while (taken < orderedNumberMax && isTaken(taken + 1)) taken += 1;
  if (taken < orderedNumberMax) return taken + 1;
  let free = 2 * taken;
  while (isTaken(free)) [taken, free] = [free, 2 * free];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
