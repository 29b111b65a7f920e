// Writes an answer to a client. A short one is held for a moment, so that it keeps a length although its links are replaced.

import type { ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from '../../host-timers.ts';

/** How long a short answer may take to be whole. */
const heldMsMax = 20;

export interface AnswerHead {
  readonly status: number;
  readonly message: string;
  readonly headers: readonly (readonly [string, string])[];
}

export class AnswerWriter {
  readonly #response: ServerResponse;
  readonly #head: AnswerHead;
  /** What waits to be sent, as Latin-1; undefined once the head has been written. */
  #held: string | undefined = '';
  readonly #timer: NodeJS.Timeout | undefined;

  /** `isHeld`: whether the answer waits for its end; its head then has no length. */
  constructor(response: ServerResponse, head: AnswerHead, isHeld: boolean) {
    this.#response = response;
    this.#head = head;
    if (isHeld) this.#timer = setTimeout(() => this.release(), heldMsMax);
    else this.release();
  }

  /** Waits while the client does not read. `text`: as Latin-1. */
  async write(text: string): Promise<void> {
    if (this.#held !== undefined) {
      this.#held += text;
      return;
    }
    const response = this.#response;
    if (text === '' || response.destroyed || response.write(text, 'latin1')) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.once('drain', done).once('close', done);
    });
  }

  /** Sends what is held; the rest follows as it comes. */
  release(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#writeHead(this.#head.headers);
    // `flushHeaders` would write the bytes of headers above 127 as UTF-8.
    if (!this.#response.destroyed) this.#response.write(held, 'latin1');
  }

  end(): void {
    const held = this.#held ?? '';
    if (this.#held !== undefined) {
      this.#writeHead([...this.#head.headers, ['Content-Length', String(held.length)]]);
    }
    this.#response.end(held, 'latin1');
  }

  #writeHead(headers: AnswerHead['headers']): void {
    this.#held = undefined;
    clearTimeout(this.#timer);
    if (this.#response.destroyed) return;
    const { status, message } = this.#head;
    this.#response.sendDate = false;
    this.#response.writeHead(status, message, headers.flat());
  }
}
