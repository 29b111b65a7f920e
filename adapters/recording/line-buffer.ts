// Lines of a recording as bytes, one behind the other, until they are written. Each text is turned into bytes once, in a
// place that is used again and again: at thousands of lines a second, what is thrown away costs more than what is done.

import { nodeHashBytes } from '../node-hash.ts';
import type { HashName } from './chain.ts';

export interface LineBuffer {
  /** Adds a line by its members in front of the hash and behind it; gives the chain hash up to and including it. */
  readonly add: (previous: string, before: string, after: string, name?: HashName) => string;
  /** How many bytes there are. */
  readonly length: () => number;
  /** Takes all bytes out; they stay as they are until the next line is added. */
  readonly take: () => Uint8Array;
}

/** What is kept between two writes. */
const keptBytes = 1024 * 1024;
/** What a line has besides its members: hashes, braces, a line break. */
const frameBytes = 256;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const bytesPerUnit = 3;

const [open, close, comma, lineBreak] = Buffer.from('{},\n') as unknown as [
  number,
  number,
  number,
  number,
];

export function createLineBuffer(): LineBuffer {
  let buffer = Buffer.allocUnsafeSlow(keptBytes);
  let used = 0;

  /** Makes room for a line, and as much again in which to hash it. */
  function makeRoom(lineBytes: number): void {
    const wanted = used + 2 * lineBytes;
    if (wanted <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * wanted);
    buffer.copy(larger, 0, 0, used);
    buffer = larger;
  }

  return {
    add(previous, before, after, name = 'h') {
      const lineBytes = bytesPerUnit * (before.length + after.length) + frameBytes;
      makeRoom(lineBytes);
      const front = used + lineBytes; // hashed there: the hash before it, and the line without its own
      let at = front + buffer.write(previous, front, 'latin1');
      buffer[at++] = open;
      const beforeAt = at;
      at += buffer.write(before, at);
      const beforeEnd = at;
      if (before !== '' && after !== '') buffer[at++] = comma;
      const afterAt = at;
      at += buffer.write(after, at);
      const afterEnd = at;
      buffer[at++] = close;
      const hash = nodeHashBytes(buffer.subarray(front, at));

      buffer[used++] = open;
      if (before !== '') {
        buffer.copyWithin(used, beforeAt, beforeEnd);
        used += beforeEnd - beforeAt;
        buffer[used++] = comma;
      }
      used += buffer.write(`"${name}":"${hash}"`, used, 'latin1');
      if (after !== '') {
        buffer[used++] = comma;
        buffer.copyWithin(used, afterAt, afterEnd);
        used += afterEnd - afterAt;
      }
      buffer[used++] = close;
      buffer[used++] = lineBreak;
      return hash;
    },
    length: () => used,
    take() {
      const bytes = buffer.subarray(0, used);
      used = 0;
      if (buffer.length > 4 * keptBytes) buffer = Buffer.allocUnsafeSlow(keptBytes);
      return bytes;
    },
  };
}
