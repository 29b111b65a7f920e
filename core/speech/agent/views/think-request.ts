// Requests to live thinkers, which are endpoints of clients.

import type { Event } from '../../../kernel/message.ts';
import { lastItems } from '../history.ts';
import type { ThinkingStarted } from '../events.ts';
import type { Endpoint, HistoryItem, ThinkSettings } from '../settings.ts';
import { isAgentSession, type AgentSessionRecord } from '../record.ts';
import type { OpenSessions, SessionBase } from '../../session/record.ts';

/** Identifies a thought of a session. */
export type ThoughtPlace = {
  readonly turn: number;
  readonly round: number;
  readonly entry: number;
};

export type ThinkRequest = ThoughtPlace & {
  readonly sessionId: string;
  /** The settings when it was asked. */
  readonly think: ThinkSettings;
  readonly endpoint: Endpoint;
  /** With the text of the user, and all rounds of functions; limited by `contextLength`. */
  readonly history: readonly HistoryItem[];
};

/** The thought that a live thinker works on; undefined if there is none. */
export function thinkRequest(
  { sessions }: OpenSessions,
  sessionId: string,
): ThinkRequest | undefined {
  return requestOf(sessions.get(sessionId));
}

/** The thought whose answer or functions a session awaits; undefined if there is none. */
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

/** The request of an event to a live thinker; undefined if the session has moved on. */
export function startedThinkRequest(
  state: OpenSessions,
  event: ThinkingStarted,
): ThinkRequest | undefined {
  const { sessionId, turn, round, entry } = event;
  const request = thinkRequest(state, sessionId);
  const isOfEvent = request?.turn === turn && request.round === round && request.entry === entry;
  return isOfEvent ? request : undefined;
}

/** Whether an event starts a request to a live thinker. */
export function isLive(event: Event): event is ThinkingStarted {
  return isThinkingStarted(event) && event.work.kind === 'live';
}

function isThinkingStarted(event: Event): event is ThinkingStarted {
  return event.type === 'ThinkingStarted';
}

/** The thoughts that live thinkers work on. */
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

/** A thinker continues while its first sentences are spoken. */
function isAtWork({ phase, reply }: AgentSessionRecord): boolean {
  return phase === 'thinking' || (phase === 'speaking' && reply?.isOpen === true);
}
