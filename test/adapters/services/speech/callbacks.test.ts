// Callbacks of /v1/listen: messages by HTTP in place of the socket, in order, once each.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { receiveWebhooks, type WebhookReceiver } from '../../../support/server/webhook-receiver.ts';
import { connectTo } from '../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';
import { tone } from '../../../support/speech/tones.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

const folder = temporaryFolder();

let host: SpeechHost;
let receiver: WebhookReceiver;

beforeEach(async () => {
  [host, receiver] = await Promise.all([inProcess(), receiveWebhooks()]);
});
afterEach(() => Promise.all([host.close(), receiver.close()]));

const raw = 'encoding=linear16&sample_rate=8000&interim_results=true&vad_events=true';
const queryTo = (url: string, more = '') => `?${raw}&callback=${encodeURIComponent(url)}${more}`;

/** Sends audio and closes the stream. */
async function listen(query: string, to = host): Promise<readonly object[]> {
  const client = await connectTo(to, '/v1/listen', { query });
  client.socket.send(tone(2.5));
  client.send({ type: 'CloseStream' });
  expect(await client.closed).toBe('1000');
  return client.seen;
}

const world = () => {
  const found = host.reprise.engine.world('default');
  if (found === undefined) throw new Error('There is no world.');
  return found;
};

describe('a session with a callback', () => {
  it('sends every message there, in order, and none over the socket', async () => {
    const expected = await listen(`?${raw}`);
    expect(await listen(queryTo(receiver.url))).toEqual([]);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(expected.length));
    const types = (messages: readonly object[]) =>
      messages.map((message) => (message as { type: string }).type);
    expect(types(receiver.received.map(({ body }) => body as object))).toEqual(types(expected));
    expect(receiver.received.every(({ method }) => method === 'POST')).toBe(true);
    expect(receiver.received[0]?.headers['content-type']).toBe('application/json');
  });

  it.each(['GET', 'PUT', 'DELETE'])('uses the method %s on request', async (method) => {
    await listen(queryTo(receiver.url, `&callback_method=${method}`));
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
    expect(receiver.received.every((each) => each.method === method)).toBe(true);
  });

  it('does not repeat messages when its host fails', async () => {
    receiver.answerWith = 500;
    const expected = await listen(`?${raw}`);
    await listen(queryTo(receiver.url));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(expected.length));
    await world().advance({ byMs: 60_000 });
    expect(receiver.received).toHaveLength(expected.length);
    expect(world().peek(({ speech }) => speech.callbacks.size)).toBe(0);
  });

  it('has no credentials in a recording, which replays', async () => {
    const file = join(folder, 'credentials.jsonl');
    await host.reprise.recordings.start(world(), { file });
    const url = receiver.url.replace('//', '//user:pass-of-a-callback@');
    await listen(queryTo(`${url}?signature=value-of-a-callback`));
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
    await world().advance({ byMs: 1 });
    await host.reprise.recordings.stop('default');
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('value-of-a-callback');
    expect(text).not.toContain('pass-of-a-callback');
    const { divergence } = await replayRecording(file, await readRecording(file));
    expect(divergence).toBeUndefined();
  });

  it('replays without sending anything, outcomes included', async () => {
    const file = join(folder, 'callbacks.jsonl');
    await host.reprise.recordings.start(world(), { file });
    await listen(queryTo(receiver.url));
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body.type).toBe('Metadata'));
    await world().advance({ byMs: 1 });
    await host.reprise.recordings.stop('default');
    const sent = receiver.received.length;
    const { divergence, compared } = await replayRecording(file, await readRecording(file));
    expect(divergence).toBeUndefined();
    expect(compared.webhooks).toBe(sent);
    expect(receiver.received).toHaveLength(sent);
  });
});
