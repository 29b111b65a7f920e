// Binary search in ordered numbers, such as positions or instants.

/** The index of the first number that is at least this one; the length if there is none. */
export function firstFrom(numbers: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
