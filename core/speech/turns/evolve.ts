// Changes of a session on /v2/listen, by event. Reports only advance the sequence id: the turns follow from the audio.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { AudioReceived } from '../recognition/events.ts';
import { initialHearing } from '../recognition/hearing/hear.ts';
import { noAudio, withFrame } from '../recognition/received-audio.ts';
import { storedFindings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import type { SessionOpenedOf } from '../session/events.ts';
import type { RulesByType } from '../session/rules.ts';
import type { TurnsChannelEvent, TurnsConfigured } from './events.ts';
import { forcedTurnOf, heardTurns, turnsIn } from './hearing.ts';
import type { TurnOpening, TurnSessionRecord } from './record.ts';
import { turnSources } from './sources.ts';
import type { TurnSettings } from './thresholds.ts';
import { initialTurns, withShownWords } from './turn.ts';

export function openTurns(
  { sessionId: id, path, parameters, limits, modelUuid }: SessionOpenedOf<TurnOpening>,
  ordinal: number,
  openedMs: number,
): TurnSessionRecord {
  const { thresholds, keyterms, text, languageHints } = parameters;
  return {
    id,
    path,
    openedMs,
    parameters,
    limits,
    modelUuid,
    ordinal,
    audio: noAudio,
    hearing: initialHearing(),
    turns: initialTurns(),
    thresholds,
    keyterms,
    ...omitUndefined({ text, languageHints }),
    sequenceId: 1, // 0 is that of Connected
  };
}

export const turnChanges: RulesByType<
  Exclude<TurnsChannelEvent, { readonly type: 'SessionOpened' | 'SessionEnded' }>,
  [TurnSessionRecord, RecognitionState],
  TurnSessionRecord
> = {
  AudioReceived: withAudio,
  TurnReported: withSequenceId,
  TurnsConfigured: configured,
  ConfigureRejected: withSequenceId,
  SessionFailed: withSequenceId,
  TurnForced: (_, session) => ({ ...session, turns: forcedTurnOf(session)[0] }),
  SessionWarned: (_, session) => session,
};

function withAudio(
  event: AudioReceived,
  session: TurnSessionRecord,
  state: RecognitionState,
): TurnSessionRecord {
  const sources = turnSources(session, event, state, storedFindings(event));
  const progress = heardTurns.recall(session, event, state) ?? turnsIn(session, event, sources)[0];
  return { ...session, ...progress, audio: withFrame(session.audio, event) };
}

function withSequenceId(
  { sequenceId }: { readonly sequenceId: number },
  session: TurnSessionRecord,
): TurnSessionRecord {
  return { ...session, sequenceId: sequenceId + 1 };
}

function configured(event: TurnsConfigured, session: TurnSessionRecord): TurnSessionRecord {
  const { thresholds, keyterms, text, languageHints } = event;
  const isSame = writingOf(event) === writingOf(session);
  const turns = isSame ? session.turns : withShownWords(session.turns, session);
  const own = omitUndefined({ text, languageHints });
  const sequenceId = event.sequenceId + 1;
  return { ...session, thresholds, keyterms, ...own, turns, sequenceId };
}

/** The settings that the text of words depends on. */
function writingOf({ keyterms, text }: Pick<TurnSettings, 'keyterms' | 'text'>): string {
  return JSON.stringify([keyterms, text]);
}
