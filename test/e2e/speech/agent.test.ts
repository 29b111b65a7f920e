// A call of the real clients with the voice agent, over all hosts: the simulator's own voice is the user.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentClients } from '../../support/speech/agent-clients.ts';
import { flush, speak, speakTo } from '../../support/speech/client.ts';
import { speechHosts, type SpeechHost } from '../../support/speech/hosts.ts';
import { token } from '../../support/server/server.ts';

const isUuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
const isCallId = expect.stringMatching(/^fc_[0-9a-f-]{36}$/) as string;

const lines = {
  table: 'Is there a free table?',
  garden: 'Tell me about the garden.',
  thanks: 'Thank you.',
} as const;

const answer = [
  { hears: '* free table', calls: [{ name: 'find_table' }] },
  { after: 'find_table', says: 'Yes, at eight.' },
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
const silence = (ms: number) => Buffer.alloc(ms * 8, 0xff);

const settings = (listen: object) => ({
  experimental: true,
  audio: { input: mulaw, output: mulaw },
  agent: {
    greeting: 'Hello.',
    listen: { provider: listen },
    think: thinker('You work in a restaurant.', [
      { name: 'find_table', description: 'Finds a table', parameters: { type: 'object' } },
    ]),
    speak: voice('aura-2-thalia-en'),
  },
});

const listenKinds = [
  { type: 'deepgram', version: 'v1', model: 'nova-3' },
  { type: 'deepgram', version: 'v2', model: 'flux-general-en' },
];

describe.each(speechHosts)('on %s', (name, start) => {
  let host: SpeechHost;
  const voices = new Map<string, Buffer>();

  beforeAll(async () => {
    host = await start();
    await control('PUT', 'speech/script', { answer });
    for (const text of Object.values(lines)) {
      const speaker = await speakTo(host, { query: '?encoding=mulaw&sample_rate=8000' });
      speaker.send(speak(text), flush);
      await speaker.messages(2);
      voices.set(text, Buffer.concat(speaker.audio));
      speaker.socket.close();
    }
  });
  afterAll(() => host.close());

  async function control(method: string, path: string, body: object) {
    const response = await host.fetch(`/__reprise/worlds/default/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.text()).toBe(true);
  }

  const advance = (by: object) => control('POST', 'clock/advance', by);

  // Client 5 has no way to reach a host in the process itself.
  const clients = name === 'the process itself' ? agentClients.slice(1) : agentClients;

  it.each(clients)('%s holds a call', async (client, open) => {
    const call = await open(host);
    const { comes, messages } = call;
    const say = (text: string) => {
      const audio = Buffer.concat([voices.get(text) ?? silence(0), silence(1_000)]);
      for (let at = 0; at < audio.length; at += 800) call.hear(audio.subarray(at, at + 800));
    };
    await comes('Welcome');
    call.configure(settings(listenKinds[client === 'client 5' ? 1 : 0] as object));
    await comes('SettingsApplied');
    await advance({ untilIdle: true });
    await comes('AgentAudioDone');
    expect(call.audioBytes()).toBeGreaterThan(2_000);
    expect(messages).toEqual([
      { type: 'Welcome', request_id: isUuid },
      { type: 'SettingsApplied' },
      { type: 'ConversationText', role: 'assistant', content: 'Hello.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
    ]);

    say(lines.table);
    await comes('ConversationText', 2);
    await advance({ untilIdle: true });
    const request = await comes('FunctionCallRequest');
    expect(messages.slice(5)).toEqual([
      { type: 'UserStartedSpeaking' },
      { type: 'ConversationText', role: 'user', content: lines.table },
      {
        type: 'FunctionCallRequest',
        functions: [{ id: isCallId, name: 'find_table', arguments: '{}', client_side: true }],
      },
    ]);
    const [{ id }] = request['functions'] as [{ readonly id: string }];
    call.answer({ id, name: 'find_table', content: '{"at":8}' });
    call.updatePrompt('You are friendly.');
    await comes('PromptUpdated'); // the answer was handled before
    await advance({ untilIdle: true });
    await comes('AgentAudioDone', 2);

    call.updateThink(thinker('You work in a garden.'));
    await comes('ThinkUpdated');
    call.updateSpeak(voice('aura-2-zeus-en'));
    await comes('SpeakUpdated');
    expect(messages.slice(8)).toEqual([
      { type: 'PromptUpdated' },
      { type: 'ConversationText', role: 'assistant', content: 'Yes, at eight.' },
      expect.objectContaining({ type: 'AgentStartedSpeaking' }),
      { type: 'AgentAudioDone' },
      { type: 'ThinkUpdated' },
      { type: 'SpeakUpdated' },
    ]);

    say(lines.garden);
    await comes('ConversationText', 4);
    await advance({ by: 500 });
    await comes('AgentStartedSpeaking', 3);
    say(lines.thanks);
    await comes('UserStartedSpeaking', 3);
    const sent = call.audioBytes();
    await comes('ConversationText', 6);
    expect(call.audioBytes()).toBe(sent);
    await advance({ untilIdle: true });
    await comes('AgentAudioDone', 3);
    expect(messages.slice(14)).toEqual([
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
    call.close();
  });
});
