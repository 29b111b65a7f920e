// Bodies that are recorded in parts: a live one is found whatever secrets it has, and missed if anything else of it differs.

import { createServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { longMs } from '../../../support/runner/timeouts.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs }); // megabytes are redacted

interface Sent {
  readonly type: string;
  readonly body: Buffer;
}

function post(url: string, { type, body }: Sent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': type, 'Content-Length': body.length };
    const sending = httpRequest(url, { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

const json = (value: unknown): Sent => ({
  type: 'application/json',
  body: Buffer.from(JSON.stringify(value)),
});

const list = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Bodies by a secret and a word that is none. */
const bodies: readonly (readonly [string, (secret: string, word: string) => Sent])[] = [
  [
    'JSON of megabytes with thousands of secrets',
    (secret, word) =>
      json({
        items: list(10_000, (index) => ({
          password: `${secret}-${index}`,
          é: `${word} ${index} ${'note '.repeat(100)}`,
        })),
      }),
  ],
  [
    'JSON with a file in base64',
    (secret, word) =>
      json({ apiKey: secret, file: Buffer.alloc(600_000, 7).toString('base64'), name: word }),
  ],
  [
    'lines with secrets',
    (secret, word) => ({
      type: 'text/plain',
      body: Buffer.from(
        list(12_000, (index) => `${index} password=${secret}-${index} ${word}`).join('\n'),
      ),
    }),
  ],
  [
    'a form that is not UTF-8',
    (secret, word) => ({
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(`name=\u00e9&password=${secret}&word=${word}`, 'latin1'),
    }),
  ],
  [
    'a form of some length',
    (secret, word) => ({
      type: 'application/x-www-form-urlencoded',
      body: Buffer.from(`password=${secret}&text=${'+a%20word'.repeat(40_000)}&word=${word}`),
    }),
  ],
];

it.each(bodies)('is found again: %s', (_name, bodyOf) =>
  inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const server = createServer((request, response) => {
      request.resume().once('end', () => response.end('stored'));
    });
    const send = (secret: string, word: string) => (url: string) =>
      post(`${url}/x`, bodyOf(secret, word));
    await recordThrough(await listening(server), file, send('a-secret-of-one-client', 'word'));
    await closed(server);
    const outcome = async (secret: string, word: string) => {
      const { value, misses } = await playing(file, send(secret, word));
      return [value, misses.length];
    };
    expect(await outcome('a-secret-of-one-client', 'word')).toEqual([200, 0]);
    expect(await outcome('some-key-of-the-others', 'word')).toEqual([200, 0]);
    expect(await outcome('another-key-which-is-longer', 'word')).toEqual([200, 0]);
    expect(await outcome('a-secret-of-one-client', 'verb')).toEqual([501, 1]);
  }),
);
