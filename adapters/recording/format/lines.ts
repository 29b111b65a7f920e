// Bytes cut into the lines of a recording: at 0x0A and nowhere else, never the whole file at once. Says of what is left
// behind the last line break whether it is half a line or a whole one with something behind it.

/** The longest line that is read: bodies are bounded far below. */
export const lineBytesMax = 64 * 1024 * 1024;

const lineBreak = 0x0a;

/** One line without its break. The last line of a file that does not end with a break is not `ended`. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly isTerminated: boolean;
}

/** The lines that a chunk completes; with the last one what is left, if it is not empty. A longer line is cut at the bound. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine[]> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const lines: RawLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      const part = chunk.subarray(start, end);
      lines.push({
        bytes: kept.length === 0 ? part : Buffer.concat([...kept, part]),
        isTerminated: true,
      });
      kept = [];
      keptBytes = 0;
      start = end + 1;
    }
    if (start < chunk.length) {
      kept.push(chunk.subarray(start));
      keptBytes += chunk.length - start;
    }
    if (lines.length > 0) yield lines;
    if (keptBytes > lineBytesMax) break;
  }
  if (keptBytes > 0) yield [{ bytes: Buffer.concat(kept), isTerminated: false }];
}

const quote = 0x22;
const backslash = 0x5c;
const opening = 0x7b;
const closing = 0x7d;

/**
 * Whether bytes begin like an object and end before it is closed: half a line. A whole object, whatever stands behind it,
 * is none. Looks at ASCII only, so that a character that was cut in two does not matter.
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
