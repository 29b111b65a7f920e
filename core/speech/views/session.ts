// The open sessions.

import type { Event } from '../../kernel/message.ts';
import type { ReplyInterrupted } from '../agent/events.ts';
import type { ReceivedAudio } from '../recognition/hearing/audio.ts';
import type { SessionEnded } from '../session/events.ts';
import type { SessionViewOf } from '../session/record.ts';
import type { SessionParameters, SpeechSession } from '../sessions.ts';
import type { ReadonlySpeechState } from '../state.ts';

export type SessionView = SessionViewOf<SessionParameters>;

export function sessionById(
  { sessions }: ReadonlySpeechState,
  id: string,
): SessionView | undefined {
  const session = sessions.get(id);
  return session === undefined ? undefined : viewOf(session);
}

/** The number of sessions that were opened, including those that have ended. */
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

/** The audio that a session has received; undefined for one that receives none. */
export function receivedAudio(
  { sessions }: ReadonlySpeechState,
  id: string,
): ReceivedAudio | undefined {
  const session = sessions.get(id);
  return session === undefined || session.path === '/v1/speak' ? undefined : session.audio;
}

/** The session whose thoughts and functions are not needed after an event: it ended, or its user interrupted the agent. */
export function stoppedSession(event: Event): string | undefined {
  return isStop(event) ? event.sessionId : undefined;
}

function isStop(event: Event): event is SessionEnded | ReplyInterrupted {
  return event.type === 'SessionEnded' || event.type === 'ReplyInterrupted';
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
