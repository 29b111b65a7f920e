// Events of sessions on /v1/listen. Times are in hops of 10 ms from the start of the stream.

import type { AudioReceived } from '../recognition/events.ts';
import type {
  CallbackQueued,
  CallbackReported,
  KeepAliveReceived,
  SessionEnded,
  SessionOpenedOf,
  SessionWarned,
} from '../session/events.ts';
import type { HeardWord } from '../text/heard-word.ts';
import type { ListenOpening } from './record.ts';

/** A client of /v1/listen sent a Finalize. */
export interface AudioFinalized {
  readonly type: 'AudioFinalized';
  readonly sessionId: string;
  /** Absent: all. */
  readonly channel?: number;
}

/** Voice began after silence on /v1/listen. Times are in hops, 10 ms each, from the start of the stream. */
export interface VoiceStarted {
  readonly type: 'VoiceStarted';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  readonly at: number;
}

/** A part of the audio of /v1/listen was transcribed. Final results follow one another without gaps. */
export interface ResultProduced {
  readonly type: 'ResultProduced';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  readonly start: number;
  readonly end: number;
  readonly words: readonly HeardWord[];
  readonly isFinal: boolean;
  readonly speechFinal: boolean;
  readonly fromFinalize: boolean;
  /** Whether its first words may continue a number that the final result before it cut. Absent if not, and without redaction. */
  readonly continuesNumber?: true;
  /** Whether the stream ends with it, and with a complete number. Absent if not, and without redaction. */
  readonly endsStream?: true;
}

/** A gap followed the last final word of /v1/listen. */
export interface UtteranceEnded {
  readonly type: 'UtteranceEnded';
  readonly sessionId: string;
  readonly channel: number;
  readonly channelCount: number;
  /** -1 if a Finalize made that word final. */
  readonly lastWordEnd: number;
}

/** The summary of a stream of /v1/listen, before its session ends. */
export interface StreamSummarized {
  readonly type: 'StreamSummarized';
  readonly sessionId: string;
  readonly samples: number;
  /** 0 if no audio was decoded. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly sha256: string;
}

/** Events that other channels of audio do not have. */
export type ListeningEvent =
  | AudioFinalized
  | KeepAliveReceived
  | VoiceStarted
  | ResultProduced
  | UtteranceEnded
  | StreamSummarized
  | CallbackQueued
  | CallbackReported;

export type ListenChannelEvent =
  SessionOpenedOf<ListenOpening> | AudioReceived | SessionWarned | ListeningEvent | SessionEnded;
