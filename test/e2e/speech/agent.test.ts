// A call of the real clients with the voice agent, on all hosts; the user has the simulator's own voice.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectEqual, recordingFolder } from '../../support/recording/recordings.ts';
import { waitUntil } from '../../support/server/requests.ts';
import {
  agentClients,
  type AgentCall,
  type AgentMessage,
} from '../../support/speech/agent-clients.ts';
import { respondWith, chatServer, type ChatServer } from '../../support/speech/chat-server.ts';
import { spokenBy } from '../../support/speech/client.ts';
import { speechHosts, type SpeechHost } from '../../support/speech/hosts.ts';

const isUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const isCallId = expect.stringMatching(/^fc_[0-9a-f-]{36}$/) as string;

const lines = {
  table: 'Is there a free table?',
  book: 'Then book it for four.',
  garden: 'Tell me about the garden.',
  thanks: 'Thank you.',
} as const;

const answer = [
  { hears: '* free table', calls: [{ name: 'find_table' }] },
  { after: 'find_table', says: 'Yes, at eight.' },
  {
    hears: '* book it for {people}',
    calls: [{ name: 'book_table', arguments: { people: '{people}' } }],
  },
  { after: 'book_table', says: 'It is booked.' },
  {
    hears: '* garden',
    says: 'There are roses, and they are red and white. Do you like roses?',
    latency: { think: 200, speak: 100 },
  },
  { hears: 'thank you', says: 'You are welcome.' },
];

const voice = (model: string) => ({ provider: { type: 'deepgram', model } });
const thinker = (prompt: string, functions: readonly object[] = []) => ({
  provider: { type: 'open_ai', model: 'gpt-4o-mini' },
  prompt,
  functions,
});
const mulaw = { encoding: 'mulaw', sample_rate: 8_000 };
const secret = 'a-secret-of-the-function';
const silence = (ms: number) => Buffer.alloc(ms * 8, 0xff);

/** `url`: the endpoint that books tables. */
const settings = (listen: object, url: string) => ({
  experimental: true,
  audio: { input: mulaw, output: mulaw },
  agent: {
    greeting: 'Hello.',
    listen: { provider: listen },
    think: thinker('You work in a restaurant.', [
      { name: 'find_table', description: 'Finds a table', parameters: { type: 'object' } },
      {
        name: 'book_table',
        description: 'Books a table',
        parameters: { type: 'object', properties: { people: { type: 'string' } } },
        endpoint: { url, method: 'post', headers: { 'x-key': secret } },
      },
    ]),
    speak: voice('aura-2-thalia-en'),
  },
});

const listenKinds: Readonly<Record<string, object>> = {
  'client 4': { type: 'deepgram', version: 'v1', model: 'nova-3' },
  'client 5': { type: 'deepgram', version: 'v2', model: 'flux-general-en' },
};

/** Advances the agent until it has sent `count` messages of the type. */
type AdvanceUntil = (call: AgentCall, type: string, count?: number) => Promise<AgentMessage>;

