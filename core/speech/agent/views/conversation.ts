// Conversations and registered agents, for adapters.

import { sentenceInProgress } from '../reply.ts';
import type { AgentPhase } from '../machine.ts';
import { isAgentSession, type AgentSessionRecord } from '../record.ts';
import type { RegisteredAgent } from '../settings.ts';
import type { OpenSessions } from '../../session/record.ts';
import type { RegisteredAgents } from '../state.ts';
import type { MessageSettings } from '../message.ts';

export type ConversationView = {
  readonly phase: AgentPhase;
  /** Null before Settings. */
  readonly settings: MessageSettings;
  /** Whether the agent continues by itself as time passes. */
  readonly isProgressing: boolean;
  /** Whether the agent waits for an endpoint. */
  readonly isCalling: boolean;
};

/** Undefined for an ended session, or one of another channel. */
export function conversationView(
  { sessions }: OpenSessions,
  id: string,
): ConversationView | undefined {
  const session = sessions.get(id);
  if (!isAgentSession(session)) return undefined;
  const { phase, settings } = session;
  return {
    phase,
    settings,
    isProgressing: isProgressing(session),
    isCalling: isCalling(session),
  };
}

function isProgressing({ phase, thinking, reply }: AgentSessionRecord): boolean {
  if (phase === 'thinking') return thinking !== null && thinking.work.kind !== 'live';
  return reply !== null && (reply.queue.length > 0 || sentenceInProgress(reply) !== undefined);
}

function isCalling({ phase, thinking, reply }: AgentSessionRecord): boolean {
  if (phase === 'calling') {
    return thinking?.calls.some((call) => !call.isClientSide && call.response === null) === true;
  }
  return thinking?.work.kind === 'live' && (phase === 'thinking' || reply?.isOpen === true);
}

export function registeredAgent(
  { agents }: RegisteredAgents,
  id: string,
): RegisteredAgent | undefined {
  return agents.get(id);
}
