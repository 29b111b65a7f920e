// The chain hash of the lines of a recording: each hash covers the text of its line and the hash before, so a changed byte is
// found in its line.

import { canonical } from '../../../core/index.ts';
import { nodeHash } from '../../node-hash.ts';

/** The hash before the header. */
export const chainStart = '0'.repeat(64);

/** The member with the chain hash: `h`, and `seal` in the last line. */
export type HashName = 'h' | 'seal';

/** A line with the chain hash up to and including it. */
export interface LinkedLine {
  /** Canonical JSON, without the line break. */
  readonly text: string;
  readonly hash: string;
}

/** Prints a line after the one with the hash `previous`. */
export function link(previous: string, line: object, name: HashName = 'h'): LinkedLine {
  const record = line as Readonly<Record<string, unknown>>;
  let before = '';
  let after = '';
  for (const key of Object.keys(record).sort()) {
    const value = record[key];
    if (value === undefined) continue;
    const member = `,"${key}":${canonical(value)}`; // no key of a line needs escaping
    if (key < name) before += member;
    else after += member;
  }
  const hash = nodeHash(`${previous}{${(before + after).slice(1)}}`);
  return { text: `{${`${before},"${name}":"${hash}"${after}`.slice(1)}}`, hash };
}

/** The fault of a line after the one with the hash `previous`; undefined if it has none. */
export function chainFault(
  previous: string,
  text: string,
  line: object,
  name: HashName = 'h',
): string | undefined {
  if (canonical(line) !== text) return 'it is not canonical JSON';
  const hash = (line as Record<string, unknown>)[name];
  return typeof hash === 'string' && nodeHash(previous + withoutHash(text, name, hash)) === hash
    ? undefined
    : 'it does not fit its chain hash';
}

/**
 * The canonical text of a line without its hash, cut out of the text: cheaper than printing it again. The first match is the member:
 * no text before it can contain the hash of itself.
 */
function withoutHash(text: string, name: HashName, hash: string): string {
  const member = `"${name}":"${hash}"`;
  const start = text.indexOf(member);
  const end = start + member.length;
  if (start < 0) return text;
  return text[end] === ','
    ? text.slice(0, start) + text.slice(end + 1)
    : text.slice(0, text[start - 1] === ',' ? start - 1 : start) + text.slice(end);
}
