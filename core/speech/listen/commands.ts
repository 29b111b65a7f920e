// Commands of sessions on /v1/listen.

import type { ReceiveAudio, RejectAudio } from '../recognition/commands.ts';
import type {
  CloseSession,
  EndIdleSession,
  KeepAlive,
  NotedMessage,
  RejectFrame,
} from '../session/commands.ts';

/** Finalizes the audio of a channel, or of all, on /v1/listen. */
export interface FinalizeAudio extends NotedMessage {
  readonly type: 'FinalizeAudio';
  readonly sessionId: string;
  /** From 0. Absent: all. */
  readonly channel?: number;
}

export type ListenCommand =
  | ReceiveAudio
  | RejectAudio
  | FinalizeAudio
  | KeepAlive
  | CloseSession
  | RejectFrame
  | EndIdleSession;
