// The real clients of the speech service on Node, and a browser's socket, on all hosts.

import { createClient, LiveTTSEvents } from 'deepgram-sdk-4';
import { DeepgramClient } from '@deepgram/sdk';
import { describe, expect } from 'vitest';
import { waitUntil } from '../../support/server/requests.ts';
import { speechTest } from '../../support/runner/speech-test.ts';
import { speechHosts, type SpeechHost } from '../../support/speech/hosts.ts';

const key = 'reprise-demo';
const isUuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe.each(speechHosts)('on %s', (name, start) => {
  const it = speechTest({ start });

  const isInProcess = name === 'the process itself';

  it.skipIf(isInProcess)('client 5 speaks, flushes, clears and closes', async ({ host }) => {
    const client = new DeepgramClient({ apiKey: key, baseUrl: host.url });
    const socket = await client.speak.v1.connect({
      Authorization: `Token ${key}`,
      model: 'aura-2-thalia-en',
      encoding: 'mulaw',
      sample_rate: '8000',
    });
    const messages: unknown[] = [];
    let audio = 0;
    const closed = new Promise<number>((resolve) => {
      socket.on('close', ({ code }) => resolve(code));
    });
    socket.on('message', (message: unknown) => {
      if (message instanceof Blob) audio += message.size;
      else messages.push(message);
    });
    socket.connect();
    await socket.waitForOpen();
    socket.sendText({ type: 'Speak', text: 'Good morning.' });
    socket.sendFlush({ type: 'Flush' });
    await waitUntil('it is spoken', () => messages.length === 2);
    expect(audio).toBeGreaterThan(4_000);
    socket.sendClear({ type: 'Clear' });
    socket.sendClose({ type: 'Close' });
    expect(await closed).toBe(1000);
    expect(messages).toEqual([
      expect.objectContaining({
        type: 'Metadata',
        request_id: isUuid,
        model_name: 'aura-2-thalia-en',
        model_uuid: isUuid,
      }),
      { type: 'Flushed', sequence_id: 0 },
      { type: 'Cleared', sequence_id: 1 },
    ]);
  });

  it('client 4 speaks, flushes and closes', async ({ host }) => {
    const client = createClient(key, {
      global: {
        websocket: {
          options: { url: `${host.url.replace('http', 'ws')}/` }, // without the slash, it drops the last path segment
          ...(isInProcess ? { client: host.WebSocket as never } : {}),
        },
      },
    });
    const live = client.speak.live({ model: 'aura-asteria-en', encoding: 'mulaw' });
    const seen: string[] = [];
    let audio = 0;
    live.on(LiveTTSEvents.Open, () => {
      live.sendText('Good morning.');
      live.flush();
    });
    for (const event of [LiveTTSEvents.Metadata, LiveTTSEvents.Flushed, LiveTTSEvents.Close]) {
      live.on(event, () => seen.push(event));
    }
    live.on(LiveTTSEvents.Error, (error: unknown) => seen.push(JSON.stringify(error)));
    live.on(LiveTTSEvents.Audio, (data: Buffer) => (audio += data.length));
    await waitUntil('it is spoken', () => seen.includes(LiveTTSEvents.Flushed));
    expect(audio).toBeGreaterThan(4_000);
    live.requestClose();
    await waitUntil('it is closed', () => seen.includes(LiveTTSEvents.Close));
    expect(seen).toEqual([LiveTTSEvents.Metadata, LiveTTSEvents.Flushed, LiveTTSEvents.Close]);
  });

  it.for<[string, (host: SpeechHost) => Promise<string[]>]>([
    ['a key', async () => ['token', key]],
    [
      'an access token',
      async (host) => {
        const response = await host.fetch('/v1/auth/grant', {
          method: 'POST',
          headers: { Authorization: `Token ${key}` },
        });
        const { access_token: token } = (await response.json()) as { access_token: string };
        return ['bearer', token, 'x-deepgram-session-id', '9f2a'];
      },
    ],
  ])(
    'a socket of a browser connects with %s in its subprotocols',
    async ([, protocols], { host }) => {
      const offered = await protocols(host);
      const socket = new host.WebSocket(`${host.url.replace('http', 'ws')}/v1/speak`, [...offered]);
      const texts: string[] = [];
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') texts.push(data);
      });
      socket.addEventListener('open', () => socket.send('{"type":"Flush"}'));
      await waitUntil('it is flushed', () => texts.length === 2);
      expect(socket.protocol).toBe(offered[0]);
      expect(texts[1]).toBe('{"type":"Flushed","sequence_id":0}');
      socket.close();
    },
  );
});
