// Conversations that continue without their client, in the middle of a reply: in a fork, and after a restart.

import { describe, expect } from 'vitest';
import { createMemoryStore } from '../../../../../adapters/stores/memory/event-store.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';
import { waitUntil } from '../../../../support/server/requests.ts';
import {
  connectTo,
  type ReceivedItem,
  type SpeechClient,
} from '../../../../support/speech/client.ts';
import type { DrivenFrames, SpeechHost } from '../../../../support/speech/hosts.ts';

const mulaw = { encoding: 'mulaw', sample_rate: 8_000 };
const settings = {
  type: 'Settings',
  audio: { input: mulaw, output: { ...mulaw, container: 'wav' } },
  agent: { greeting: 'Good morning. How can I help you today?' },
};
const update = { type: 'UpdatePrompt', prompt: 'Be kind.' };
const question = { type: 'InjectUserMessage', content: 'Is it warm?' };

const it = speechTest();

/** Sends messages in place of the client. */
const drive = (host: SpeechHost, world: string, id: string, messages: readonly object[]) =>
  host.drive(
    id,
    messages.map((message) => ({ text: JSON.stringify(message) })),
    world,
  );

const messagesIn = ({ frames }: DrivenFrames) =>
  frames.flatMap(({ text }) => (text === undefined ? [] : [JSON.parse(text) as ReceivedItem]));
const audioIn = ({ frames }: DrivenFrames) =>
  Buffer.concat(frames.map(({ data = '' }) => Buffer.from(data, 'base64')));
const messagesOf = (seen: readonly ReceivedItem[]) => seen.filter((one) => !('audio' in one));

/** Connects a client, and advances the clock to the middle of the greeting. */
async function greeted(host: SpeechHost): Promise<{ client: SpeechClient; id: string }> {
  const client = await connectTo(host, '/v1/agent/converse');
  client.send(settings);
  await client.messages(2);
  await host.control('POST', '/worlds/default/clock/advance', { by: 400 });
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
  await host.control('POST', '/worlds/default/clock/advance', { untilIdle: true });
  await done(1);
  client.send(question);
  await waitUntil('it is handled', () => JSON.stringify(client.seen).includes('Is it warm?'));
  await host.control('POST', '/worlds/default/clock/advance', { untilIdle: true });
  await done(2);
  return {
    messages: messagesOf(client.seen.slice(seen)),
    audio: Buffer.concat(client.audio.slice(audio)),
  };
}

describe('a conversation', () => {
  it('continues identically in a fork, in the middle of a reply', async ({ startHost }) => {
    const host = await startHost();
    const { client, id } = await greeted(host);
    await host.control('POST', '/worlds/default/fork', { name: 'still' });
    await host.control('POST', '/worlds/default/fork', { name: 'moving' });
    const expected = await rest(host, client);

    for (const message of [update, question]) {
      await drive(host, 'still', id, [message]);
      await host.control('POST', '/worlds/still/clock/advance', { untilIdle: true });
    }
    expect(await host.eventTexts('still')).toEqual(await host.eventTexts('default'));

    await host.control('PATCH', '/worlds/moving/clock', { mode: 'skip', idle: false });
    const sent = await drive(host, 'moving', id, [update, question]);
    expect(messagesIn(sent)).toEqual(expected.messages);
    expect(audioIn(sent).equals(expected.audio)).toBe(true);
    expect(await host.eventTexts('moving')).toEqual(await host.eventTexts('default'));
  });

  it('continues after a restart, in the middle of a reply', async ({ startHost }) => {
    const store = createMemoryStore();
    const whole = await startHost();
    const { client } = await greeted(whole);
    const expected = await rest(whole, client);

    const { id } = await greeted(await startHost({ store }));
    const again = await startHost({ store });
    await again.control('PATCH', '/worlds/default/clock', { mode: 'skip', idle: false });
    const sent = await drive(again, 'default', id, [update, question]);
    expect(messagesIn(sent)).toEqual(expected.messages);
    expect(audioIn(sent).equals(expected.audio)).toBe(true);
  });
});
