// The unread bytes of a stream, and generators that read them and wait for more.

export interface ByteQueue {
  readonly length: () => number;
  readonly push: (bytes: Uint8Array) => void;
  /** Removes the first bytes, which are valid until the next push. The queue must have as many. */
  readonly shift: (count: number) => Uint8Array;
  /** Removes the first byte. The queue must not be empty. */
  readonly shiftByte: () => number;
}

/** Yields undefined while it waits for more bytes, and the cost of work (`work-cost.ts`) before the work. */
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

/** Reads the next bytes, which are valid until the next push. */
export function* take(queue: ByteQueue, count: number): ByteReading<Buffer> {
  while (queue.length() < count) yield;
  const { buffer, byteOffset } = queue.shift(count);
  return Buffer.from(buffer, byteOffset, count);
}

/** Skips bytes without buffering them. */
export function* skip(queue: ByteQueue, count: number): ByteReading {
  for (let left = count; left > 0;) {
    while (queue.length() === 0) yield;
    left -= queue.shift(Math.min(left, queue.length())).length;
  }
}
