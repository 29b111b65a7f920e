// The rules of /v2/listen, by command: audio, Configure, and the ends of turns and sessions.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { inOnePiece, type InPieces } from '../../kernel/pieces.ts';
import { ok } from '../../kernel/result.ts';
import type { ReceiveAudio } from '../recognition/commands.ts';
import type { AudioReceived } from '../recognition/events.ts';
import { computedFindings } from '../recognition/sources.ts';
import type { RecognitionState } from '../recognition/state.ts';
import { endedBy, type SpeechDecision } from '../session/decision.ts';
import type { RulesByType } from '../session/rules.ts';
import type { ConfigureTurns, RejectConfigure, TurnCommand } from './commands.ts';
import type { TurnsChannelEvent } from './events.ts';
import { forcedTurnOf, heardTurns, lastTurnsOf, turnsIn } from './hearing.ts';
import { turnEndings, turnErrors } from './limits.ts';
import type { TurnSessionRecord } from './record.ts';
import { turnSources } from './sources.ts';
import { turnText } from './text.ts';
import { mergeThresholds } from './thresholds.ts';
import type { TurnOutput } from './turn.ts';

type Decision = SpeechDecision<TurnsChannelEvent>;

export const turnRules: RulesByType<
  TurnCommand,
  [TurnSessionRecord, RecognitionState],
  InPieces<Decision>
> = {
  ReceiveAudio: receiveAudio,
  ConfigureTurns: inOnePiece(configureTurns),
  RejectConfigure: inOnePiece(rejectConfigure),
  ForceEndTurn: (_, session) => forceEndTurn(session),
  CloseSession: (_, session) => endTurns(session),
  RejectFrame: inOnePiece(({ description }, session) =>
    fail(session, turnErrors.unreadable, description),
  ),
  RejectAudio: inOnePiece(({ description }, session) =>
    fail(session, turnErrors.undecodable, description),
  ),
  EndIdleSession: inOnePiece((_, session) => fail(session, turnErrors.idle)),
  KeepAlive: inOnePiece(() => ok([])), // only audio defers the idle end
};

function* receiveAudio(
  command: ReceiveAudio,
  session: TurnSessionRecord,
  state: RecognitionState,
): InPieces<Decision> {
  const { findings, found } = computedFindings(state);
  const sources = turnSources(session, command, state, findings);
  const [progress, outputs] = turnsIn(session, command, sources);
  const received: AudioReceived = { ...command, type: 'AudioReceived', ...found() };
  heardTurns.remember(session, received, state, progress);
  return ok([received, ...(yield* reports(session, outputs))]);
}

/** All or nothing; omitted settings stay. */
function configureTurns({ change }: ConfigureTurns, session: TurnSessionRecord): Decision {
  const { id: sessionId, sequenceId } = session;
  const merged = mergeThresholds(session, change, session.parameters.model);
  if (!merged.ok) {
    return ok([{ type: 'ConfigureRejected', sessionId, sequenceId, ...merged.error }]);
  }
  const configured: TurnsChannelEvent = {
    type: 'TurnsConfigured',
    sessionId,
    sequenceId,
    ...merged.value,
  };
  return ok([configured]);
}

function rejectConfigure(
  { description }: RejectConfigure,
  { id: sessionId, sequenceId }: TurnSessionRecord,
): Decision {
  const { code } = turnErrors.configure;
  return ok([{ type: 'ConfigureRejected', sessionId, sequenceId, code, description }]);
}

/** Between turns nothing happens. */
function* forceEndTurn(session: TurnSessionRecord): InPieces<Decision> {
  const { id: sessionId } = session;
  const [, outputs] = forcedTurnOf(session);
  return ok([{ type: 'TurnForced', sessionId }, ...(yield* reports(session, outputs))]);
}

/** Ends no turn, and sends no summary (reference/speech.md section 5, "Closing and errors"). */
function* endTurns(session: TurnSessionRecord): InPieces<Decision> {
  const last = yield* reports(session, lastTurnsOf(session));
  return ok([...last, endedBy(session, turnEndings.done)]);
}

/** An error is the last message of its session. */
function fail(
  session: TurnSessionRecord,
  error: { readonly code: string; readonly description: string },
  description = error.description,
): Decision {
  const { id: sessionId, sequenceId } = session;
  const { code } = error;
  return ok([
    { type: 'SessionFailed', sessionId, sequenceId, code, description },
    endedBy(session, turnEndings.failed),
  ]);
}

/** Each is a piece: it may have hundreds of words. */
function* reports(
  session: TurnSessionRecord,
  outputs: readonly TurnOutput[],
): InPieces<readonly TurnsChannelEvent[]> {
  const { id: sessionId, languageHints } = session;
  const events: TurnsChannelEvent[] = [];
  for (const { shown, words, isFinal, ...output } of outputs) {
    events.push({
      type: 'TurnReported',
      sessionId,
      sequenceId: session.sequenceId + events.length,
      ...output,
      words: turnText({ shown, words, isFinal }, session),
      ...omitUndefined({ languageHints }),
    });
    yield;
  }
  return events;
}
