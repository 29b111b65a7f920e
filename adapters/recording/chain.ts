// The chain hash over the lines of a recording: each line's hash covers its own text and the hash before it, so that a
// changed byte is found in the line that it is in.

import { canonical } from '../../core/index.ts';
import { nodeHash } from '../node-hash.ts';

/** What the chain begins with, in front of the header. */
export const chainStart = '0'.repeat(64);

/** The member of a line that holds the chain hash: `h`, and `seal` in the last line. */
export type HashName = 'h' | 'seal';

/** A line with the chain hash up to and including it. */
export interface Linked {
  /** Canonical JSON, without the line break. */
  readonly text: string;
  readonly hash: string;
}

/** Writes a line behind the one with the hash `previous`. */
export function link(previous: string, line: object, name: HashName = 'h'): Linked {
  const [before, after] = membersOf(line, name);
  const comma = before !== '' && after !== '' ? ',' : '';
  const hash = nodeHash(`${previous}{${before}${comma}${after}}`);
  const front = before === '' ? '' : `${before},`;
  const back = after === '' ? '' : `,${after}`;
  return { text: `{${front}"${name}":"${hash}"${back}}`, hash };
}

/** The members of a line in front of its hash, and behind it, as canonical text. */
export function membersOf(line: object, name: HashName = 'h'): readonly [string, string] {
  const record = line as Readonly<Record<string, unknown>>;
  let before = '';
  let after = '';
  for (const key of inOrder(Object.keys(record))) {
    const value = record[key];
    if (value === undefined) continue;
    const member = `"${key}":${textOf(value)}`; // no member of a line needs escaping
    if (key < name) before += before === '' ? member : `,${member}`;
    else after += after === '' ? member : `,${member}`;
  }
  return [before, after];
}

/** What is wrong with a line behind the one with the hash `previous`; undefined if nothing is. */
export function faultOf(
  previous: string,
  text: string,
  line: object,
  name: HashName = 'h',
): string | undefined {
  if (canonical(line) !== text) return 'it is not canonical JSON';
  const hash = (line as Record<string, unknown>)[name];
  return typeof hash === 'string' && nodeHash(previous + textWithout(text, name, hash)) === hash
    ? undefined
    : 'it does not fit its chain hash';
}

/**
 * The canonical text of a line without its hash, cut out of the text: cheaper than writing it again. The first place that
 * looks like the member is the member: nothing in front of it can hold the hash of itself.
 */
function textWithout(text: string, name: HashName, hash: string): string {
  const member = `"${name}":"${hash}"`;
  const start = text.indexOf(member);
  const end = start + member.length;
  if (start < 0) return text;
  return text[end] === ','
    ? text.slice(0, start) + text.slice(end + 1)
    : text.slice(0, text[start - 1] === ',' ? start - 1 : start) + text.slice(end);
}

/** Lines of a kind have their members in one order, so that it is sorted once. */
const orders = new Map<string, readonly string[]>();
const ordersMax = 1_000;

function inOrder(keys: readonly string[]): readonly string[] {
  const name = keys.join();
  let order = orders.get(name);
  if (order === undefined) {
    order = keys.toSorted();
    if (orders.size >= ordersMax) orders.clear();
    orders.set(name, order);
  }
  return order;
}

/** The canonical text of a member. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  return known ?? canonical(value);
}

const plain = /^[ !#-[\]-~]*$/;

/** The canonical text of a text; cheaper than to print it where it is a short one in which nothing needs escaping. */
export function quoted(text: string): string {
  return text.length <= plainCharsMax && plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

const plainCharsMax = 200;

/** Objects that are members of many lines, and their texts. */
const texts = new WeakMap<object, string>();

/** Keeps the text of an object that will be a member of more lines, and is never changed. */
export function keepText(value: object): void {
  if (!texts.has(value)) texts.set(value, canonical(value));
}
