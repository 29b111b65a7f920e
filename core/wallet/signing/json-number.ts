// Integers beyond 2^53, which lose digits when their JSON is parsed.

/** Whether digits of an integer may have been lost when its JSON was parsed. */
export function isInexactInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

export const asStringHint = `beyond ${Number.MAX_SAFE_INTEGER} digits of a JSON number are lost: give the integer as a string`;
