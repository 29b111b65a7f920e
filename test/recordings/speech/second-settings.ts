// A client greets its caller through the agent, measures the latencies, and sends its settings a second time, which ends the session.

import { strict as assert } from 'node:assert';
import { WebSocket } from 'ws';
import { waitUntil } from '../../support/server/requests.ts';
import { token } from '../../support/server/server.ts';

const settings = {
  type: 'Settings',
  experimental: true,
  audio: { output: { encoding: 'mulaw', sample_rate: 8_000 } },
  agent: {
    greeting: 'Good morning. How can I help you?',
    listen: { provider: { type: 'deepgram', version: 'v1', model: 'nova-3' } },
    think: { provider: { type: 'open_ai', model: 'gpt-4o-mini' } },
    speak: { provider: { type: 'deepgram', version: 'v1', model: 'aura-2-thalia-en' } },
  },
};

export async function secondSettings(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/agent/converse`, [
    'token',
    'reprise-demo',
  ]);
  const types: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') types.push((JSON.parse(data) as { type: string }).type);
  });
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => resolve(code));
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const send = (message: object) => socket.send(JSON.stringify(message));
  send(settings);
  await waitUntil('the settings are applied', () => types.includes('SettingsApplied'));
  const passed = await fetch(`${url}/__reprise/worlds/default/clock/advance`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ by: '10s' }),
  });
  assert.ok(passed.ok, `time passes: ${passed.status}`);
  await waitUntil('the greeting was spoken', () => types.includes('AgentAudioDone'));
  send({ type: 'UpdatePrompt', prompt: 'Be brief.' });
  await waitUntil('the prompt is changed', () => types.includes('PromptUpdated'));
  send(settings);
  assert.equal(await closed, 1000, types.join());
  assert.deepEqual(types, [
    'Welcome',
    'SettingsApplied',
    'ConversationText',
    'AgentStartedSpeaking',
    'ConversationText',
    'AgentAudioDone',
    'PromptUpdated',
    'Error',
  ]);
}
