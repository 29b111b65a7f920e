// Passes on the frames of a WebSocket that another node serves, and can end it between two of them: with a close frame of its own.

import { Transform, type TransformCallback } from 'node:stream';

/** 1012: the service restarts (RFC 6455, registry of close codes). */
const restarts = closeFrame(1012, 'The server is going away.');

/** From the serving node to the client. */
export class FrameRelay extends Transform {
  readonly #frames = new FrameBounds();
  #isEnding = false;
  #hasEnded = false;

  /** Ends it with 1012 once the frame is over that is passing. */
  close(): void {
    this.#isEnding = true;
    if (this.#frames.isBetween) this.#end();
  }

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let passed = 0;
    while (passed < bytes.length && !this.#hasEnded) {
      passed = this.#frames.pass(bytes, passed);
      if (!this.#isEnding || !this.#frames.isBetween) continue;
      this.push(bytes.subarray(0, passed));
      this.#end();
    }
    if (!this.#hasEnded) this.push(bytes);
    done();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.push(restarts);
    this.push(null);
  }
}

const extendedBytes: Readonly<Record<number, number>> = { 126: 2, 127: 8 };
const maskBytes = 4;

/** Where frames begin and end in bytes that pass (RFC 6455, section 5.2). */
export class FrameBounds {
  /** The beginning of the frame that is passing, until its length is known. */
  #head: number[] = [];
  /** The bytes that are left of it then. */
  #left = 0;

  /** Whether the next byte begins a frame. */
  get isBetween(): boolean {
    return this.#left === 0 && this.#head.length === 0;
  }

  /** Passes bytes from an offset on, until a frame ends or none are left; returns the offset behind them. */
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

/** The bytes behind the head of a frame; undefined as long as it is not whole. */
function payloadBytes(head: readonly number[]): number | undefined {
  const [, second = 0, ...rest] = head;
  const short = second & 0x7f;
  const extended = extendedBytes[short] ?? 0;
  const whole = 2 + extended + (second >= 0x80 ? maskBytes : 0);
  if (head.length < whole) return undefined;
  if (extended === 0) return short;
  return rest.slice(0, extended).reduce((length, byte) => length * 256 + byte, 0);
}

function closeFrame(code: number, reason: string): Buffer {
  const text = Buffer.from(reason);
  const head = Buffer.from([0x88, 2 + text.length, code >> 8, code & 0xff]);
  return Buffer.concat([head, text]);
}
