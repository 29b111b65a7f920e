// Commands of sessions on /v1/agent/converse for tests, with overrides of their members.

import type { OpenSession, SpeechCommand } from '../../../core/speech/commands.ts';
import type {
  AgentConfig,
  AgentFunction,
  AgentParameters,
  AgentSettings,
  ThinkSettings,
} from '../../../core/speech/agent/settings.ts';
import type { AgentSessionRecord } from '../../../core/speech/agent/record.ts';
import type { AnswerRule } from '../../../core/speech/recognition/script/answers.ts';
import type { ScriptedUtterance } from '../../../core/speech/recognition/script/script.ts';
import type { ReadonlySpeechState } from '../../../core/speech/state.ts';
import type { Session, SpeechWorld } from './commands.ts';

type InSession = (world: Session) => SpeechCommand;

/** Replies are sent in real time, so that frames are 200 ms apart. */
const parameters: AgentParameters = { pace: 1, latency: { think: [400, 400], speak: [100, 100] } };

export const think: ThinkSettings = {
  provider: 'open_ai',
  model: 'gpt-4o-mini',
  temperature: null,
  endpoint: null,
  functions: [],
  prompt: '',
  contextLength: null,
};

export const agent: AgentConfig = {
  listen: { version: 'v2', keyterms: [] },
  think: [think],
  speak: [{ provider: 'deepgram', name: 'aura-asteria-en' }],
  greeting: null,
  history: [],
};

const audio: AgentSettings['audio'] = {
  input: { encoding: 'linear16', sampleRate: 16_000 },
  output: { encoding: 'linear16', sampleRate: 8_000, container: 'none' },
};

export function openAgent(own: Partial<AgentParameters> = {}) {
  return (world: SpeechWorld): Session => {
    const command: OpenSession = {
      type: 'OpenSession',
      path: '/v1/agent/converse',
      parameters: { ...parameters, ...own },
      limits: { idleMs: 15_000, charactersPerMinute: null },
    };
    const [opened] = world.having(command).events;
    return { sessionId: opened?.type === 'SessionOpened' ? opened.sessionId : '' };
  };
}

export const settings = (
  own: Partial<AgentConfig> = {},
  others: Partial<AgentSettings> = {},
): AgentSettings => ({
  audio,
  agent: { ...agent, ...own },
  isExperimental: false,
  tags: [],
  ...others,
});

/** Applies settings with these overrides of the agent and of other members. */
export const apply =
  (own: Partial<AgentConfig> = {}, others: Partial<AgentSettings> = {}): InSession =>
  ({ sessionId }) => ({ type: 'ApplySettings', sessionId, settings: settings(own, others) });

/** A session with applied settings. */
export function agentSession(own: Partial<AgentConfig> = {}, others: Partial<AgentSettings> = {}) {
  return (world: SpeechWorld): Session => {
    const session = openAgent()(world);
    world.having(apply(own, others)(session));
    return session;
  };
}

export const functionNamed = (name: string, own: Partial<AgentFunction> = {}): AgentFunction => ({
  name,
  description: '',
  parameters: { type: 'object', properties: {} },
  endpoint: null,
  ...own,
});

/** A thinker with these functions. */
export const thinkWith = (...functions: AgentFunction[]): ThinkSettings => ({
  ...think,
  functions,
});

/** Sets the answers of agents and the scripted utterances. */
export const script = (
  answers: readonly AnswerRule[],
  utterances: readonly ScriptedUtterance[] = [],
): SpeechCommand => ({
  type: 'SetScript',
  script: { parts: [{ select: {}, utterances }], answers },
});

/** A message of the user, as text. */
export const sendUserText =
  (content: string): InSession =>
  ({ sessionId }) => ({ type: 'InjectUserMessage', sessionId, content });

export const injectText =
  (message: string): InSession =>
  ({ sessionId }) => ({ type: 'InjectAgentMessage', sessionId, message });

export const answer =
  (callId: string, content: string): InSession =>
  ({ sessionId }) => ({ type: 'AnswerFunction', sessionId, callId, content });

/** The conversation of an open session. */
export function conversation(
  { sessions }: Pick<ReadonlySpeechState, 'sessions'>,
  sessionId: string,
): AgentSessionRecord | undefined {
  const session = sessions.get(sessionId);
  return session?.path === '/v1/agent/converse' ? session : undefined;
}
