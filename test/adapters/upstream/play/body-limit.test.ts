// Requests to a playback with bodies over the limit.

import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

const megabyte = Buffer.alloc(1_000_000, 1);

/** The answer to a request whose body has so many megabytes. */
function answerTo(url: string, megabytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(url, { method: 'POST', agent: false }, (answer) => {
      void textOf(answer).then((text) => resolve(`${answer.statusCode} ${text}`), reject);
    });
    sending.on('error', reject);
    for (let count = 0; count < megabytes; count += 1) sending.write(megabyte);
    sending.end();
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
}

describe('a body over the limit', () => {
  it('is refused in one sentence, also to a client that sends all of it before it reads', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'real.jsonl');
      const server = createServer((request, response) => {
        request.resume();
        request.once('end', () => response.end('stored'));
      });
      try {
        await recordThrough(await listening(server), file, (url) => answerTo(`${url}/x`, 1));
      } finally {
        await closed(server);
      }
      const { value, misses } = await playing(
        file,
        async (url) => [await answerTo(`${url}/x`, 20), await answerTo(`${url}/x`, 1)],
        { bodyBytesMax: 1_000_000 },
      );
      expect(value).toEqual(['413 The body is longer than 1000000 bytes.', '200 stored']);
      expect(misses).toEqual(['POST /x cannot be played. The body is longer than 1000000 bytes.']);
    });
  });
});
