// The open sessions.

import type { Millis } from '../../kernel/brand.ts';
import type { Event } from '../../kernel/message.ts';
import type { SessionEnded } from '../events.ts';
import type { ReplyInterrupted } from '../agent/events.ts';
import type { HearingSession, SessionParameters, SpeechSession } from '../sessions.ts';
import { queuedSpeech } from '../speak/queue.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import type { ReadonlySpeechState } from '../state.ts';

export type SessionView = {
  readonly id: string;
  readonly openedMs: Millis;
  readonly modelUuid: string;
} & SessionParameters;

export function sessionById(
  { sessions }: ReadonlySpeechState,
  id: string,
): SessionView | undefined {
  const session = sessions.get(id);
  return session === undefined ? undefined : viewOf(session);
}

/** How many sessions were opened, including those that are over. */
export function openedCount({ sessions }: ReadonlySpeechState): number {
  return sessions.insertedCount;
}

/** See SessionBase. */
export function sessionNumber({ sessions }: ReadonlySpeechState, id: string): number | undefined {
  return sessions.get(id)?.number;
}

/** In the order of their opening. */
export function sessionList({ sessions }: ReadonlySpeechState): readonly SessionView[] {
  return [...sessions.values()].map(viewOf);
}

/** The audio that a session has received; undefined for one that hears none. */
export function receivedAudio(
  { sessions }: ReadonlySpeechState,
  id: string,
): HearingSession['audio'] | undefined {
  const session = sessions.get(id);
  return session === undefined || session.path === '/v1/speak' ? undefined : session.audio;
}

/** The session whose thoughts and functions an event makes useless: it has ended, or its user interrupts the agent. */
export function stoppedSession(event: Event): string | undefined {
  return isStop(event) ? event.sessionId : undefined;
}

function isStop(event: Event): event is SessionEnded | ReplyInterrupted {
  return event.type === 'SessionEnded' || event.type === 'ReplyInterrupted';
}

/** Whether a session has sentences to speak. */
export function isWaiting({ sessions }: ReadonlySpeechState, id: string): boolean {
  const session = sessions.get(id);
  return session?.path === '/v1/speak' && session.queue.length > 0;
}

/** The sentences that a session has to speak. */
export function waitingSpeech(
  { sessions }: ReadonlySpeechState,
  id: string,
): readonly SynthesisQuestion[] {
  const session = sessions.get(id);
  return session?.path === '/v1/speak' ? queuedSpeech(session) : [];
}

function viewOf(session: SpeechSession): SessionView {
  const { id, openedMs, modelUuid } = session;
  const common = { id, openedMs, modelUuid };
  switch (session.path) {
    case '/v1/speak':
      return { ...common, path: session.path, parameters: session.parameters };
    case '/v1/listen':
      return { ...common, path: session.path, parameters: session.parameters };
    case '/v2/listen':
      return { ...common, path: session.path, parameters: session.parameters };
    case '/v1/agent/converse':
      return { ...common, path: session.path, parameters: session.parameters };
  }
}
