// Binary payloads: base64 text to bytes, bytes to values by the formats that are declared with micro-packed.

import { base64 } from '@scure/base';
import type { CoderType } from 'micro-packed';

/** The bytes of a base64 text in its standard, padded form; undefined if it is none. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  if (!isBase64) return undefined;
  try {
    return base64.decode(text);
  } catch {
    return undefined; // bits after the last byte
  }
}

export type Format<T> = Pick<CoderType<T>, 'decode'>;

/** The value that these bytes, all of them, are in a format; undefined if they are none. */
export function unpack<T>(format: Format<T>, bytes: Uint8Array): T | undefined {
  try {
    return format.decode(bytes);
  } catch {
    return undefined; // the library throws for bytes of another format
  }
}
