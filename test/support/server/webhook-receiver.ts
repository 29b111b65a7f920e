// An endpoint for webhooks on a free port of the loopback: records requests, and answers as configured.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as received. */
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** The status of the next answers, or `nothing` to leave requests unanswered. */
  answerWith: number | 'nothing';
  /** The status of answers to HEAD requests, which are not recorded. */
  answerHeadWith: number;
  /** The number of HEAD requests so far. */
  heads: number;
  readonly close: () => Promise<void>;
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') {
      receiver.heads += 1;
      response.writeHead(receiver.answerHeadWith).end();
      return;
    }
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { method = '', headers } = request;
      received.push({ method, headers, text, body: JSON.parse(text) });
      const { answerWith } = receiver;
      if (answerWith === 'nothing') return;
      response.writeHead(answerWith, { Location: `${receiver.url}/elsewhere` }).end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answerWith: 200,
    answerHeadWith: 200,
    heads: 0,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
