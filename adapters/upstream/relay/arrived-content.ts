// The content of a message of an upstream as it arrives. All that came before a failure is given: a stream of Node would drop it.

import type { IncomingMessage } from 'node:http';

/** What may wait to be read before no more is taken from the connection. */
const waitingBytesMax = 256 * 1024;

export class ArrivedContent implements AsyncIterable<Buffer> {
  readonly #message: IncomingMessage;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #isOver = false;
  #error: Error | undefined;
  #wake: () => void = () => undefined;
  /** Takes what the stream has, which it drops at a failure. */
  readonly #drain = () => {
    while (this.#message.read() !== null); // each chunk is emitted, too
  };

  constructor(message: IncomingMessage) {
    this.#message = message;
    message.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#bytes += chunk.length;
      if (this.#bytes > waitingBytesMax) message.pause();
      this.#wake();
    });
    const { socket } = message;
    socket.once('end', this.#drain);
    const over = (error?: Error) => {
      this.#isOver = true;
      this.#error ??= error;
      socket.off('end', this.#drain);
      this.#wake();
    };
    message.once('end', over).once('error', over).once('close', over);
  }

  /** The connection has failed: takes what has come before. */
  drain(): void {
    this.#drain();
  }

  /** Throws after the last chunk if it was not the end. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#bytes -= chunk.length;
        if (this.#bytes <= waitingBytesMax / 2 && this.#message.isPaused()) this.#message.resume();
        yield chunk;
      } else if (this.#error !== undefined) throw this.#error;
      else if (this.#isOver) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
