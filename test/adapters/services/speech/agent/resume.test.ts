// Conversations that continue without their client, in the middle of a reply: in a fork, and after a restart.

import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../../adapters/stores/memory/event-store.ts';
import type { EventStore } from '../../../../../core/index.ts';
import { waitUntil } from '../../../../support/server/requests.ts';
import { token } from '../../../../support/server/server.ts';
import {
  connectTo,
  type ReceivedItem,
  type SpeechClient,
} from '../../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../../support/speech/hosts.ts';

const mulaw = { encoding: 'mulaw', sample_rate: 8_000 };
const settings = {
  type: 'Settings',
  audio: { input: mulaw, output: { ...mulaw, container: 'wav' } },
  agent: { greeting: 'Good morning. How can I help you today?' },
};
const update = { type: 'UpdatePrompt', prompt: 'Be kind.' };
const question = { type: 'InjectUserMessage', content: 'Is it warm?' };

let hosts: SpeechHost[] = [];
afterEach(async () => {
  for (const host of hosts) await host.close();
  hosts = [];
});

async function startWith(store: EventStore): Promise<SpeechHost> {
  const host = await inProcess({ store });
  hosts.push(host);
  return host;
}

interface Sent {
  readonly frames: readonly { readonly text?: string; readonly data?: string }[];
}

async function control(host: SpeechHost, method: string, path: string, body: object) {
  const response = await host.fetch(`/__reprise/worlds/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return JSON.parse(text) as Sent;
}

/** Sends messages in place of the client. */
const drive = (host: SpeechHost, world: string, id: string, messages: readonly object[]) =>
  control(host, 'POST', `${world}/sessions/${id}/frames`, {
    frames: messages.map((message) => ({ text: JSON.stringify(message) })),
  });

const messagesIn = ({ frames }: Sent) =>
  frames.flatMap(({ text }) => (text === undefined ? [] : [JSON.parse(text) as ReceivedItem]));
const audioIn = ({ frames }: Sent) =>
  Buffer.concat(frames.map(({ data = '' }) => Buffer.from(data, 'base64')));
const messagesOf = (seen: readonly ReceivedItem[]) => seen.filter((one) => !('audio' in one));

/** Connects a client, and advances the clock to the middle of the greeting. */
async function greeted(host: SpeechHost): Promise<{ client: SpeechClient; id: string }> {
  const client = await connectTo(host, '/v1/agent/converse');
  client.send(settings);
  await client.messages(2);
  await control(host, 'POST', 'default/clock/advance', { by: 400 });
  await waitUntil('audio came', () => client.audio.length >= 2);
  expect(JSON.stringify(client.seen)).not.toContain('AgentAudioDone');
  return { client, id: (client.seen[0] as { readonly request_id: string }).request_id };
}

/** Sends an update and a question; returns the messages and the audio up to the end of the answer. */
async function rest(host: SpeechHost, client: SpeechClient) {
  const [seen, audio] = [client.seen.length, client.audio.length];
  const done = (times: number) =>
    waitUntil(
      'the reply is over',
      () => JSON.stringify(client.seen).split('AgentAudioDone').length > times,
    );
  client.send(update);
  await waitUntil('it is handled', () => JSON.stringify(client.seen).includes('PromptUpdated'));
  await control(host, 'POST', 'default/clock/advance', { untilIdle: true });
  await done(1);
  client.send(question);
  await waitUntil('it is handled', () => JSON.stringify(client.seen).includes('Is it warm?'));
  await control(host, 'POST', 'default/clock/advance', { untilIdle: true });
  await done(2);
  return {
    messages: messagesOf(client.seen.slice(seen)),
    audio: Buffer.concat(client.audio.slice(audio)),
  };
}

const eventsOf = async (host: SpeechHost, world: string) =>
  (await host.reprise.engine.store.events(world, { from: 1, limit: 10_000 })).map(
    ({ text }) => text,
  );

describe('a conversation', () => {
  it('continues identically in a fork, in the middle of a reply', async () => {
    const host = await startWith(createMemoryStore());
    const { client, id } = await greeted(host);
    await control(host, 'POST', 'default/fork', { name: 'still' });
    await control(host, 'POST', 'default/fork', { name: 'moving' });
    const expected = await rest(host, client);

    for (const message of [update, question]) {
      await drive(host, 'still', id, [message]);
      await control(host, 'POST', 'still/clock/advance', { untilIdle: true });
    }
    expect(await eventsOf(host, 'still')).toEqual(await eventsOf(host, 'default'));

    await control(host, 'PATCH', 'moving/clock', { mode: 'skip', idle: false });
    const sent = await drive(host, 'moving', id, [update, question]);
    expect(messagesIn(sent)).toEqual(expected.messages);
    expect(audioIn(sent).equals(expected.audio)).toBe(true);
    expect(await eventsOf(host, 'moving')).toEqual(await eventsOf(host, 'default'));
  });

  it('continues after a restart, in the middle of a reply', async () => {
    const store = createMemoryStore();
    const whole = await startWith(createMemoryStore());
    const { client } = await greeted(whole);
    const expected = await rest(whole, client);

    const { id } = await greeted(await startWith(store));
    const again = await startWith(store);
    await control(again, 'PATCH', 'default/clock', { mode: 'skip', idle: false });
    const sent = await drive(again, 'default', id, [update, question]);
    expect(messagesIn(sent)).toEqual(expected.messages);
    expect(audioIn(sent).equals(expected.audio)).toBe(true);
  });
});
