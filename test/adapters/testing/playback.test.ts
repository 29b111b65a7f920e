// `createPlayback`: the recording of a service in place of the service, in a test.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPlayback, OptionsError } from '../../../adapters/testing/index.ts';
import { waitUntil } from '../../support/server/requests.ts';
import {
  closed,
  converse,
  listening,
  startStub,
  type Conversation,
} from '../../support/upstream/conversations.ts';
import { inFolder, recordThrough } from '../../support/upstream/recorded.ts';

const answer = (text: string) => ({
  status: 200,
  type: 'text/plain',
  chunks: [Buffer.from(text).toString('base64')],
});
const get = { method: 'GET', path: '/a', type: 'text/plain', body: '' };
const session: readonly Conversation[] = [
  {
    exchanges: [
      { ...get, answer: answer('one') },
      { ...get, answer: answer('two') },
    ],
    call: null,
  },
];

async function withRecording(
  act: (file: string) => Promise<void>,
  all: readonly Conversation[] = session,
): Promise<void> {
  await inFolder(async (folder) => {
    const stub = await startStub(all);
    const file = join(folder, 'real.jsonl');
    await recordThrough(stub.url, file, (url) => converse(url, all));
    await stub.close();
    await act(file);
  });
}

it('plays to several clients, each from the start, and tells what they miss', () =>
  withRecording(async (file) => {
    const playback = await createPlayback(file);
    const textAt = async (url: string) => (await fetch(url)).text();
    const [ann, bob] = ['ann', 'bob'].map((name) => `${playback.urlOf(name)}/0/a`) as [
      string,
      string,
    ];
    expect([await textAt(ann), await textAt(ann), await textAt(ann)]).toEqual([
      'one',
      'two',
      'two',
    ]);
    expect(await textAt(bob)).toBe('one');
    expect(playback.unused()).toEqual(['GET /0/a']);
    expect(playback.misses).toEqual([]);
    expect((await fetch(`${playback.url}/0/b`)).status).toBe(501);
    expect(playback.misses).toEqual([expect.stringMatching(/^GET \/0\/b is not in the recording/)]);
    await playback.close();
    await expect(fetch(playback.url)).rejects.toThrow();
  }));

it('answers reads of one part alone, however often, until the write after them', () =>
  withRecording(
    async (file) => {
      const playback = await createPlayback(file);
      const url = `${playback.url}/0/a`;
      const read = async () => (await fetch(url)).text();
      expect([await read(), await read(), await read()]).toEqual(['old', 'old', 'old']);
      await fetch(url, { method: 'POST', body: '', headers: { 'Content-Type': 'text/plain' } });
      expect([await read(), await read()]).toEqual(['new', 'new']);
      expect(playback.misses).toEqual([]);
      await playback.close();
    },
    [
      {
        exchanges: [
          { ...get, answer: answer('old') },
          { ...get, method: 'POST', answer: answer('done') },
          { ...get, answer: answer('new') },
        ],
        call: null,
      },
    ],
  ));

it('refuses what it cannot read', async () => {
  await expect(createPlayback('absent.jsonl')).rejects.toThrow(/There is no file/);
});

it.each([
  [[], {}, 'files must name at least one recording.'],
  [7, {}, 'files must be the path of a recording, or a list of such paths, not 7.'],
  ['a.jsonl', { speed: 0 }, 'speed must be max or a number above 0, up to 1000000, not 0.'],
  [
    'a.jsonl',
    { speed: 'fast' },
    "speed must be max or a number above 0, up to 1000000, not 'fast'.",
  ],
  ['a.jsonl', { webhook: 'nowhere' }, "webhook must be a URL of http or https, not 'nowhere'."],
  [
    'a.jsonl',
    { speeed: 1 },
    'it must not have "speeed"; allowed: files, speed, ignore, webhook, allowCut.',
  ],
])('refuses the options %j, %j', async (files, options, problem) => {
  const playback = createPlayback(files as never, options as never);
  await expect(playback).rejects.toThrow(new OptionsError(`createPlayback: ${problem}`));
});

it('is closed at the end of a block, and only once', () =>
  withRecording(async (file) => {
    let url: string;
    {
      await using playback = await createPlayback(file);
      ({ url } = playback);
      expect((await fetch(`${url}/0/a`)).status).toBe(200);
      await playback.close();
    }
    await expect(fetch(url)).rejects.toThrow();
  }));

const write = { ...get, method: 'POST', path: '/b', body: 'eA==' };

it('never gives an answer again that was given before a write', () =>
  withRecording(
    async (file) => {
      const playback = await createPlayback(file);
      const url = `${playback.url}/0`;
      expect(await (await fetch(`${url}/a`)).text()).toBe('before');
      await fetch(`${url}/b`, {
        method: 'POST',
        body: 'x',
        headers: { 'Content-Type': 'text/plain' },
      });
      expect((await fetch(`${url}/a`)).status).toBe(501);
      expect(playback.misses).toEqual([
        expect.stringMatching(/^GET \/0\/a was not recorded as often/),
      ]);
      await playback.close();
    },
    [
      {
        exchanges: [
          { ...get, answer: answer('before') },
          { ...write, answer: answer('done') },
        ],
        call: null,
      },
    ],
  ));

it('breaks off an answer within which the recording was cut', () =>
  withRecording(
    async (file) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      const last = lines.findLastIndex((line) => line.includes('"http.part"'));
      writeFileSync(file, `${lines.slice(0, last).join('\n')}\n`);
      const playback = await createPlayback(file, { allowCut: true });
      await expect((await fetch(`${playback.url}/0/a`)).text()).rejects.toThrow();
      expect(playback.misses).toEqual([
        expect.stringMatching(/^The recording ends within the answer to GET \/0\/a \(entry 1\)/),
      ]);
      await playback.close();
    },
    [
      {
        exchanges: [
          {
            ...get,
            answer: { status: 200, type: 'text/event-stream', chunks: ['YTEK', 'YTIK', 'YTMK'] },
          },
        ],
        call: null,
      },
    ],
  ));

it('sends webhooks to the address that it is given', () =>
  inFolder(async (folder) => {
    const received: string[] = [];
    const client = createServer((request, response) => {
      received.push(`${request.method} ${request.url}`);
      response.end();
    });
    const address = `${await listening(client)}/hooks`;
    const stub = await startStub(session);
    const file = join(folder, 'real.jsonl');
    await recordThrough(
      stub.url,
      file,
      async (url) => {
        await converse(url, session);
        await fetch(`${url}/__reprise/webhook/paid?id=1`, { method: 'POST', body: '{}' });
        await fetch(`${url}/__reprise/webhook`, { method: 'POST', body: '{}' });
      },
      { webhook: address },
    );
    await stub.close();
    const recorded = received.splice(0);
    expect(recorded).toEqual(['POST /hooks/paid?id=1', 'POST /hooks']);
    const playback = await createPlayback(file, { webhook: address });
    await converse(playback.url, session);
    await waitUntil('webhooks came', () => received.length === recorded.length);
    expect(received).toEqual(recorded);
    await playback.close();
    await closed(client);
  }));
