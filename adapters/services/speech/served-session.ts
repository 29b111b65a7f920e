// A session that this process serves, for its client or in its place.

import type { speech, World } from '../../../core/index.ts';
import type { Frame, Peer } from '../../protocol/channel.ts';
import type { HttpRequest } from '../../protocol/messages.ts';
import type { SessionEvents, SessionListener } from './session-events.ts';

/** A session that hears, and nothing else. */
export type HearingView = Extract<
  speech.SessionView,
  { readonly path: '/v1/listen' | '/v2/listen' }
>;

export interface SessionParts {
  readonly world: World;
  readonly events: SessionEvents;
  readonly peer: Peer;
  /** That of the connection, or the one that brings frames in place of a client: its facts are those of the frame that is handled. */
  readonly request?: Pick<HttpRequest, 'facts'>;
}

export interface ServedSession extends SessionListener {
  /** Begins to deliver events to it. */
  readonly attach: () => void;
  readonly detach: () => void;
  /** Resolves once everything has happened that the frame made due at this instant, and is sent unless the client is slow. */
  readonly receive: (frame: Frame) => void | Promise<void>;
  /** The client has closed the connection, or is gone. See Session. */
  readonly closed: (code: number) => void | Promise<void>;
  /** Whether it has messages that it has not sent yet. Default: never. */
  readonly hasUnsent?: () => boolean;
  /** Ends what it has started; the session in the world goes on. */
  readonly release: () => void;
}

/** A session that has just been opened, or one that is resumed. */
export interface SessionFactory {
  readonly opened: (view: speech.SessionView, parts: SessionParts) => ServedSession;
  /** Rejects with ControlError if it cannot go on. */
  readonly resumed: (view: speech.SessionView, parts: SessionParts) => Promise<ServedSession>;
}
