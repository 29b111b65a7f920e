// The sentences that wait in sessions on /v1/speak.

import type { OpenSessions } from '../session/record.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import { queuedSpeech } from './queue.ts';
import { isSpeakSession } from './record.ts';

/** Whether a session has sentences to speak. */
export function isWaiting({ sessions }: OpenSessions, id: string): boolean {
  const session = sessions.get(id);
  return isSpeakSession(session) && session.queue.length > 0;
}

/** The sentences that a session has to speak. */
export function waitingSpeech(
  { sessions }: OpenSessions,
  id: string,
): readonly SynthesisQuestion[] {
  const session = sessions.get(id);
  return isSpeakSession(session) ? queuedSpeech(session) : [];
}