describe.each(speechHosts)('on %s', (name, start) => {
  const isInProcess = name === 'the process itself';
  const file = join(recordingFolder(), 'default.jsonl');
  let host: SpeechHost;
  let functions: ChatServer;
  const voices = new Map<string, Buffer>();

  beforeAll(async () => {
    [host, functions] = await Promise.all([start(), chatServer()]);
    functions.answers['/book'] = [respondWith(200, '{"table":7}')];
    if (isInProcess) await host.reprise.recordings.start(host.world(), { file });
    await host.control('PUT', '/worlds/default/speech/script', { answer });
    for (const text of Object.values(lines)) {
      voices.set(text, await spokenBy(host, text, '?encoding=mulaw&sample_rate=8000'));
    }
  });
  afterAll(async () => {
    await host.close();
    await functions.close();
  });

  const advance = (by: object) => host.control('POST', '/worlds/default/clock/advance', by);

  const byAdvancing: AdvanceUntil = async ({ messages, comes }, type, count = 1) => {
    await waitUntil(`${type} came`, async () => {
      await advance({ untilIdle: true });
      return messages.filter((message) => message.type === type).length >= count;
    });
    return comes(type, count);
  };
  const byItself: AdvanceUntil = ({ comes }, type, count) => comes(type, count);

  function say({ hear }: AgentCall, text: string): void {
    const audio = Buffer.concat([voices.get(text) ?? silence(0), silence(1_000)]);
    for (let at = 0; at < audio.length; at += 800) hear(audio.subarray(at, at + 800));
  }

  /** A call with a greeting, a function of the client, a function of a server, and all updates. */
  async function hold(call: AgentCall, listen: object, goOn: AdvanceUntil): Promise<void> {
    const { comes, messages } = call;
    await comes('Welcome');
    call.configure(settings(listen, `${functions.url}/book`));
    await comes('SettingsApplied');
    await goOn(call, 'AgentAudioDone');
    expect(call.audioBytes()).toBeGreaterThan(2_000);

    say(call, lines.table);
    await comes('ConversationText', 2);
    const request = await goOn(call, 'FunctionCallRequest');
    const [{ id }] = request['functions'] as [{ readonly id: string }];
    call.answer({ id, name: 'find_table', content: '{"at":8}' });
    await goOn(call, 'AgentAudioDone', 2);

    say(call, lines.book);
    await comes('ConversationText', 4);
    await goOn(call, 'AgentAudioDone', 3);
    expect(functions.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/book',
      headers: { 'x-key': secret },
      text: '{"people":"four"}',
    });

    call.updatePrompt('You are friendly.');
    await comes('PromptUpdated');
    call.updateThink(thinker('You work in a garden.'));
    await comes('ThinkUpdated');
    call.updateSpeak(voice('aura-2-zeus-en'));
    await comes('SpeakUpdated');
    expect(messages).toEqual([
      { type: 'Welcome', request_id: isUuid },
      { type: 'SettingsApplied' },
      { type: 'ConversationText', role: 'assistant', content: 'Hello.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
      { type: 'UserStartedSpeaking' },
      { type: 'ConversationText', role: 'user', content: lines.table },
      {
        type: 'FunctionCallRequest',
        functions: [{ id: isCallId, name: 'find_table', arguments: '{}', client_side: true }],
      },
      { type: 'ConversationText', role: 'assistant', content: 'Yes, at eight.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
      { type: 'UserStartedSpeaking' },
      { type: 'ConversationText', role: 'user', content: lines.book },
      {
        type: 'FunctionCallRequest',
        functions: [
          {
            id: isCallId,
            name: 'book_table',
            arguments: '{"people":"four"}',
            client_side: false,
          },
        ],
      },
      { type: 'FunctionCallResponse', id: isCallId, name: 'book_table', content: '{"table":7}' },
      { type: 'ConversationText', role: 'assistant', content: 'It is booked.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
      { type: 'PromptUpdated' },
      { type: 'ThinkUpdated' },
      { type: 'SpeakUpdated' },
    ]);
  }

  async function interrupt(call: AgentCall): Promise<void> {
    const { comes, messages } = call;
    const before = messages.length;
    say(call, lines.garden);
    await comes('ConversationText', 6);
    await advance({ by: 500 });
    await comes('AgentStartedSpeaking', 4);
    say(call, lines.thanks);
    await comes('UserStartedSpeaking', 4);
    const sent = call.audioBytes();
    await comes('ConversationText', 8);
    expect(call.audioBytes()).toBe(sent);
    await byAdvancing(call, 'AgentAudioDone', 4);
    expect(messages.slice(before)).toEqual([
      { type: 'UserStartedSpeaking' },
      { type: 'ConversationText', role: 'user', content: lines.garden },
      {
        type: 'ConversationText',
        role: 'assistant',
        content: 'There are roses, and they are red and white.',
      },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'UserStartedSpeaking' },
      { type: 'ConversationText', role: 'user', content: lines.thanks },
      { type: 'ConversationText', role: 'assistant', content: 'You are welcome.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
    ]);
  }

  // Client 5 cannot connect to an in-process host.
  const clients = isInProcess ? agentClients.slice(1) : agentClients;

  it.each(clients)('%s has the same call by advancing and in skip mode', async (client, open) => {
    const listen = listenKinds[client] ?? {};
    const skipping = client.replace(' ', '-');
    await host.control('POST', '/worlds/default/fork', { name: skipping, outbound: true });
    await host.control('PATCH', `/worlds/${skipping}/clock`, { mode: 'skip' });
    const advanced = await open(host);
    await hold(advanced, listen, byAdvancing);
    const [messages, audio] = [[...advanced.messages], await advanced.audio()];
    await interrupt(advanced);
    await advance({ by: 15_000 });
    expect(await advanced.comes('Error')).toMatchObject({ code: 'CLIENT_MESSAGE_TIMEOUT' });
    advanced.close();

    const skipped = await open({ ...host, url: `${host.url}/w/${skipping}` });
    await hold(skipped, listen, byItself);
    expect(skipped.messages).toEqual(messages);
    expect((await skipped.audio()).equals(audio)).toBe(true);
    skipped.close();
  });

  it.runIf(isInProcess)('the call is replayed bit for bit', async () => {
    const { digest } = await host.reprise.recordings.stop('default');
    expect(readFileSync(file, 'utf8')).not.toContain(secret);
    const asked = functions.requests.length;
    const { replay } = await expectEqual(file);
    expect(functions.requests).toHaveLength(asked);
    expect(replay.digest).toBe(digest);
    expect(replay.compared.frames).toBeGreaterThan(30);
  });
});
