// SHA-256 in a page: synchronous, since the core chains one hash to the next.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const encoder = new TextEncoder();
/** Most events fit; longer texts get an array of their own. */
const buffer = new Uint8Array(16_384);
/** UTF-8 bytes of one character of a JavaScript text. */
const bytesPerCharMax = 3;

/** Of the UTF-8 bytes of a text, in hexadecimal. */
export function pageHash(text: string): string {
  if (text.length * bytesPerCharMax > buffer.length)
    return bytesToHex(sha256(encoder.encode(text)));
  const { written } = encoder.encodeInto(text, buffer);
  return bytesToHex(sha256(buffer.subarray(0, written)));
}
