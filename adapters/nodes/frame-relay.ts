// Passes on the frames of a WebSocket that another node serves, and can end it between two of them: with a close frame of its own.

import { Transform, type TransformCallback } from 'node:stream';
import { FrameBounds } from './frame-bounds.ts';

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

  /** The serving node has ended it. */
  override _flush(done: TransformCallback): void {
    this.#hasEnded = true;
    done();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.push(restarts);
    this.push(null);
  }
}

function closeFrame(code: number, reason: string): Buffer {
  const text = Buffer.from(reason);
  const head = Buffer.from([0x88, 2 + text.length, code >> 8, code & 0xff]);
  return Buffer.concat([head, text]);
}
