// What live thinkers are asked: thinkers with an endpoint of the client's own.

import type { Event } from '../../../kernel/message.ts';
import { lastItems } from '../history.ts';
import type { ThinkingStarted } from '../events.ts';
import type { Endpoint, HistoryItem, ThinkSettings } from '../settings.ts';
import { isAgentSession, type AgentSessionRecord } from '../record.ts';
import type { OpenSessions, SessionBase } from '../../session/record.ts';

/** Tells the thoughts of a session apart. */
export type ThoughtPlace = {
  readonly turn: number;
  readonly round: number;
  readonly entry: number;
};

export type ThinkRequest = ThoughtPlace & {
  readonly sessionId: string;
  /** As it was asked. */
  readonly think: ThinkSettings;
  readonly endpoint: Endpoint;
  /** With what the user said, and all rounds of functions; limited by `contextLength`, without which the whole history is given. */
  readonly history: readonly HistoryItem[];
};

/** The thought that a live thinker is asked for, or that it goes on with; undefined if there is none. */
export function thinkRequest(
  { sessions }: OpenSessions,
  sessionId: string,
): ThinkRequest | undefined {
  return requestOf(sessions.get(sessionId));
}

/** The thought of which a session awaits the answer, or the functions; undefined if there is none. */
export function thoughtInFlight(
  { sessions }: OpenSessions,
  sessionId: string,
): ThoughtPlace | undefined {
  const session = sessions.get(sessionId);
  if (!isAgentSession(session)) return undefined;
  const { thinking, turn } = session;
  if (thinking === null || thinking.asked === null) return undefined;
  return { turn, round: thinking.round, entry: thinking.entry };
}

/** The thought that an event asks a live thinker for; undefined if the session has gone on since. */
export function startedThinkRequest(
  state: OpenSessions,
  event: ThinkingStarted,
): ThinkRequest | undefined {
  const { sessionId, turn, round, entry } = event;
  const request = thinkRequest(state, sessionId);
  const isOfEvent = request?.turn === turn && request.round === round && request.entry === entry;
  return isOfEvent ? request : undefined;
}

/** Whether an event asks a live thinker. */
export function isLive(event: Event): event is ThinkingStarted {
  return isThinkingStarted(event) && event.work.kind === 'live';
}

function isThinkingStarted(event: Event): event is ThinkingStarted {
  return event.type === 'ThinkingStarted';
}

/** The thoughts that live thinkers have not finished. */
export function thinkRequests({ sessions }: OpenSessions): readonly ThinkRequest[] {
  return [...sessions.values()].flatMap((session) => requestOf(session) ?? []);
}

function requestOf(session: SessionBase | undefined): ThinkRequest | undefined {
  if (!isAgentSession(session)) return undefined;
  const { id: sessionId, thinking, turn, history } = session;
  if (thinking?.work.kind !== 'live' || !isAtWork(session)) return undefined;
  const { round, entry, asked: think } = thinking;
  const endpoint = think?.endpoint ?? null;
  if (think === null || endpoint === null) return undefined;
  const charsMax = think.contextLength ?? 'max';
  const given = charsMax === 'max' ? history : lastItems(history, charsMax);
  return { sessionId, turn, round, entry, think, endpoint, history: given };
}

/** A thinker goes on while its first sentences are spoken. */
function isAtWork({ phase, reply }: AgentSessionRecord): boolean {
  return phase === 'thinking' || (phase === 'speaking' && reply?.isOpen === true);
}
