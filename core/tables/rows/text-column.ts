// Texts of a page, one behind the other in bytes: as objects they would cost several times that.

import { hexByteAt, type Beside, type Column, type PageData } from './columns.ts';
import { recordsPerPage } from './pages.ts';

/** How the bytes write a text. The shortest that can is taken; any text can be written wide. */
const forms = {
  /** `0x` and lower-case hex, two digits a byte. */
  prefixedHex: 1,
  /** Lower-case hex, two digits a byte. */
  hex: 2,
  /** Characters below U+0100, one a byte. */
  narrow: 3,
  /** UTF-16 code units, two bytes each. */
  wide: 4,
} as const;

type TextForm = (typeof forms)[keyof typeof forms];

/** Of each text: where it begins, its form (0: there is none) and how many bytes it has. */
const width = 8;

/** Room is made for so many texts as long as the one at hand. */
const textsAhead = 8;

class Heap implements Beside {
  bytes: Uint8Array;
  /** How many bytes are taken. */
  used: number;
  /** How many of them no text has any more. */
  dead: number;

  constructor(bytes: Uint8Array, used = 0, dead = 0) {
    this.bytes = bytes;
    this.used = used;
    this.dead = dead;
  }

  copy(): Heap {
    return new Heap(this.bytes.slice(), this.used, this.dead);
  }
}

/** Any texts: 8 bytes and a text's own each. Addresses and other hex take half of theirs. */
export const textColumn: Column<string> = {
  width,
  at: (start, place) => ({
    read(page, slot) {
      const heap = page.beside[place] as Heap | undefined;
      const cell = start + slot * width;
      const kept = page.view.getUint32(cell + 4);
      if (kept === 0 || heap === undefined) return undefined;
      const first = page.view.getUint32(cell);
      return read(heap.bytes.subarray(first, first + (kept >>> 3)), (kept & 7) as TextForm);
    },
    write(page, slot, text) {
      const cell = start + slot * width;
      const former = page.beside[place] as Heap | undefined;
      if (former !== undefined) former.dead += page.view.getUint32(cell + 4) >>> 3;
      page.view.setUint32(cell + 4, 0);
      if (text === undefined) return;
      const form = formOf(text);
      const byteLength = byteLengthOf(text, form);
      const heap = former ?? new Heap(new Uint8Array(0));
      page.beside[place] = heap;
      if (heap.used + byteLength > heap.bytes.length) makeRoom(heap, byteLength, page, start);
      write(heap.bytes, heap.used, text, form);
      page.view.setUint32(cell, heap.used);
      page.view.setUint32(cell + 4, byteLength * 8 + form);
      heap.used += byteLength;
    },
  }),
};

/** Gives a heap room for so many bytes more, and frees those that no text has any more. */
function makeRoom(heap: Heap, byteLength: number, { view }: PageData, start: number): void {
  const { bytes, used, dead } = heap;
  heap.bytes = new Uint8Array(used - dead + byteLength * textsAhead);
  if (dead === 0) return heap.bytes.set(bytes);
  heap.used = 0;
  heap.dead = 0;
  for (let slot = 0; slot < recordsPerPage; slot += 1) {
    const cell = start + slot * width;
    const kept = view.getUint32(cell + 4) >>> 3;
    if (kept === 0) continue;
    const first = view.getUint32(cell);
    heap.bytes.set(bytes.subarray(first, first + kept), heap.used);
    view.setUint32(cell, heap.used);
    heap.used += kept;
  }
}

function formOf(text: string): TextForm {
  if (text.length % 2 === 0 && text.length > 0) {
    if (text.startsWith('0x')) {
      if (isHex(text, 2)) return forms.prefixedHex;
    } else if (isHex(text, 0)) return forms.hex;
  }
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 255) return forms.wide;
  return forms.narrow;
}

function isHex(text: string, first: number): boolean {
  for (let at = first; at < text.length; at += 2) if (hexByteAt(text, at) === -1) return false;
  return true;
}

function byteLengthOf({ length }: string, form: TextForm): number {
  switch (form) {
    case forms.prefixedHex:
      return length / 2 - 1;
    case forms.hex:
      return length / 2;
    case forms.narrow:
      return length;
    case forms.wide:
      return length * 2;
  }
}

function write(bytes: Uint8Array, first: number, text: string, form: TextForm): void {
  switch (form) {
    case forms.prefixedHex:
    case forms.hex: {
      const digits = form === forms.hex ? 0 : 2;
      for (let at = digits; at < text.length; at += 2) {
        bytes[first + (at - digits) / 2] = hexByteAt(text, at);
      }
      return;
    }
    case forms.narrow:
      for (let at = 0; at < text.length; at += 1) bytes[first + at] = text.charCodeAt(at);
      return;
    case forms.wide:
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        bytes[first + at * 2] = unit >>> 8;
        bytes[first + at * 2 + 1] = unit & 255;
      }
  }
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function read(bytes: Uint8Array, form: TextForm): string {
  let text = form === forms.prefixedHex ? '0x' : '';
  switch (form) {
    case forms.prefixedHex:
    case forms.hex:
      for (const byte of bytes) text += byteTexts[byte] ?? '';
      return text;
    case forms.narrow:
      for (const byte of bytes) text += String.fromCharCode(byte);
      return text;
    case forms.wide:
      for (let at = 0; at < bytes.length; at += 2) {
        text += String.fromCharCode((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
      }
      return text;
  }
}
