// Encodes samples as bytes, and decodes them.

import type { speech } from '../../core/index.ts';
import { decodeAlaw, decodeMulaw, encodeAlaw, encodeMulaw } from './companding.ts';

export type Encoding = speech.AudioEncoding;

/** The bytes of one sample of one channel. */
export const sampleBytes: Readonly<Record<Encoding, number>> = { linear16: 2, mulaw: 1, alaw: 1 };

/** Linear16 is little-endian on every machine. */
export function encode(samples: Int16Array, encoding: Encoding): Uint8Array {
  if (encoding === 'mulaw') return encodeMulaw(samples);
  if (encoding === 'alaw') return encodeAlaw(samples);
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, index) => view.setInt16(index * 2, sample, true));
  return bytes;
}

/** Ignores an odd last byte of linear16. */
export function decode(bytes: Uint8Array, encoding: Encoding): Int16Array {
  if (encoding === 'mulaw') return decodeMulaw(bytes);
  if (encoding === 'alaw') return decodeAlaw(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) =>
    view.getInt16(index * 2, true),
  );
}
