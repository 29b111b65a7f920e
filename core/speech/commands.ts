// Commands of the speech domain: frames of clients, as data, and what time does to sessions.

import type {
  AgentDueCommand,
  AgentOperatorCommand,
  AgentSessionCommand,
  NotedMessage,
} from './agent/commands.ts';
import type { CallbackOutcome } from './session/callback.ts';
import type { SpeechScript } from './recognition/script/script.ts';
import type { SessionParameters } from './sessions.ts';
import type { FileCaption, SessionLimits } from './session/record.ts';
import type { RememberedSound } from './recognition/sounds/record.ts';
import type { TurnChange } from './turns/thresholds.ts';

/** Sets the script of the world; sessions go on in it from their next utterance. */
export interface SetScript {
  readonly type: 'SetScript';
  readonly script: SpeechScript;
}

/** The outcome of a callback, which is not sent again. */
export interface ReportCallback {
  readonly type: 'ReportCallback';
  readonly callbackId: string;
  readonly outcome: CallbackOutcome;
}

/** Adds a sound that is known when it is heard, in place of one with the same text and speaker. */
export interface RememberSound {
  readonly type: 'RememberSound';
  readonly sound: RememberedSound;
}

/** Opens a session; its id is in the event. */
export type OpenSession = SessionParameters & {
  readonly type: 'OpenSession';
  readonly limits: SessionLimits;
  /** Present if the parameters have a callback. */
  readonly callbackUrl?: string;
};

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

/** Speaks the rest of the buffer, or makes all audio final, then ends the session. Later frames are ignored. */
export interface CloseSession extends NotedMessage {
  readonly type: 'CloseSession';
  readonly sessionId: string;
}

/** Hears audio. Its bytes are stored beside the command. */
export interface ReceiveAudio extends AudioFrame {
  readonly type: 'ReceiveAudio';
  readonly sessionId: string;
}

/** A frame of audio as the core sees it. */
export type AudioFrame = {
  /** The SHA-256 of the bytes of this frame, as hex. */
  readonly attachment: string;
  /** The SHA-256 of all bytes up to the end of this frame. */
  readonly streamSha256: string;
  /** Of this frame. */
  readonly bytes: number;
  /** Of each channel. */
  readonly samples: number;
  /** In Hz; 0 while the header of a container is not whole. */
  readonly sampleRate: number;
  /** In the audio as it was sent; 0 while they are unknown. */
  readonly channels: number;
  /** Of each channel that is heard: the 10 ms that became whole, as base64. */
  readonly sound: readonly MeasuredSound[];
  /** Of files whose samples begin in this frame, or right after it. */
  readonly captions?: readonly FileCaption[];
};

/** Of some whole 10 ms of one channel (recognition/measuring/measure.ts). */
export type MeasuredSound = {
  /** A byte each. */
  readonly levels: string;
  /** Two bytes each, the lower first. */
  readonly fingerprints: string;
};

/** The bytes received are no audio that can be decoded. */
export interface RejectAudio {
  readonly type: 'RejectAudio';
  readonly sessionId: string;
  /** What can be decoded. */
  readonly description: string;
}

/** Makes the audio of a channel, or of all, final on /v1/listen. */
export interface FinalizeAudio extends NotedMessage {
  readonly type: 'FinalizeAudio';
  readonly sessionId: string;
  /** From 0. */
  readonly channel?: number;
}

/** Defers the idle end of a session on /v1/listen and /v1/agent/converse. */
export interface KeepAlive extends NotedMessage {
  readonly type: 'KeepAlive';
  readonly sessionId: string;
}

/** Changes thresholds and key terms of a session on /v2/listen, completely or not at all. */
export interface ConfigureTurns extends NotedMessage {
  readonly type: 'ConfigureTurns';
  readonly sessionId: string;
  readonly change: TurnChange;
}

/** A Configure message that cannot be read. */
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
  | AddText
  | FlushText
  | ClearText
  | ReceiveAudio
  | RejectAudio
  | FinalizeAudio
  | KeepAlive
  | ConfigureTurns
  | RejectConfigure
  | ForceEndTurn
  | CloseSession
  | RejectFrame
  | AgentSessionCommand
  | EndSession;

/** Commands that only dues have. */
export type DueCommand = SpeakSentence | EndIdleSession | EndOldSession | AgentDueCommand;

export type SpeechCommand =
  | SetScript
  | RememberSound
  | ReportCallback
  | AgentOperatorCommand
  | OpenSession
  | SessionCommand
  | DueCommand;
