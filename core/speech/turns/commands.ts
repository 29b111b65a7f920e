// Commands of sessions on /v2/listen.

import type { ReceiveAudio, RejectAudio } from '../recognition/commands.ts';
import type {
  CloseSession,
  EndIdleSession,
  KeepAlive,
  NotedMessage,
  RejectFrame,
} from '../session/commands.ts';
import type { TurnChange } from './thresholds.ts';

/** Changes thresholds and key terms of a session on /v2/listen, completely or not at all. */
export interface ConfigureTurns extends NotedMessage {
  readonly type: 'ConfigureTurns';
  readonly sessionId: string;
  readonly change: TurnChange;
}

/** Reports a Configure message that cannot be read. */
export interface RejectConfigure {
  readonly type: 'RejectConfigure';
  readonly sessionId: string;
  readonly description: string;
}

/** Ends the user's turn in progress, on /v2/listen and /v1/agent/converse. */
export interface ForceEndTurn extends NotedMessage {
  readonly type: 'ForceEndTurn';
  readonly sessionId: string;
}

export type TurnCommand =
  | ReceiveAudio
  | RejectAudio
  | ConfigureTurns
  | RejectConfigure
  | ForceEndTurn
  | KeepAlive
  | CloseSession
  | RejectFrame
  | EndIdleSession;
