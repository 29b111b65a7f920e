// Events of a session on /v2/listen.

import type { AudioReceived, TurnsEvent } from '../events.ts';
import { recalled, turnSources } from '../hearing/sources.ts';
import type { TurnSession } from '../records/session.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { heardTurns, turnsIn } from '../turns/session.ts';
import { withOtherKeyterms } from '../turns/turn.ts';
import { withFrame } from './listening.ts';

export function withTurnAudio(
  session: TurnSession,
  event: AudioReceived,
  state: ReadonlySpeechState,
): TurnSession {
  const sources = turnSources(session, event, state, recalled(event));
  const progress = heardTurns.recall(session, event, state) ?? turnsIn(session, event, sources)[0];
  return { ...session, ...progress, audio: withFrame(session.audio, event) };
}

export function turned(session: TurnSession, event: TurnsEvent): TurnSession {
  const sequenceId = event.sequenceId + 1;
  if (event.type !== 'TurnsConfigured') return { ...session, sequenceId };
  const { thresholds, keyterms } = event;
  const isSame = JSON.stringify(keyterms) === JSON.stringify(session.keyterms);
  const turns = isSame ? session.turns : withOtherKeyterms(session.turns, session.keyterms);
  return { ...session, thresholds, keyterms, turns, sequenceId };
}
