// Commands that sessions of several channels have, and commands about callbacks.

import type { CallbackOutcome } from './callback.ts';
import type { SessionLimits } from './record.ts';

/** Opens a session; its id is in the event. */
export type OpenSessionOf<Opening> = Opening & {
  readonly type: 'OpenSession';
  readonly limits: SessionLimits;
  /** Present if the parameters have a callback. */
  readonly callbackUrl?: string;
};

/** A warning to the client about a message that is carried out. */
export type MessageNote = { readonly code: string; readonly description: string };

/** A message of a client. Some of its members may have no effect. */
export interface NotedMessage {
  /** Absent: there is no warning. */
  readonly notes?: readonly MessageNote[];
}

/** Speaks the rest of the buffer, or finalizes all audio, then ends the session. Later frames are ignored. */
export interface CloseSession extends NotedMessage {
  readonly type: 'CloseSession';
  readonly sessionId: string;
}

/** Defers the idle end of a session on /v1/listen and /v1/agent/converse. */
export interface KeepAlive extends NotedMessage {
  readonly type: 'KeepAlive';
  readonly sessionId: string;
}

/** Reports a frame that cannot be read. */
export interface RejectFrame {
  readonly type: 'RejectFrame';
  readonly sessionId: string;
  /** The error, for the client. */
  readonly description: string;
}

/** Ends the session of a connection that its client has closed, or that broke. */
export interface EndSession {
  readonly type: 'EndSession';
  readonly sessionId: string;
  /** 1005 if the close had no code, 1006 if the connection broke. */
  readonly code: number;
}

/** Ends a session without frames for too long. */
export interface EndIdleSession {
  readonly type: 'EndIdleSession';
  readonly sessionId: string;
}

/** Ends a session that has been open for too long. */
export interface EndOldSession {
  readonly type: 'EndOldSession';
  readonly sessionId: string;
}

/** Reports the outcome of a callback, which is not sent again. */
export interface ReportCallback {
  readonly type: 'ReportCallback';
  readonly callbackId: string;
  readonly outcome: CallbackOutcome;
}
