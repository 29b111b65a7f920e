// Texts that are long: redacted as wholes, so that what is no secret stays, and played as they were.

import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import { inFolder, playing, recordThrough } from '../../../support/upstream/recorded.ts';

/** Records a request with a body, which is answered with the same, and plays it. */
async function echoed(body: string, type: string, rules: readonly string[] = []) {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': type });
    request.pipe(response);
  });
  const upstream = await listening(server);
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const act = async (url: string) => {
      const headers = { 'Content-Type': type };
      return (await fetch(`${url}/x`, { method: 'POST', headers, body })).text();
    };
    const real = await recordThrough(upstream, file, act, { rules });
    await closed(server);
    const { value: played, misses } = await playing(file, act);
    expect(misses).toEqual([]);
    expect(real === body).toBe(true); // the difference of long texts would be printed for minutes
    return { isEqual: played === body, recorded: readFileSync(file, 'utf8') };
  });
}

const base64 = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 7) % 256)).toString('base64');

it.each([300_000, 900_000, 2_500_000])('has %d bytes in JSON as they were', async (bytes) => {
  const body = JSON.stringify({ name: 'a.wav', audio: base64(bytes), more: [1, 2] });
  expect((await echoed(body, 'application/json')).isEqual).toBe(true);
});

it('has no member that the user has named in a long body', async () => {
  const secret = 'a-secret-of-24-letters-0';
  const body = JSON.stringify({ a: base64(600_000), tenant: secret, b: base64(600_000) });
  const { recorded } = await echoed(body, 'application/json', ['json:$.tenant']);
  expect(recorded).not.toContain(secret);
});

it.each(['text/plain', 'application/json'])('has 12 MiB of %s as they were', async (type) => {
  const line = `${'word '.repeat(15)}, `;
  const text = line.repeat(Math.ceil((12 * 1024 * 1024) / line.length));
  const body = type === 'text/plain' ? text : JSON.stringify({ text });
  expect((await echoed(body, type)).isEqual).toBe(true);
});
