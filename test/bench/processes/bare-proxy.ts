// The baseline of the upstream group: a reverse proxy of Node alone. The argument is the port of its upstream.

import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true });

const server = createServer((request, response) => {
  const { method, url: path, headers } = request;
  const sending = httpRequest(
    { host: '127.0.0.1', port, agent, method, path, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    },
  );
  sending.on('error', () => response.destroy());
  pipeline(request, sending, () => undefined);
});

server.listen(0, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.send?.({ port: (server.address() as AddressInfo).port }));
