// Where the frames of a WebSocket begin and end in bytes that pass (RFC 6455, section 5.2).

const extendedBytes: Readonly<Record<number, number>> = { 126: 2, 127: 8 };
const maskBytes = 4;

export class FrameBounds {
  /** The beginning of the frame that is passing, until its length is known. */
  #head: number[] = [];
  /** The bytes that are left of it then. */
  #left = 0;

  /** Whether the next byte begins a frame. */
  get isBetween(): boolean {
    return this.#left === 0 && this.#head.length === 0;
  }

  /** Passes bytes from an offset on, until a frame ends or none are left; returns the offset after them. */
  pass(bytes: Buffer, from: number): number {
    let at = from;
    while (this.#left === 0 && at < bytes.length) {
      this.#head.push(bytes[at] ?? 0);
      at += 1;
      const length = payloadBytes(this.#head);
      if (length === undefined) continue;
      this.#head = [];
      if (length === 0) return at;
      this.#left = length;
    }
    const passing = Math.min(this.#left, bytes.length - at);
    this.#left -= passing;
    return at + passing;
  }
}

/** The bytes after the head of a frame; undefined as long as it is not whole. */
function payloadBytes(head: readonly number[]): number | undefined {
  const [, second = 0, ...rest] = head;
  const short = second & 0x7f;
  const extended = extendedBytes[short] ?? 0;
  const whole = 2 + extended + (second >= 0x80 ? maskBytes : 0);
  if (head.length < whole) return undefined;
  if (extended === 0) return short;
  return rest.slice(0, extended).reduce((length, byte) => length * 256 + byte, 0);
}
