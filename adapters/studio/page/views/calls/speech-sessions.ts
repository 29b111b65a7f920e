// The speech sessions of a world, from its events: the state of a world has those that are open only.

import type { Envelope, speech } from '../../../../../core/index.ts';

/** The path of a channel. */
export type ChannelPath = keyof typeof channelTitles;

export const channelTitles = {
  '/v1/agent/converse': 'Conversation',
  '/v1/listen': 'Listen',
  '/v2/listen': 'Listen, by turns',
  '/v1/speak': 'Speak',
} as const;

/** A session from its opening on; what it has become is in `ended`. */
export interface SpokenSession {
  readonly id: string;
  readonly path: ChannelPath;
  readonly model: string | undefined;
  readonly openedMs: number;
  /** The position of its first event. */
  readonly openedAt: number;
  readonly ended?: SessionEnding;
}

export interface SessionEnding {
  readonly atMs: number;
  readonly position: number;
  readonly by: 'client' | 'service';
  readonly code: number;
  readonly reason: string;
}

/** What a session is at a position. */
export type SessionMoment = 'later' | 'open' | 'over';

const streamPrefix = 'speech/session/';

/** The id of the session that has an event; undefined for other events. */
export function sessionIdOf({ stream }: Pick<Envelope, 'stream'>): string | undefined {
  return stream.startsWith(streamPrefix) ? stream.slice(streamPrefix.length) : undefined;
}

/** In the order of their openings. */
export function spokenSessions(events: readonly Envelope[]): readonly SpokenSession[] {
  const sessions = new Map<string, SpokenSession>();
  for (const envelope of events) {
    const id = sessionIdOf(envelope);
    if (id === undefined) continue;
    const { event, atMs, position } = envelope;
    if (event.type === 'SessionOpened') {
      const model = modelOf(event);
      sessions.set(id, { id, path: event.path, model, openedMs: atMs, openedAt: position });
    }
    const session = sessions.get(id);
    if (event.type !== 'SessionEnded' || session === undefined) continue;
    const { by, code, reason } = event;
    sessions.set(id, { ...session, ended: { atMs, position, by, code, reason } });
  }
  return [...sessions.values()];
}

function modelOf({ parameters }: speech.SessionParameters): string | undefined {
  return 'model' in parameters ? parameters.model : undefined;
}

export function sessionMoment({ openedAt, ended }: SpokenSession, position: number): SessionMoment {
  if (position < openedAt) return 'later';
  return ended !== undefined && ended.position <= position ? 'over' : 'open';
}

/** One sentence about how a session ended. */
export function endingText({ by, code, reason }: SessionEnding): string {
  const whose = by === 'client' ? 'Closed by the client' : 'Closed by the service';
  return `${whose}: ${code}${reason === '' ? '' : ` ${reason}`}.`;
}
