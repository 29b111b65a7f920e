// Events that sessions of several channels have, and events of callbacks.

import type { Json } from '../../kernel/canonical.ts';
import type { CallbackOutcome } from './callback.ts';
import type { SessionLimits } from './record.ts';

/** A client opened a session, which follows the settings of the world at this instant. */
export type SessionOpenedOf<Opening> = Opening & {
  readonly type: 'SessionOpened';
  readonly sessionId: string;
  readonly limits: SessionLimits;
  /** The id of the model, always the same for its name. */
  readonly modelUuid: string;
  /** The URL of a callback may have secrets, so it is not part of the digest. */
  readonly aside?: { readonly callbackUrl: string };
};

/** A client of /v1/listen or /v1/agent/converse sent a KeepAlive. */
export interface KeepAliveReceived {
  readonly type: 'KeepAliveReceived';
  readonly sessionId: string;
}

/** A client sent something that was not carried out, or not completely; the session continues. */
export interface SessionWarned {
  readonly type: 'SessionWarned';
  readonly sessionId: string;
  readonly code: string;
  readonly description: string;
}

/** The client ended the session, or the service did with a close frame. */
export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly sessionId: string;
  readonly by: 'client' | 'service';
  /** The code of the close frame. */
  readonly code: number;
  readonly reason: string;
}

/** A message of /v1/listen is sent to the callback of its session. */
export interface CallbackQueued {
  readonly type: 'CallbackQueued';
  readonly sessionId: string;
  readonly callbackId: string;
  readonly method: string;
  readonly message: Json;
  readonly aside: { readonly callbackUrl: string };
}

/** The outcome of a callback is known. */
export interface CallbackReported {
  readonly type: 'CallbackReported';
  readonly sessionId: string;
  readonly callbackId: string;
  readonly outcome: CallbackOutcome;
}
