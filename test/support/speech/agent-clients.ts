// The two real clients of the voice agent behind one interface.

import { createClient } from 'deepgram-sdk-4';
import { DeepgramClient } from '@deepgram/sdk';
import { waitUntil } from '../server/requests.ts';
import { speechKey } from './client.ts';
import type { SpeechHost } from './hosts.ts';

export type AgentMessage = Readonly<Record<string, unknown>> & { readonly type: string };

/** A call with the methods of the client. */
export interface AgentCall {
  /** In order, without audio. */
  readonly messages: readonly AgentMessage[];
  /** Bytes of audio so far. */
  readonly audioBytes: () => number;
  /** All audio so far. */
  readonly audio: () => Promise<Buffer>;
  readonly configure: (settings: object) => void;
  readonly updatePrompt: (prompt: string) => void;
  readonly updateSpeak: (speak: object) => void;
  readonly updateThink: (think: object) => void;
  readonly answer: (call: FunctionAnswer) => void;
  readonly hear: (audio: Buffer) => void;
  readonly keepAlive: () => void;
  readonly close: () => void;
  /** Resolves with the last message once `count` messages of the type have arrived. */
  readonly comes: (type: string, count?: number) => Promise<AgentMessage>;
}

export interface FunctionAnswer {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

export type OpenAgentCall = (host: Pick<SpeechHost, 'url' | 'WebSocket'>) => Promise<AgentCall>;

const client5: OpenAgentCall = async ({ url }) => {
  const client = new DeepgramClient({ apiKey: speechKey, baseUrl: url });
  const socket = await client.agent.v1.connect({ Authorization: `Token ${speechKey}` });
  const messages: AgentMessage[] = [];
  const audio: Blob[] = [];
  socket.on('message', (message: unknown) => {
    if (message instanceof Blob) audio.push(message);
    else messages.push(message as AgentMessage);
  });
  socket.connect();
  await socket.waitForOpen();
  return {
    messages,
    audioBytes: () => audio.reduce((sum, { size }) => sum + size, 0),
    audio: async () => Buffer.from(await new Blob(audio).arrayBuffer()),
    configure: (settings) => socket.sendSettings({ type: 'Settings', ...settings } as never),
    updatePrompt: (prompt) => socket.sendUpdatePrompt({ type: 'UpdatePrompt', prompt }),
    updateSpeak: (speak) => socket.sendUpdateSpeak({ type: 'UpdateSpeak', speak: speak as never }),
    updateThink: (think) => socket.sendUpdateThink({ type: 'UpdateThink', think: think as never }),
    answer: (call) => socket.sendFunctionCallResponse({ type: 'FunctionCallResponse', ...call }),
    hear: (audio) => socket.sendMedia(audio),
    keepAlive: () => socket.sendKeepAlive({ type: 'KeepAlive' }),
    close: () => socket.close(),
    comes: (type, count) => waitForMessage(messages, type, count),
  };
};

const client4: OpenAgentCall = async (host) => {
  const { protocol, host: name, pathname } = new URL(host.url);
  const isInProcess = name === 'twin.test';
  const url = `${protocol.replace('http', 'ws')}//${name}`;
  const client = createClient(speechKey, {
    global: {
      websocket: { options: { url }, ...(isInProcess ? { client: host.WebSocket as never } : {}) },
    },
    agent: { websocket: { options: { url } } },
  });
  const prefix = pathname === '/' ? '' : pathname;
  const live = client.agent(`${prefix}/:version/agent/converse`);
  const messages: AgentMessage[] = [];
  const audio: Buffer[] = [];
  live.on('Audio', (data: Buffer) => void audio.push(data));
  for (const event of client4Events) {
    live.on(event, (data: AgentMessage) => void messages.push(data));
  }
  await new Promise((resolve) => live.on('Open', resolve));
  return {
    messages,
    audioBytes: () => audio.reduce((sum, { length }) => sum + length, 0),
    audio: async () => Buffer.concat(audio),
    configure: (settings) => live.configure(settings as never),
    updatePrompt: (prompt) => live.updatePrompt(prompt),
    updateSpeak: (speak) => live.updateSpeak(speak as never),
    updateThink: (think) => live.send(JSON.stringify({ type: 'UpdateThink', think })), // the client has no method for it
    answer: (call) => live.functionCallResponse(call),
    hear: (audio) => live.send(new Uint8Array(audio).buffer),
    keepAlive: () => live.keepAlive(),
    close: () => live.disconnect(),
    comes: (type, count) => waitForMessage(messages, type, count),
  };
};

/** The client emits messages that it does not know as `Unhandled`. */
const client4Events = [
  'Welcome',
  'SettingsApplied',
  'ConversationText',
  'UserStartedSpeaking',
  'AgentThinking',
  'FunctionCallRequest',
  'AgentStartedSpeaking',
  'AgentAudioDone',
  'InjectionRefused',
  'PromptUpdated',
  'SpeakUpdated',
  'Error',
  'Unhandled',
];

export const agentClients: readonly (readonly [string, OpenAgentCall])[] = [
  ['client 5', client5],
  ['client 4', client4],
];

async function waitForMessage(
  messages: readonly AgentMessage[],
  type: string,
  count = 1,
): Promise<AgentMessage> {
  const ofType = () => messages.filter((message) => message.type === type);
  await waitUntil(`${type} came`, () => ofType().length >= count);
  return ofType()[count - 1] as AgentMessage;
}
