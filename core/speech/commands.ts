// Commands of the speech domain: frames of clients, as data, and what time does to sessions.

import type { SessionLimits, SpeakParameters } from './records/session.ts';

/** Opens a session; its id is in the event. */
export interface OpenSession {
  readonly type: 'OpenSession';
  /** The path of the channel. */
  readonly path: string;
  readonly parameters: SpeakParameters;
  readonly limits: SessionLimits;
}

/** Appends text to the buffer; whole sentences are spoken. */
export interface AddText {
  readonly type: 'AddText';
  readonly sessionId: string;
  readonly text: string;
}

/** Speaks the rest of the buffer, then confirms. */
export interface FlushText {
  readonly type: 'FlushText';
  readonly sessionId: string;
}

/** Drops the text that is not spoken yet. */
export interface ClearText {
  readonly type: 'ClearText';
  readonly sessionId: string;
}

/** Speaks the rest of the buffer, then ends the session. Later frames are ignored. */
export interface CloseSession {
  readonly type: 'CloseSession';
  readonly sessionId: string;
}

/** A frame that cannot be read. */
export interface RejectFrame {
  readonly type: 'RejectFrame';
  readonly sessionId: string;
  /** For the client: what is wrong with it. */
  readonly description: string;
}

/** The client has closed the connection, or is gone. */
export interface EndSession {
  readonly type: 'EndSession';
  readonly sessionId: string;
  /** 1005 if the close had no code, 1006 if the connection broke. */
  readonly code: number;
}

/** Speaks the first sentence of the queue. */
export interface SpeakSentence {
  readonly type: 'SpeakSentence';
  readonly sessionId: string;
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

/** Commands of clients about an open session. */
export type SessionCommand =
  AddText | FlushText | ClearText | CloseSession | RejectFrame | EndSession;

/** Commands that only dues have. */
export type DueCommand = SpeakSentence | EndIdleSession | EndOldSession;

export type SpeechCommand = OpenSession | SessionCommand | DueCommand;
