// The baselines of the HTTP group: servers that only answer every request with the same bytes. Arguments select the server and
// the answer.

import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import express from 'express';

/** `deferred` answers in the next turn of the event loop, like a server that stores its results first. */
export type BareServer = 'node' | 'node-deferred' | 'express' | 'express-deferred';

export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const [kind, path = '/', json = ''] = process.argv.slice(2);
const { status, headers, body } = JSON.parse(json) as BareAnswer;
const whole = { ...headers, 'Content-Length': Buffer.byteLength(body) };
const isDeferred = kind?.endsWith('deferred') === true;
const server = kind?.startsWith('node') === true ? bareNode() : bareExpress();

server.listen(0, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.send?.({ port: (server.address() as AddressInfo).port }));

function bareNode(): Server {
  return createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(status, whole);
      response.end(body);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks);
      if (isDeferred) {
        setImmediate(() => {
          response.writeHead(status, whole);
          response.end(body);
        });
        return;
      }
      response.writeHead(status, whole);
      response.end(body);
    });
  });
}

/** As documented, without the headers that the answer does not contain. */
function bareExpress(): Server {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get(path, (_request, response) => {
    response.status(status).set(headers).send(body);
  });
  app.post(path, express.raw({ type: () => true }), (_request, response) => {
    if (isDeferred) setImmediate(() => response.status(status).set(headers).send(body));
    else response.status(status).set(headers).send(body);
  });
  return createServer(app);
}
