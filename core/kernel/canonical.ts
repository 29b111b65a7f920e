// Canonical JSON: the same text for equal values, whatever the order of their keys. Digests depend on it.
// Keys are sorted by UTF-16 code units; members that are undefined are left out.

import { InvariantError } from './invariant.ts';

/** The data of messages. Money is text (see Units), never a number or a bigint. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** The canonical text of a JSON value. Throws InvariantError if JSON cannot represent it exactly. */
export function canonical(value: unknown): string {
  const found: Findings = { hasOddKey: false };
  const copy = sortedOrSame(value, found);
  return found.hasOddKey ? printMembers(value) : JSON.stringify(copy);
}

/** The canonical text of an object without some of its members. */
export function canonicalWithout(value: object, omitted: readonly string[]): string {
  return canonicalData(value, omitted).text;
}

/** As `canonicalWithout`, with the parsed object: its members are in the order of the text. */
export function canonicalData(
  value: object,
  omitted: readonly string[],
): { readonly text: string; readonly data: object } {
  const found: Findings = { hasOddKey: false };
  const data = sortedObject(value, found, sortedOrSame, omitted);
  if (!found.hasOddKey) return { text: JSON.stringify(data), data };
  const text = printMembers(value, omitted);
  return { text, data: JSON.parse(text) as object };
}

interface Findings {
  /** Whether a key was found that objects do not keep in sorted order. */
  hasOddKey: boolean;
}

/** A copy with the keys of all objects sorted, so that `JSON.stringify` prints it canonically unless there are odd keys. */
function sorted(value: unknown, found: Findings): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isFinite(value)) return value;
      throw new InvariantError(`No JSON form for the number ${String(value)}.`);
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item) => sorted(item, found));
      return sortedObject(value, found, sorted);
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      throw new InvariantError(`No JSON form for a ${typeof value}.`);
  }
}

/** Most records are sorted already, and copies take more memory. Not used by `sorted`, which would check each level again. */
function sortedOrSame(value: unknown, found: Findings): unknown {
  return isSorted(value) ? value : sorted(value, found);
}

/** Whether a value has a JSON form, and `JSON.stringify` prints it canonically. */
function isSorted(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value !== 'object') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isSorted);
  if (!isPlain(value)) return false;
  let last = '';
  for (const key in value) {
    if (key < last || isOdd(key) || !isSorted(value[key as keyof typeof value])) return false;
    last = key;
  }
  return true;
}

const noKeys: readonly string[] = [];

function sortedObject(
  value: object,
  found: Findings,
  sort: typeof sorted,
  omitted = noKeys,
): object {
  if (!isPlain(value)) throw new InvariantError('No JSON form for an object that is not plain.');
  const record = value as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const key of sortedKeys(record, omitted)) {
    const member = record[key];
    if (member === undefined) continue;
    const copy = sort(member, found);
    if (isOdd(key)) found.hasOddKey = true;
    else result[key] = copy;
  }
  return result;
}

/** Most keys are sorted already, and comparing them is cheaper than sorting. */
function sortedKeys(record: object, omitted: readonly string[]): readonly string[] {
  const all = Object.keys(record);
  const keys = omitted.length === 0 ? all : all.filter((key) => !omitted.includes(key));
  return keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key) ? keys : keys.sort();
}

/** Whether an object has no class. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Objects put integer keys first, and `__proto__` sets their prototype. */
function isOdd(key: string): boolean {
  const code = key.charCodeAt(0);
  return (code >= 48 && code <= 57) || key === '__proto__';
}

/** The canonical text of a value that `sorted` has accepted, with odd keys in sorted order. */
function printMembers(value: unknown, omitted = noKeys): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => printMembers(item)).join(',')}]`;
  const record = value as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  for (const key of sortedKeys(record, omitted)) {
    const member = record[key];
    if (member === undefined) continue;
    members.push(`${JSON.stringify(key)}:${printMembers(member)}`);
  }
  return `{${members.join(',')}}`;
}
