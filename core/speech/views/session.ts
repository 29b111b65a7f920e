// The open sessions.

import type { SpeechSession } from '../records/session.ts';
import { queuedSpeech } from '../speaking/queue.ts';
import type { SynthesisQuestion } from '../speaking/synthesis.ts';
import type { ReadonlySpeechState } from '../state.ts';

export type SessionView = Pick<
  SpeechSession,
  'id' | 'path' | 'openedMs' | 'parameters' | 'isClosing'
>;

export function sessionById(
  { sessions }: ReadonlySpeechState,
  id: string,
): SessionView | undefined {
  const session = sessions.get(id);
  return session === undefined ? undefined : viewOf(session);
}

/** In the order of their opening. */
export function sessionList({ sessions }: ReadonlySpeechState): readonly SessionView[] {
  return [...sessions.values()].map(viewOf);
}

/** Whether a session has sentences to speak. */
export function isWaiting({ sessions }: ReadonlySpeechState, id: string): boolean {
  return (sessions.get(id)?.queue.length ?? 0) > 0;
}

/** The sentences that a session has to speak. */
export function waitingSpeech(
  { sessions }: ReadonlySpeechState,
  id: string,
): readonly SynthesisQuestion[] {
  const session = sessions.get(id);
  return session === undefined ? [] : queuedSpeech(session);
}

function viewOf({ id, path, openedMs, parameters, isClosing }: SpeechSession): SessionView {
  return { id, path, openedMs, parameters, isClosing };
}
