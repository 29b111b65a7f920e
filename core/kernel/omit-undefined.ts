// Drops undefined members, so that absent fields stay absent in commands, events and records.

/** A copy of the object without undefined members. */
export function omitUndefined<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const result: Partial<T> = {};
  for (const name in fields) {
    if (fields[name] !== undefined) result[name] = fields[name];
  }
  return result as { [K in keyof T]?: Exclude<T[K], undefined> };
}
