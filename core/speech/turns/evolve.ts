// Events of a session on /v2/listen.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { AudioReceived, TurnsEvent } from '../events.ts';
import { recalled, turnSources } from '../recognition/sources.ts';
import type { TurnSession } from '../sessions.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { forcedTurnOf, heardTurns, turnsIn } from './hearing.ts';
import type { TurnSettings } from './thresholds.ts';
import { withShownWords } from './turn.ts';
import { withFrame } from '../listen/evolve.ts';

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
  const { thresholds, keyterms, text, languageHints } = event;
  const isSame = writingOf(event) === writingOf(session);
  const turns = isSame ? session.turns : withShownWords(session.turns, session);
  const own = omitUndefined({ text, languageHints });
  return { ...session, thresholds, keyterms, ...own, turns, sequenceId };
}

/** What the text of words depends on. */
function writingOf({ keyterms, text }: Pick<TurnSettings, 'keyterms' | 'text'>): string {
  return JSON.stringify([keyterms, text]);
}

/** The client has ended the turn in progress. */
export function forced(session: TurnSession): TurnSession {
  return { ...session, turns: forcedTurnOf(session)[0] };
}
