// What a request leaves out is left out of its command too, rather than there without a value.

/** The object without the members that are undefined. */
export function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const there: Partial<T> = {};
  for (const name in fields) {
    if (fields[name] !== undefined) there[name] = fields[name];
  }
  return there as { [K in keyof T]?: Exclude<T[K], undefined> };
}
