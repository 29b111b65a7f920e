// Texts as bytes, in one heap per page and column. As strings they would take several times the memory.

import { hexByteAt, type OverflowStorage, type Column, type PageData } from './columns.ts';
import { recordsPerPage } from './pages.ts';

/** The shortest that can encode a text is used; `wide` encodes any. */
const encodings = {
  /** `0x` and lower-case hex, two digits a byte. */
  prefixedHex: 1,
  /** Lower-case hex, two digits a byte. */
  hex: 2,
  /** Characters below U+0100, one a byte. */
  narrow: 3,
  /** UTF-16 code units, two bytes each. */
  wide: 4,
} as const;

type Encoding = (typeof encodings)[keyof typeof encodings];

/** Per text: its offset in the heap (4 bytes), then its length in bytes times 8 plus its encoding; 0 if there is no text. */
const width = 8;

/** A full heap grows by so many texts as long as the present one, and by this part of its bytes: long texts are not copied for ever. */
const textsAhead = 8;
const shareAhead = 0.25;

class Heap implements OverflowStorage {
  bytes: Uint8Array;
  usedBytes: number;
  /** The part of the used bytes that belongs to replaced texts. */
  freedBytes: number;

  constructor(bytes: Uint8Array, usedBytes = 0, freedBytes = 0) {
    this.bytes = bytes;
    this.usedBytes = usedBytes;
    this.freedBytes = freedBytes;
  }

  copy(): Heap {
    return new Heap(this.bytes.slice(), this.usedBytes, this.freedBytes);
  }
}

/** Any texts: 8 bytes each and their own. Addresses and other hex take a byte for two digits. */
export const textColumn: Column<string> = {
  width,
  at: (start, number) => ({
    read(page, slot) {
      const heap = page.overflow[number] as Heap | undefined;
      const cell = start + slot * width;
      const size = page.view.getUint32(cell + 4);
      if (size === 0 || heap === undefined) return undefined;
      const first = page.view.getUint32(cell);
      return decode(heap.bytes.subarray(first, first + (size >>> 3)), (size & 7) as Encoding);
    },
    write(page, slot, text) {
      const cell = start + slot * width;
      const former = page.overflow[number] as Heap | undefined;
      if (former !== undefined) former.freedBytes += page.view.getUint32(cell + 4) >>> 3;
      page.view.setUint32(cell + 4, 0);
      if (text === undefined) return;
      const encoding = encodingOf(text);
      const byteLength = byteLengthOf(text, encoding);
      const heap = former ?? new Heap(new Uint8Array(0));
      page.overflow[number] = heap;
      if (heap.usedBytes + byteLength > heap.bytes.length) grow(heap, byteLength, page, start);
      encode(heap.bytes, heap.usedBytes, text, encoding);
      page.view.setUint32(cell, heap.usedBytes);
      page.view.setUint32(cell + 4, byteLength * 8 + encoding);
      heap.usedBytes += byteLength;
    },
  }),
};

/** Reallocates a heap with space for a text of this length and more, without the freed bytes. */
function grow(heap: Heap, byteLength: number, { view }: PageData, start: number): void {
  const { bytes, usedBytes, freedBytes } = heap;
  const ahead = Math.max(byteLength * textsAhead, Math.floor(usedBytes * shareAhead));
  heap.bytes = new Uint8Array(usedBytes - freedBytes + ahead);
  if (freedBytes === 0) return heap.bytes.set(bytes);
  heap.usedBytes = 0;
  heap.freedBytes = 0;
  for (let slot = 0; slot < recordsPerPage; slot += 1) {
    const cell = start + slot * width;
    const length = view.getUint32(cell + 4) >>> 3;
    if (length === 0) continue;
    const first = view.getUint32(cell);
    heap.bytes.set(bytes.subarray(first, first + length), heap.usedBytes);
    view.setUint32(cell, heap.usedBytes);
    heap.usedBytes += length;
  }
}

function encodingOf(text: string): Encoding {
  if (text.length % 2 === 0 && text.length > 0) {
    if (text.startsWith('0x')) {
      if (isHex(text, 2)) return encodings.prefixedHex;
    } else if (isHex(text, 0)) return encodings.hex;
  }
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 255) return encodings.wide;
  return encodings.narrow;
}

function isHex(text: string, first: number): boolean {
  for (let at = first; at < text.length; at += 2) if (hexByteAt(text, at) === -1) return false;
  return true;
}

function byteLengthOf({ length }: string, encoding: Encoding): number {
  switch (encoding) {
    case encodings.prefixedHex:
      return length / 2 - 1;
    case encodings.hex:
      return length / 2;
    case encodings.narrow:
      return length;
    case encodings.wide:
      return length * 2;
  }
}

function encode(bytes: Uint8Array, first: number, text: string, encoding: Encoding): void {
  switch (encoding) {
    case encodings.prefixedHex:
    case encodings.hex: {
      const digits = encoding === encodings.hex ? 0 : 2;
      for (let at = digits; at < text.length; at += 2) {
        bytes[first + (at - digits) / 2] = hexByteAt(text, at);
      }
      return;
    }
    case encodings.narrow:
      for (let at = 0; at < text.length; at += 1) bytes[first + at] = text.charCodeAt(at);
      return;
    case encodings.wide:
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        bytes[first + at * 2] = unit >>> 8;
        bytes[first + at * 2 + 1] = unit & 255;
      }
  }
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function decode(bytes: Uint8Array, encoding: Encoding): string {
  let text = encoding === encodings.prefixedHex ? '0x' : '';
  switch (encoding) {
    case encodings.prefixedHex:
    case encodings.hex:
      for (const byte of bytes) text += hexOfByte[byte] ?? '';
      return text;
    case encodings.narrow:
      for (const byte of bytes) text += String.fromCharCode(byte);
      return text;
    case encodings.wide:
      for (let at = 0; at < bytes.length; at += 2) {
        text += String.fromCharCode((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
      }
      return text;
  }
}
