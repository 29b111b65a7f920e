// Commands of sessions on /v1/speak.

import type {
  CloseSession,
  EndIdleSession,
  EndOldSession,
  NotedMessage,
  RejectFrame,
} from '../session/commands.ts';

/** Appends text to the buffer; whole sentences are spoken. */
export interface AddText extends NotedMessage {
  readonly type: 'AddText';
  readonly sessionId: string;
  readonly text: string;
}

/** Speaks the rest of the buffer, then confirms. */
export interface FlushText extends NotedMessage {
  readonly type: 'FlushText';
  readonly sessionId: string;
}

/** Drops the text that is not spoken yet. */
export interface ClearText extends NotedMessage {
  readonly type: 'ClearText';
  readonly sessionId: string;
}

/** Speaks the first sentence of the queue. */
export interface SpeakSentence {
  readonly type: 'SpeakSentence';
  readonly sessionId: string;
}

export type SpeakCommand =
  | AddText
  | FlushText
  | ClearText
  | SpeakSentence
  | CloseSession
  | RejectFrame
  | EndIdleSession
  | EndOldSession;
