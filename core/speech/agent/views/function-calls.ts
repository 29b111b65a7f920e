// Calls of functions at the endpoints of clients.

import type { Event } from '../../../kernel/message.ts';
import type { FunctionsCalled } from '../events.ts';
import type { AgentFunction } from '../settings.ts';
import type { OpenSessions, SessionBase } from '../../session/record.ts';
import { isAgentSession } from '../record.ts';
import type { ThoughtPlace } from './think-request.ts';

/** With the place of the thought that calls it. */
export type FunctionCall = ThoughtPlace & {
  readonly sessionId: string;
  readonly id: string;
  readonly name: string;
  /** A JSON object, as text. */
  readonly arguments: string;
  readonly endpoint: NonNullable<AgentFunction['endpoint']>;
};

/** The calls of a session to endpoints, without an outcome. */
export function functionCalls(
  { sessions }: OpenSessions,
  sessionId: string,
): readonly FunctionCall[] {
  return callsOf(sessions.get(sessionId));
}

/** The calls that an event starts, unless the session has moved on. */
export function startedFunctionCalls(
  state: OpenSessions,
  event: FunctionsCalled,
): readonly FunctionCall[] {
  const ids = new Set(event.calls.map(({ id }) => id));
  return functionCalls(state, event.sessionId).filter(({ id }) => ids.has(id));
}

/** Whether an event calls a function at an endpoint. */
export function isCall(event: Event): event is FunctionsCalled {
  return isFunctionsCalled(event) && event.calls.some(({ isClientSide }) => !isClientSide);
}

function isFunctionsCalled(event: Event): event is FunctionsCalled {
  return event.type === 'FunctionsCalled';
}

/** The calls of all sessions to endpoints, without an outcome. */
export function functionCallsInFlight({ sessions }: OpenSessions): readonly FunctionCall[] {
  return [...sessions.values()].flatMap(callsOf);
}

function callsOf(session: SessionBase | undefined): readonly FunctionCall[] {
  if (!isAgentSession(session) || session.phase !== 'calling') return [];
  const { id: sessionId, thinking, turn } = session;
  if (thinking === null) return [];
  const { round, entry, asked } = thinking;
  const place = { turn, round, entry };
  const functions = asked?.functions ?? [];
  return thinking.calls
    .filter(({ isClientSide, response }) => !isClientSide && response === null)
    .flatMap(({ id, name, arguments: text }) => {
      const endpoint = functions.find((each) => each.name === name)?.endpoint ?? null;
      return endpoint === null
        ? []
        : [{ ...place, sessionId, id, name, arguments: text, endpoint }];
    });
}
