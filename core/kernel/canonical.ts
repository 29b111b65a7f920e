// Canonical JSON: one text for one value, whatever the order in which its keys were set.
// Keys are sorted by UTF-16 code unit, keys whose value is undefined are left out.

import { InvariantError } from './invariant.ts';

/** What messages are made of. Money is text here (see Units), never a number or a bigint. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** The canonical text of a JSON value. Throws InvariantError on what JSON cannot hold exactly. */
export function canonical(value: unknown): string {
  const type = typeof value;
  switch (type) {
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'number':
      if (!Number.isFinite(value))
        throw new InvariantError(`No JSON form for the number ${String(value)}.`);
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as object);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      throw new InvariantError(`No JSON form for a ${type}.`);
  }
}

function canonicalArray(values: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ',';
    text += canonical(values[index]);
  }
  return text + ']';
}

function canonicalObject(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new InvariantError('No JSON form for an object that is not plain.');
  }
  const record = value as Record<string, unknown>;
  let text = '{';
  for (const key of Object.keys(record).sort()) {
    const member = record[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    text += JSON.stringify(key) + ':' + canonical(member);
  }
  return text + '}';
}
