// The sizes of requests: how large one may be, and what is said of larger ones.

import { bodyBytesMax, headerBytesMax } from './limits.ts';
import type { RawRequest } from './messages.ts';

export const bodyTooLarge = `The body is larger than ${bodyBytesMax} bytes, the most that is taken.`;

export const headersTooLarge = `The headers are larger than ${headerBytesMax} bytes, the most that is taken.`;

/** The reason to refuse a request whose URL or headers are too large, as status and message. */
export function sizeRefusal(
  { url, headers }: Pick<RawRequest, 'url' | 'headers'>,
  urlMax: number,
): readonly [status: number, message: string] | undefined {
  if (url.length > urlMax) return [414, `The URL is longer than ${urlMax} characters.`];
  let bytes = url.length;
  for (const name in headers) bytes += name.length + (headers[name]?.length ?? 0) + separatorBytes;
  return bytes > headerBytesMax ? [431, headersTooLarge] : undefined;
}

/** Of a header: the colon, the space and the end of its line. */
const separatorBytes = 4;
