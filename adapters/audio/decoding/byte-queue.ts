// The bytes of a stream that are not read yet, and reading them in a generator that waits for more.

export interface ByteQueue {
  readonly length: () => number;
  readonly push: (bytes: Uint8Array) => void;
  /** The first bytes, valid until the next push; there must be as many. */
  readonly shift: (count: number) => Uint8Array;
  /** The first byte; there must be one. */
  readonly shiftByte: () => number;
}

/** Yields undefined while it waits for more bytes, and the cost of its next work (`work-cost.ts`) before it does it. */
export type ByteReading<Result = void> = Generator<number | undefined, Result, undefined>;

export function createByteQueue(): ByteQueue {
  let buffer = new Uint8Array(0);
  let start = 0;
  let end = 0;
  return {
    length: () => end - start,
    push(bytes) {
      const length = end - start + bytes.length;
      if (end + bytes.length > buffer.length) {
        const next = length > buffer.length / 2 ? new Uint8Array(length * 2) : buffer;
        next.set(buffer.subarray(start, end));
        buffer = next;
        end -= start;
        start = 0;
      }
      buffer.set(bytes, end);
      end += bytes.length;
    },
    shift(count) {
      start += count;
      return buffer.subarray(start - count, start);
    },
    shiftByte() {
      start += 1;
      return buffer[start - 1] as number;
    },
  };
}

/** The next bytes, valid until the next push. */
export function* take(queue: ByteQueue, count: number): ByteReading<Buffer> {
  while (queue.length() < count) yield;
  const { buffer, byteOffset } = queue.shift(count);
  return Buffer.from(buffer, byteOffset, count);
}

/** Passes over bytes without keeping them. */
export function* skip(queue: ByteQueue, count: number): ByteReading {
  for (let left = count; left > 0;) {
    while (queue.length() === 0) yield;
    left -= queue.shift(Math.min(left, queue.length())).length;
  }
}
