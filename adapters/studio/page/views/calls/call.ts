// One call: all that its events tell, on one axis of virtual time.

import type { Envelope } from '../../../../../core/index.ts';
import { callAxis, type CallAxis } from './call-axis.ts';
import { callTurns, type CallTurn } from './call-turns.ts';
import { callResults, callWords, type CallResult, type CallWord } from './call-words.ts';
import { sessionIdOf, type SpokenSession } from './speech-sessions.ts';

export interface ShownCall {
  readonly session: SpokenSession;
  readonly axis: CallAxis;
  /** In virtual time. */
  readonly turns: readonly CallTurn[];
  /** The same on the axis. */
  readonly drawnTurns: readonly CallTurn[];
  readonly words: readonly CallWord[];
  readonly results: readonly CallResult[];
  /** The first and the last instant of the axis. */
  readonly startMs: number;
  readonly endMs: number;
}

/** `events`: of the world, or of the session. */
export function callOf(session: SpokenSession, events: readonly Envelope[]): ShownCall {
  const own = events.filter((envelope) => sessionIdOf(envelope) === session.id);
  const axis = callAxis(session, own);
  const turns = callTurns(own);
  const drawnTurns = callTurns(axis.steps);
  const endMs = Math.max(
    session.openedMs + 1,
    axis.steps.at(-1)?.atMs ?? 0,
    axis.user.placed.at(-1)?.endMs ?? 0,
    axis.agent.placed.at(-1)?.endMs ?? 0,
  );
  return {
    session,
    axis,
    turns,
    drawnTurns,
    words: callWords(axis, drawnTurns),
    results: callResults(axis),
    startMs: session.openedMs,
    endMs,
  };
}
