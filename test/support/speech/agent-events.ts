// Events of conversations with live thinkers and functions of the service, as the core decides them.

import type { SpeechEvent } from '../../../core/speech/events.ts';
import type { ThinkingStarted } from '../../../core/speech/agent/events.ts';
import type {
  AgentFunction,
  Endpoint,
  ThinkSettings,
} from '../../../core/speech/agent/settings.ts';

export const endpointAt = (url: string, headers: readonly string[] = []): Endpoint => ({
  url,
  headers,
  isAllowed: true,
});

export const functionNamed = (name: string, own: Partial<AgentFunction> = {}): AgentFunction => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  endpoint: null,
  ...own,
});

export const thinkerAt = (url: string, own: Partial<ThinkSettings> = {}): ThinkSettings => ({
  provider: 'open_ai',
  model: 'a-model',
  temperature: 0.5,
  endpoint: endpointAt(url),
  functions: [],
  prompt: 'Be brief.',
  contextLength: null,
  ...own,
});

/** A session whose settings have these thinkers. */
export function openedAgent(
  think: readonly ThinkSettings[],
  { sessionId = 'some' }: { readonly sessionId?: string } = {},
): readonly SpeechEvent[] {
  return [
    {
      type: 'SessionOpened',
      sessionId,
      path: '/v1/agent/converse',
      parameters: { pace: 4, latency: { think: [200, 600], speak: [100, 250] } },
      limits: { idleMs: null, charactersPerMinute: null },
      modelUuid: 'model',
    },
    {
      type: 'SettingsApplied',
      sessionId,
      settings: {
        audio: {
          input: { encoding: 'linear16', sampleRate: 16_000 },
          output: { encoding: 'mulaw', sampleRate: 8_000, container: 'none' },
        },
        isExperimental: false,
        tags: [],
        agent: {
          listen: { version: 'v1', language: 'en', keyterms: [], smartFormat: false },
          think,
          speak: [{ provider: 'deepgram', name: 'aura-asteria-en' }],
          greeting: null,
          history: [],
        },
      },
    },
  ];
}

export const userTextReceived = (text: string, sessionId = 'some'): SpeechEvent => ({
  type: 'UserTextReceived',
  sessionId,
  text,
  isInjected: true,
});

export const thinkingStarted = (own: Partial<ThinkingStarted> = {}): ThinkingStarted => ({
  type: 'ThinkingStarted',
  sessionId: 'some',
  turn: 1,
  round: 0,
  entry: 0,
  work: { kind: 'live' },
  latencyMs: 0,
  voice: { speakMs: null, failures: 0, reason: '' },
  ...own,
});

/** Calls of functions, by their ids, names and arguments. */
export const functionsCalled = (
  ...calls: readonly (readonly [id: string, name: string, text: string])[]
): SpeechEvent => ({
  type: 'FunctionsCalled',
  sessionId: 'some',
  calls: calls.map(([id, name, text]) => ({ id, name, arguments: text, isClientSide: false })),
});

export const functionAnswered = (callId: string, content: string): SpeechEvent => ({
  type: 'FunctionAnswered',
  sessionId: 'some',
  callId,
  name: 'lookup',
  by: 'server',
  outcome: { kind: 'answered', content },
});
