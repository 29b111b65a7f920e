// The upstream of the upstream group: `/small` is a short JSON answer, `/json/<n>` and `/audio/<n>` have so many MiB, and `/slow/<n>`
// sends one each 20 ms.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const mebibyte = 1024 * 1024;
const pauseMs = 20;

const item = { id: 17, state: 'LIVE', name: 'a wallet', links: ['one', 'two', 'three'] };
const items = `${JSON.stringify(item)},`;
const chunks = {
  json: Buffer.from(items.repeat(Math.ceil(mebibyte / items.length)).slice(0, mebibyte)),
  audio: Buffer.alloc(mebibyte, 'audio'),
};
const small = Buffer.from(JSON.stringify({ data: Array.from({ length: 10 }, () => item) }));

const server = createServer((request, response) => {
  const [, kind = '', count = '1'] = (request.url ?? '').split('/');
  if (kind === 'small') {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': small.length });
    return void response.end(small);
  }
  void send(response, kind, Number(count));
});

async function send(response: ServerResponse, kind: string, count: number): Promise<void> {
  const isJson = kind === 'json';
  response.writeHead(200, { 'Content-Type': isJson ? 'application/json' : 'audio/wav' });
  for (let index = 0; index < count && !response.destroyed; index += 1) {
    if (kind === 'slow') await setTimeout(pauseMs);
    if (response.write(isJson ? chunks.json : chunks.audio)) continue;
    await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}

server.listen(0, '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.send?.({ port: (server.address() as AddressInfo).port }));
