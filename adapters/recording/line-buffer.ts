// Lines of a recording as bytes, one behind the other, until they are written. Each text is turned into bytes once, in a
// place that is used again and again: at thousands of lines a second, what is thrown away costs more than what is done.

import { nodeHashBytes } from '../node-hash.ts';
import { chainStart, type HashName } from './chain.ts';

export interface LineBuffer {
  /** Begins a line behind the last one. */
  readonly begin: () => void;
  /** Adds to the members in front of the hash or, after `cut`, behind it. A line has some in front of it. */
  readonly put: (members: string) => void;
  /** Adds a text as JSON has it. */
  readonly putText: (text: string) => void;
  /** Here the hash goes. */
  readonly cut: () => void;
  /** Ends the line; gives the chain hash up to and including it. */
  readonly end: (name?: HashName) => string;
  /** How many bytes of lines there are. */
  readonly length: () => number;
  /** Takes all lines out; they stay as they are until the next line is begun. */
  readonly take: () => Uint8Array;
}

/** What is kept between two writes. */
const keptBytes = 1024 * 1024;
/** What a line has besides its members: hashes, braces, a line break. */
const frameBytes = 256;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const bytesPerUnit = 3;

const [open, close, comma, lineBreak, quote, backslash] = Buffer.from(
  '{},\n"\\',
) as unknown as readonly [number, number, number, number, number, number];

/** What stands behind the backslash where a byte of ASCII is escaped with one sign; 0 where it stands for itself. */
const escapes = new Uint8Array(256);
/** It is escaped in a longer form. */
const isLong = 1;
escapes.fill(isLong, 0, 0x20);
for (const [sign, escape] of ['""', '\\\\', '\bb', '\ff', '\nn', '\rr', '\tt']) {
  escapes[(sign as string).charCodeAt(0)] = (escape as string).charCodeAt(0);
}

export function createLineBuffer(): LineBuffer {
  let buffer = Buffer.allocUnsafeSlow(keptBytes);
  /** Up to here there are lines. */
  let used = 0;
  /** From here on there is the line that is made, as it is hashed: the hash before it, and the line without its own. */
  let front = keptBytes / 2;
  let cutAt = front;
  let at = front;

  /** Everything begins with the hash of the line before. */
  function startWith(previous: string): void {
    front = buffer.length / 2;
    buffer.write(previous, front, 'latin1');
  }

  startWith(chainStart);

  /** Makes room for the line with so many more bytes, and as much again among the lines. */
  function makeRoom(bytes: number): void {
    const wanted = at - front + bytes + frameBytes;
    const isEnough = used + wanted <= front && front + wanted <= buffer.length;
    if (isEnough) return;
    const half = 2 * (used + wanted);
    const larger = Buffer.allocUnsafeSlow(2 * half);
    buffer.copy(larger, 0, 0, used);
    buffer.copy(larger, half, front, at);
    const moved = half - front;
    [front, cutAt, at] = [half, cutAt + moved, at + moved];
    buffer = larger;
  }

  function copy(start: number, end: number): void {
    buffer.copyWithin(used, start, end);
    used += end - start;
  }

  function put(members: string): void {
    makeRoom(bytesPerUnit * members.length);
    at += buffer.write(members, at);
  }

  /**
   * Escapes a text of ASCII on its way from where it was put as it is to where it is to stand; false where there is more to
   * escape. Written out: it is done for each byte of what goes over the wire.
   */
  function escape(start: number, end: number): boolean {
    const bytes = buffer;
    let to = at;
    bytes[to++] = quote;
    for (let from = start; from < end; from += 1) {
      const byte = bytes[from] as number;
      const sign = escapes[byte] as number;
      if (sign === 0) {
        bytes[to++] = byte;
        continue;
      }
      if (sign === isLong) return false;
      bytes[to++] = backslash;
      bytes[to++] = sign;
    }
    bytes[to++] = quote;
    at = to;
    return true;
  }

  return {
    begin() {
      at = front + chainStart.length;
      buffer[at++] = open;
    },
    put,
    putText(text) {
      const { length } = text;
      makeRoom(4 * length);
      const start = at + length + 1; // so far ahead that no escape overtakes it
      const isAscii = buffer.write(text, start) === length;
      if (!isAscii || !escape(start, start + length)) put(JSON.stringify(text));
    },
    cut() {
      cutAt = at;
      buffer[at++] = comma;
    },
    end(name = 'h') {
      if (at === cutAt + 1) at = cutAt; // there are no members behind it
      buffer[at++] = close;
      const hash = nodeHashBytes(buffer.subarray(front, at));
      copy(front + hash.length, cutAt);
      used += buffer.write(`,"${name}":"${hash}"`, used, 'latin1');
      buffer.copyWithin(front, used - 1 - hash.length, used - 1);
      copy(cutAt, at);
      buffer[used++] = lineBreak;
      return hash;
    },
    length: () => used,
    take() {
      const bytes = buffer.subarray(0, used);
      used = 0;
      if (buffer.length > 4 * keptBytes) {
        const previous = buffer.toString('latin1', front, front + chainStart.length);
        buffer = Buffer.allocUnsafeSlow(keptBytes);
        startWith(previous);
      }
      return bytes;
    },
  };
}
