// The browser bundle of the real client, on all hosts: it sends its key in the subprotocols.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as Sdk from '@deepgram/sdk';
import { describe, expect } from 'vitest';
import type { WebSocket } from 'ws';
import { waitUntil } from '../../support/server/requests.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { speechHosts } from '../../support/speech/hosts.ts';

const main = createRequire(import.meta.url).resolve('@deepgram/sdk');
const bundle = readFileSync(join(dirname(main), '../browser/index.global.js'), 'utf8');

/** The bundle in a page with this class of sockets. */
function sdkWith(Socket: typeof WebSocket): typeof Sdk {
  const window = { document: {}, navigator: { userAgent: 'a page' } };
  const load = compileFunction(`${bundle}; return Deepgram;`, ['window', 'WebSocket']);
  return load(window, Socket) as typeof Sdk;
}

describe.each(speechHosts)('a page connects to %s', (_name, start) => {
  const it = speechTest({ start });

  it('with the key in its subprotocols', async ({ host }) => {
    const { DeepgramClient } = sdkWith(host.WebSocket);
    const client = new DeepgramClient({ apiKey: 'reprise-demo', baseUrl: host.url });
    const socket = await client.speak.v1.connect({
      Authorization: 'Token reprise-demo',
      encoding: 'mulaw',
    });
    const messages: unknown[] = [];
    let audio = 0;
    socket.on('message', (message: unknown) => {
      if (message instanceof Blob) audio += message.size;
      else messages.push(message);
    });
    const closed = new Promise<number>((resolve) => {
      socket.on('close', ({ code }) => resolve(code));
    });
    socket.connect();
    await socket.waitForOpen();
    socket.sendText({ type: 'Speak', text: 'Good morning.' });
    socket.sendFlush({ type: 'Flush' });
    await waitUntil('it is spoken', () => messages.length === 2);
    expect(messages[1]).toEqual({ type: 'Flushed', sequence_id: 0 });
    expect(audio).toBeGreaterThan(4_000);
    socket.sendClose({ type: 'Close' });
    expect(await closed).toBe(1000);
  });
});
