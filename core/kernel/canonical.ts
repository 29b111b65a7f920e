// Canonical JSON: one text for one value, whatever the order in which its keys were set.
// Keys are sorted by UTF-16 code unit, keys whose value is undefined are left out.

import { InvariantError } from './invariant.ts';

/** What messages are made of. Money is text here (see Units), never a number or a bigint. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** The canonical text of a JSON value. Throws InvariantError on what JSON cannot hold exactly. */
export function canonical(value: unknown): string {
  if (isInOrder(value)) return JSON.stringify(value);
  hasOddKeys = false;
  const plain = ordered(value);
  return hasOddKeys ? spelled(value, nothing) : JSON.stringify(plain);
}

/** The canonical text of an object without some of its members. */
export function canonicalWithout(value: object, omitted: readonly string[]): string {
  return canonicalData(value, omitted).text;
}

/** The same, and the object that the text is parsed to, with its members in the same order. */
export function canonicalData(
  value: object,
  omitted: readonly string[],
): { readonly text: string; readonly data: object } {
  hasOddKeys = false;
  const data = orderedObject(value, omitted);
  if (!hasOddKeys) return { text: JSON.stringify(data), data };
  const text = spelled(value, omitted);
  return { text, data: JSON.parse(text) as object };
}

/** Whether a value needs only be printed as it stands, as those that are made with their members in order. */
export function isInOrder(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isInOrder);
  if (!isPlain(value)) return false;
  const record = value as Record<string, unknown>;
  let before = '';
  for (const key in record) {
    if (key < before || !isInOrder(record[key])) return false;
    before = key;
  }
  return true;
}

/** Whether the value that was put in order last has a key whose place an object cannot keep. */
let hasOddKeys = false;

/** The value with the keys of its objects in order, so that it needs only be printed. */
function ordered(value: unknown): unknown {
  const type = typeof value;
  switch (type) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value))
        throw new InvariantError(`No JSON form for the number ${String(value)}.`);
      return value;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? value.map(ordered) : orderedObject(value as object, nothing);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      throw new InvariantError(`No JSON form for a ${type}.`);
  }
}

const nothing: readonly string[] = [];

function orderedObject(value: object, omitted: readonly string[]): object {
  if (!isPlain(value)) throw new InvariantError('No JSON form for an object that is not plain.');
  const record = value as Record<string, unknown>;
  const keys = sorted(Object.keys(record));
  const result: Record<string, unknown> = {};
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const member = record[key];
    if (member === undefined || omitted.includes(key)) continue;
    const plain = ordered(member);
    if (isOdd(key)) hasOddKeys = true;
    else result[key] = plain;
  }
  return result;
}

/** Whether an object is one that JSON has, of no class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Few keys mostly, and mostly in order already. */
function sorted(keys: string[]): string[] {
  if (keys.length > 32) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    let place = index - 1;
    for (; place >= 0 && (keys[place] as string) > key; place -= 1) {
      keys[place + 1] = keys[place] as string;
    }
    keys[place + 1] = key;
  }
  return keys;
}

/** Objects put keys that look like numbers first, and take this one for their prototype. */
function isOdd(key: string): boolean {
  const code = key.charCodeAt(0);
  return (code >= 48 && code <= 57) || key === '__proto__';
}

/** A value that `ordered` has passed, spelled out member by member. */
function spelled(value: unknown, omitted: readonly string[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, nothing)).join(',')}]`;
  const record = value as Record<string, unknown>;
  const members: string[] = [];
  for (const key of sorted(Object.keys(record))) {
    const member = record[key];
    if (member === undefined || omitted.includes(key)) continue;
    members.push(`${JSON.stringify(key)}:${spelled(member, nothing)}`);
  }
  return `{${members.join(',')}}`;
}
