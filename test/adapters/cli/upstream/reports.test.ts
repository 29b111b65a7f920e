// What `reprise record` and `reprise play` print at the end: one of a thing and several, and lists with a bound.

import { createServer } from 'node:http';
import { describe, expect } from 'vitest';
import { openLineWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { proxyHeader } from '../../../../adapters/upstream/record/open-recording.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { closed, listening } from '../../../support/upstream/conversations.ts';
import type { Shell } from '../shell.ts';

const it = shellTest();

/** Runs a verb that serves, acts at its URL once it is ready, and stops it; resolves with what it has printed. */
async function printed(
  shell: Shell,
  args: readonly string[],
  act: (url: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const out: string[] = [];
  let stop: (signal: string) => void = () => undefined;
  const stopped = new Promise<string>((resolve) => (stop = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const print = (text: string) => {
    out.push(...text.split('\n'));
    if (text.startsWith('Ctrl-C')) begin();
  };
  const ran = shell.run([...args, '--port', '0'], {}, { print, stopped: () => stopped });
  await begun;
  await act(/http:\S+/.exec(out[0] ?? '')?.[0] ?? '');
  stop('SIGTERM');
  await ran;
  return out;
}

/** Writes a recording of requests to `/0`, `/1` and so on, and a webhook. */
function writeSession(file: string, count: number): void {
  const upstreams = [{ service: 'other', base: 'https://api.example' }];
  const header = proxyHeader({ version: '1.2.3', upstreams, recordedAt: new Date(0), rules: [] });
  const fail = (error: unknown) => {
    throw error;
  };
  const writer = openLineWriter(file, header, (entry) => entry, fail);
  const request = { kind: 'http.request', service: 'other', method: 'GET', headers: {} };
  for (let index = 0; index < count; index += 1) {
    writer.append({ at: 0, ...request, url: `/${index}` });
    writer.append({ at: 0, kind: 'http.answer', to: 2 * index + 1, status: 204, headers: {} });
  }
  writer.append({ at: 0, kind: 'webhook.request', method: 'POST', url: '', headers: {} });
  writer.end({});
}

describe('the report of a recording', () => {
  it.for([
    [1, /^Recorded 1 request, 0 frames, 1 byte in real\.jsonl\.$/],
    [2, /^Recorded 2 requests, 0 frames, 2 bytes in real\.jsonl\.$/],
  ] as const)('has words for %s', async ([count, report], { shell }) => {
    const server = createServer((_request, response) => response.end('x'));
    const upstream = await listening(server);
    const args = ['record', '--upstream', upstream, '-o', 'real.jsonl'];
    const out = await printed(shell, args, async (url) => {
      for (let sent = 0; sent < count; sent += 1) await (await fetch(url)).text();
    });
    await closed(server);
    expect(out.at(-1)).toMatch(report);
  });
});

describe('the report of a playback', () => {
  it('has words for one', async ({ shell }) => {
    writeSession(shell.path('real.jsonl'), 1);
    const out = await printed(shell, ['play', 'real.jsonl'], (url) => fetch(`${url}/0`));
    expect(out[1]).toBe('  real.jsonl  1 request, 0 sockets, 1 webhook');
  });

  it.for([
    [21, []],
    [22, ['  and 1 more']],
    [40, ['  and 19 more']],
  ] as const)(
    'lists at most 20 of %s that were never asked for',
    async ([count, more], { shell }) => {
      writeSession(shell.path('real.jsonl'), count);
      const out = await printed(shell, ['play', 'real.jsonl'], (url) => fetch(`${url}/0`));
      const start = out.indexOf(`Never asked for: ${count - 1}`);
      expect(out.slice(start + 21)).toEqual(more);
      expect(out[start + 20]).toBe('  GET /20 (entry 41, real.jsonl)');
    },
  );
});

it.for([
  ['play', 'real.jsonl', '--ignore', 'a..b'],
  ['play', 'real.jsonl', '--ignore', ''],
  ['play', 'real.jsonl', '--ignore', 'a', '--ignore', '.b'],
  ['diff', '--client', '--ignore', 'a.', 'one.jsonl', 'other.jsonl'],
])('%s refuses a path without names', async (args, { shell }) => {
  expect(await shell.refuses(...args)).toMatch(
    /It must be names joined by dots, such as metadata\.\*\.name\.$/,
  );
});
