// Conversations in one process whose clients run random steps, each once the agent waits for its client.

import { createHash } from 'node:crypto';
import type { World } from '../../../core/engine/world/world-contract.ts';
import { conversationView } from '../../../core/speech/agent/views/conversation.ts';
import type { AnswerRule } from '../../../core/speech/recognition/script/answers.ts';
import type { SpeechCommand } from '../../../core/speech/commands.ts';
import { waitUntil } from '../server/requests.ts';
import { conversation, script } from './agent-commands.ts';
import { connectTo, type SpeechClient } from './client.ts';
import type { SpeechHost } from './hosts.ts';
import { tone } from './tones.ts';

export type ClientStep =
  | { readonly kind: 'say' | 'inject'; readonly text: string }
  | { readonly kind: 'voice'; readonly seconds: number }
  /** Answers the n-th open function call, or an unknown one. */
  | { readonly kind: 'answer'; readonly index: number }
  | { readonly kind: 'update'; readonly what: 'prompt' | 'think' | 'speak' };

const rules: readonly AnswerRule[] = [
  { hears: 'weather', calls: [{ name: 'weather' }, { name: 'time' }], thinks: 'Look outside.' },
  { hears: 'time', says: 'One moment.', calls: [{ name: 'time' }] },
  { after: 'time', says: 'It is {result}.' },
  { hears: 'story', says: 'Once there was a fox. It ran. It ran far away.' },
  { hears: 'trouble', fails: { provider: 'speak', times: 1 }, says: 'Still here.' },
];

const functions = ['weather', 'time'].map((name) => ({ name }));
const thinkers = [{ provider: { type: 'open_ai', model: 'gpt-4o-mini' }, functions }];
const voices = ['aura-asteria-en', 'aura-luna-en'].map((model) => ({
  provider: { type: 'deepgram', model },
}));

export interface OpenConversation {
  readonly world: World;
  readonly sessionId: string;
  readonly client: SpeechClient;
}

/** Opens a conversation and sends Settings. The world has the same rules for each conversation. */
export async function openConversation(
  host: SpeechHost,
  world: World,
  version: 'v1' | 'v2',
): Promise<OpenConversation> {
  await sendCommand(world, script(rules));
  const client = await connectTo(host, '/v1/agent/converse', { prefix: `/w/${world.record.name}` });
  client.send({
    type: 'Settings',
    experimental: true,
    audio: {
      input: { encoding: 'linear16', sample_rate: 8_000 },
      output: { encoding: 'mulaw', sample_rate: 8_000, container: 'none' },
    },
    agent: {
      listen: {
        provider: {
          type: 'deepgram',
          version,
          model: version === 'v1' ? 'nova-3' : 'flux-general-en',
        },
      },
      think: thinkers,
      speak: voices,
      greeting: 'Hello.',
    },
  });
  await client.messages(2);
  const [welcome] = client.seen as readonly { readonly request_id?: string }[];
  const served = { world, client, sessionId: welcome?.request_id ?? '' };
  await settle(served);
  return served;
}

/** Sends a command without a client. */
export function sendCommand(world: World, own: SpeechCommand): Promise<void> {
  return world.send({
    domain: 'speech',
    prepare: () => ({ command: own }),
    respond: () => undefined,
  });
}

/** Sends the client's frames of this step; resolves once the session has received them. */
export async function runStep(served: OpenConversation, step: ClientStep): Promise<void> {
  const { client, world, sessionId } = served;
  if (step.kind === 'voice') {
    const audio = Buffer.concat([tone(step.seconds), Buffer.alloc(32_000)]);
    for (let at = 0; at < audio.length; at += 3_200)
      client.socket.send(audio.subarray(at, at + 3_200));
  } else client.send(messageOf(served, step));
  // Sessions process frames in order, so the KeepAlive is received after all earlier frames.
  let isReceived = false;
  const watching = world.events$.subscribe(({ event }) => {
    if (event.type === 'KeepAliveReceived' && event.sessionId === sessionId) isReceived = true;
  });
  client.send({ type: 'KeepAlive' });
  await waitUntil('the session has received its frames', () => isReceived);
  watching.unsubscribe();
}

function messageOf(
  { world, sessionId }: OpenConversation,
  step: Exclude<ClientStep, { readonly kind: 'voice' }>,
): object {
  switch (step.kind) {
    case 'say':
      return { type: 'InjectUserMessage', content: step.text };
    case 'inject':
      return { type: 'InjectAgentMessage', message: step.text };
    case 'answer': {
      const calls = world.peek(({ speech }) => conversation(speech, sessionId)?.thinking?.calls);
      const { id = 'fc_unknown', name = 'time' } = calls?.[step.index] ?? {};
      return { type: 'FunctionCallResponse', id, name, content: `${name} ${step.index}` };
    }
    case 'update':
      if (step.what === 'prompt') return { type: 'UpdatePrompt', prompt: 'Be brief.' };
      return step.what === 'think'
        ? { type: 'UpdateThink', think: thinkers }
        : { type: 'UpdateSpeak', speak: voices.toReversed() };
  }
}

/** Resolves once the agent waits for its client. A frozen clock is advanced. */
export async function settle({ world, sessionId }: OpenConversation): Promise<void> {
  await waitUntil('the agent waits for its client', async () => {
    if (world.clock().mode === 'frozen') {
      await world.advance({ untilIdle: true, maxMs: 600_000 });
    }
    const view = world.peek(({ speech }) => conversationView(speech, sessionId));
    return view === undefined || !view.isProgressing;
  });
}

/** All messages and frames so far. Updates the prompt first: its confirmation comes after all others. */
export async function receivedMessages(served: OpenConversation) {
  const { client } = served;
  const count = () =>
    client.seen.filter((one) => 'type' in one && one['type'] === 'PromptUpdated').length;
  const before = count();
  await runStep(served, { kind: 'update', what: 'prompt' });
  await waitUntil('all messages have come', () => count() > before);
  return {
    seen: client.seen,
    frames: client.audio.map((frame) => frame.length),
    sha256: createHash('sha256').update(Buffer.concat(client.audio)).digest('hex'),
  };
}
