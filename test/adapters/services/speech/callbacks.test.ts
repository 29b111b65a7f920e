// Callbacks of /v1/listen: messages by HTTP in place of the socket, in order, once each.

import { readFileSync } from 'node:fs';
import { describe, expect, vi } from 'vitest';
import { receiveWebhooks } from '../../../support/server/webhook-receiver.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';
import { expectEqual } from '../../../support/recording/recordings.ts';
import { tone } from '../../../support/speech/tones.ts';

const raw = 'encoding=linear16&sample_rate=8000&interim_results=true&vad_events=true';
const queryTo = (url: string, more = '') => `?${raw}&callback=${encodeURIComponent(url)}${more}`;

const it = speechTest()
  // oxlint-disable-next-line no-empty-pattern
  .extend('receiver', async ({}, { onCleanup }) => {
    const receiver = await receiveWebhooks();
    onCleanup(() => receiver.close());
    return receiver;
  })
  /** Sends audio, closes the stream, and resolves with the messages over the socket. */
  .extend('listen', ({ connect }) => async (query: string) => {
    const client = await connect('/v1/listen', { query });
    client.socket.send(tone(2.5));
    client.send({ type: 'CloseStream' });
    expect(await client.closed).toBe('1000');
    return client.seen;
  });

describe('a session with a callback', () => {
  it('sends every message there, in order, and none over the socket', async ({
    receiver,
    listen,
  }) => {
    const expected = await listen(`?${raw}`);
    expect(await listen(queryTo(receiver.url))).toEqual([]);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(expected.length));
    const types = (messages: readonly object[]) =>
      messages.map((message) => (message as { type: string }).type);
    expect(types(receiver.received.map(({ body }) => body as object))).toEqual(types(expected));
    expect(receiver.received.every(({ method }) => method === 'POST')).toBe(true);
    expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
  });

  it.for(['GET', 'PUT', 'DELETE'])(
    'uses the method %s on request',
    async (method, { receiver, listen }) => {
      await listen(queryTo(receiver.url, `&callback_method=${method}`));
      await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
      expect(receiver.received.every((each) => each.method === method)).toBe(true);
    },
  );

  it('does not repeat messages when its host fails', async ({ host, receiver, listen }) => {
    receiver.answerWith = 500;
    const expected = await listen(`?${raw}`);
    await listen(queryTo(receiver.url));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(expected.length));
    await host.world().advance({ byMs: 60_000 });
    expect(receiver.received).toHaveLength(expected.length);
    expect(host.world().peek(({ speech }) => speech.callbacks.size)).toBe(0);
  });

  it('has no credentials in a recording, which replays', async ({
    host,
    receiver,
    listen,
    record,
  }) => {
    const { file, stop } = await record(host);
    const url = receiver.url.replace('//', '//user:pass-of-a-callback@');
    await listen(queryTo(`${url}?signature=value-of-a-callback`));
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
    await host.world().advance({ byMs: 1 });
    await stop();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('value-of-a-callback');
    expect(text).not.toContain('pass-of-a-callback');
    await expectEqual(file);
  });

  it('replays without sending anything, outcomes included', async ({
    host,
    receiver,
    listen,
    record,
  }) => {
    const { file, stop } = await record(host);
    await listen(queryTo(receiver.url));
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
    await host.world().advance({ byMs: 1 });
    await stop();
    const sent = receiver.received.length;
    const { replay } = await expectEqual(file);
    expect(replay.compared.webhooks).toBe(sent);
    expect(receiver.received).toHaveLength(sent);
  });
});
