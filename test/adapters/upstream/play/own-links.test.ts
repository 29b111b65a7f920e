// A client that sends the URL of the service itself, as it knows it from elsewhere, to the player of a recording.

import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** Sends a body, with its length or in chunks; resolves with the status. */
function post(url: string, body: string, isChunked: boolean): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const length = isChunked ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const headers = { 'Content-Type': 'application/json', ...length };
    const sending = httpRequest(url, { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sending.on('error', reject);
    sending.write(body.slice(0, 5));
    sending.end(body.slice(5));
  });
}

it.each([
  ['with a length', false],
  ['in chunks', true],
])('is found, %s, with the links that it got and those that it knew', (_name, isChunked) =>
  inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end('stored'));
    });
    const service = await listening(server);
    const send = (url: string) =>
      post(`${url}/x`, JSON.stringify({ got: `${url}/a`, knew: `${service}/a` }), isChunked);
    expect(await recordThrough(service, file, send)).toBe(200);
    await closed(server);
    const { value, misses } = await playing(file, send);
    expect({ value, misses }).toEqual({ value: 200, misses: [] });
  }),
);
