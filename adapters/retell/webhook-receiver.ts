// Receives the webhooks of a live replay, and answers each as in the recording.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A body that is longer is not read to its end. */
const bodyBytesMax = 10 * 1024 * 1024;

export class WebhookReceiver {
  readonly #server: Server;

  /** `onWebhook`: called with the body of each; returns the status of its answer, or `none` to break the connection. */
  constructor(onWebhook: (text: string) => number | 'none') {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= bodyBytesMax) chunks.push(chunk);
      });
      request.on('end', () => {
        const status = onWebhook(Buffer.concat(chunks).toString());
        if (status === 'none') response.destroy();
        else response.writeHead(status).end();
      });
    });
  }

  /** Resolves with its URL. */
  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
