// The rules of audio and of Configure on /v2/listen.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok } from '../../kernel/result.ts';
import type { ConfigureTurns, ReceiveAudio, RejectConfigure } from '../commands.ts';
import type { AudioReceived, SpeechEvent } from '../events.ts';
import { findingOut, turnSources } from '../recognition/sources.ts';
import type { TurnSession } from '../sessions.ts';
import type { ReadonlySpeechState } from '../state.ts';
import { turnEndings, turnErrors } from './limits.ts';
import { forcedTurnOf, heardTurns, lastTurnsOf, turnsIn } from './hearing.ts';
import { mergeThresholds } from './thresholds.ts';
import type { TurnOutput } from './turn.ts';
import { endedBy, type Decision } from '../session/decision.ts';

export function receiveTurnAudio(
  command: ReceiveAudio,
  session: TurnSession,
  state: ReadonlySpeechState,
): Decision {
  const { findings, found } = findingOut(state);
  const [progress, outputs] = turnsIn(
    session,
    command,
    turnSources(session, command, state, findings),
  );
  const received: AudioReceived = { ...command, type: 'AudioReceived', ...found() };
  heardTurns.remember(session, received, state, progress);
  return ok([received, ...reports(session, outputs)]);
}

/** All or nothing; what is omitted stays. */
export function configureTurns({ change }: ConfigureTurns, session: TurnSession): Decision {
  const { id: sessionId, sequenceId } = session;
  const merged = mergeThresholds(session, change, session.parameters.model);
  if (!merged.ok) {
    return ok([{ type: 'ConfigureRejected', sessionId, sequenceId, ...merged.error }]);
  }
  const configured: SpeechEvent = {
    type: 'TurnsConfigured',
    sessionId,
    sequenceId,
    ...merged.value,
  };
  return ok([configured]);
}

export function rejectConfigure(
  { description }: RejectConfigure,
  { id: sessionId, sequenceId }: TurnSession,
): Decision {
  const { code } = turnErrors.configure;
  return ok([{ type: 'ConfigureRejected', sessionId, sequenceId, code, description }]);
}

/** Between turns nothing happens. */
export function forceEndTurn(session: TurnSession): Decision {
  const { id: sessionId } = session;
  const [, outputs] = forcedTurnOf(session);
  return ok([{ type: 'TurnForced', sessionId }, ...reports(session, outputs)]);
}

/** No turn is ended, and nothing is summarized (reference/speech.md section 5, "Closing and errors"). */
export function endTurns(session: TurnSession): Decision {
  return ok([...reports(session, lastTurnsOf(session)), endedBy(session, turnEndings.done)]);
}

/** An error is the last message of its session. */
export function failTurns(
  session: TurnSession,
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

function reports(session: TurnSession, outputs: readonly TurnOutput[]): readonly SpeechEvent[] {
  const { id: sessionId, sequenceId, languageHints } = session;
  return outputs.map((output, index) => ({
    type: 'TurnReported',
    sessionId,
    sequenceId: sequenceId + index,
    ...output,
    ...omitUndefined({ languageHints }),
  }));
}
