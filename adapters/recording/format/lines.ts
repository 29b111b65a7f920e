// Splits bytes into lines at 0x0A, without reading the whole file at once, and recognizes a last line that was cut.

/** The longest line that is read. Bodies have a much lower limit. */
export const lineBytesMax = 64 * 1024 * 1024;

const lineBreak = 0x0a;

/** One line without its break. The last line is not terminated if the file does not end with a break. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly isTerminated: boolean;
}

/** The lines that each chunk completes; at the end the rest, unless it is empty. Too long a line is cut. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      const part = chunk.subarray(start, end);
      lines.push({
        bytes: rest.length === 0 ? part : Buffer.concat([...rest, part]),
        isTerminated: true,
      });
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
    }
    if (lines.length > 0) yield lines;
    if (restBytes > lineBytesMax) break;
  }
  if (restBytes > 0) yield [{ bytes: Buffer.concat(rest), isTerminated: false }];
}

const quote = 0x22;
const backslash = 0x5c;
const opening = 0x7b;
const closing = 0x7d;

/**
 * True if bytes begin like an object and end before it is closed. Text after a whole object does not matter. Reads ASCII only, so a
 * character that was cut in two does not matter either.
 */
export function isIncompleteObject(bytes: Uint8Array): boolean {
  if (bytes[0] !== opening) return false;
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (isInText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === opening) depth += 1;
    else if (byte === closing) {
      depth -= 1;
      if (depth === 0) return false;
    }
  }
  return true;
}
