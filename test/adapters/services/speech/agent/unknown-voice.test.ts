// A voice that no world knows, from the first sample on: the agent notices that the user speaks, and says nothing over it.

import { describe, expect } from 'vitest';
import { encode } from '../../../../../adapters/audio/encoding.ts';
import { buzzing } from '../../../../support/speech/spoiled.ts';
import { speechTest } from '../../../../support/runner/speech-test.ts';

const it = speechTest({ scope: 'file' });

const input = { encoding: 'linear16', sample_rate: 16_000 };
const settings = (listen: object) => ({
  type: 'Settings',
  audio: { input },
  agent: {
    listen: { provider: { type: 'deepgram', ...listen } },
    think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' } },
  },
});
const bytesOfSecond = 32_000;

describe.each([
  { version: 'v1', model: 'nova-3' },
  { version: 'v2', model: 'flux-general-en' },
])('an agent that listens with %o', (listen) => {
  it.for<[hertz: number, times: number, by: number]>([
    [100, 4, 0.2],
    [140, 3, 0.3],
    [220, 5, 0.5],
  ])('notices %d Hz that swell %d times a second by %d', async (sound, { connect }) => {
    const voice = encode(buzzing(...sound), 'linear16'); // 4 s
    const client = await connect('/v1/agent/converse');
    client.send(settings(listen));
    for (let start = 0; start < voice.length; start += bytesOfSecond / 10) {
      client.socket.send(Buffer.from(voice.subarray(start, start + bytesOfSecond / 10)));
    }
    client.send({ type: 'InjectAgentMessage', message: 'One moment.' });
    await client.messages(4);
    expect(client.seen).toMatchObject([
      { type: 'Welcome' },
      { type: 'SettingsApplied' },
      { type: 'UserStartedSpeaking' },
      { type: 'InjectionRefused' },
    ]);
  });
});
