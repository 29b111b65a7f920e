// The open sessions of the channels. A session is removed when it ends.

import type { Millis } from '../kernel/brand.ts';
import type { HearingState } from './recognition/hearing/hear.ts';
import type { ListeningState } from './listen/listen.ts';
import type { OpenNumber } from './listen/open-numbers.ts';
import type { AudioEncoding } from './synthesis/synthesis.ts';
import type { TurnSettings } from './turns/thresholds.ts';
import type { TurnState } from './turns/turn.ts';
import type { ReceivedAudio, SessionBase } from './session/record.ts';
import type { AgentSession } from './agent/record.ts';
import type { AgentParameters } from './agent/settings.ts';
import type { ListenParameters, TurnParameters } from './listen/parameters.ts';

/** The parameters in the query of a connection. */
export type SpeakParameters = {
  readonly model: string;
  readonly encoding: AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
  /** A multiple of the pace of the voice. Absent: its own. */
  readonly speed?: number;
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
};

/** The path of a channel, with the parameters in the query of a connection. */
export type SessionParameters =
  | { readonly path: '/v1/speak'; readonly parameters: SpeakParameters }
  | { readonly path: '/v1/listen'; readonly parameters: ListenParameters }
  | { readonly path: '/v2/listen'; readonly parameters: TurnParameters }
  | { readonly path: '/v1/agent/converse'; readonly parameters: AgentParameters };

/** A sentence to be spoken, or a Flush to be confirmed once the sentences before it are spoken. */
export type SpeechItem =
  { readonly kind: 'sentence'; readonly text: string } | { readonly kind: 'flush' };

export type SpeechSession = SpeakSession | ListenSession | TurnSession | AgentSession;

/** A session that hears, and nothing else. */
export type HearingSession = ListenSession | TurnSession;

export interface SpeakSession extends SessionBase {
  readonly path: '/v1/speak';
  readonly parameters: SpeakParameters;
  /** Text that is no whole sentence yet. */
  readonly buffer: string;
  /** In the order of the text. A flush is never the first: it is confirmed at once then. */
  readonly queue: readonly SpeechItem[];
  /** The next `sequence_id`. */
  readonly sequenceId: number;
  /** The flushes of the last minute. */
  readonly flushesMs: readonly Millis[];
  /** The texts of the last minute, if characters are limited. */
  readonly texts: readonly { readonly atMs: Millis; readonly characters: number }[];
  /** Ends once everything is spoken; frames are ignored. */
  readonly isClosing: boolean;
}

export interface ListenSession extends SessionBase {
  readonly path: '/v1/listen';
  readonly parameters: ListenParameters;
  /** Null without a callback. */
  readonly callbackUrl: string | null;
  /** Its number among the sessions of its path, from 1. */
  readonly ordinal: number;
  readonly audio: ReceivedAudio;
  /** One, unless channels are transcribed independently. */
  readonly channels: readonly ListenChannel[];
}

/** How many sessions were opened on a path. */
export type Openings = { readonly path: string; readonly count: number };

/** What a channel of audio has led to. */
export type ListenChannel = {
  readonly hearing: HearingState;
  readonly listening: ListeningState;
  /** At the end of the last final, with redaction only. */
  readonly openNumber?: OpenNumber;
};

export interface TurnSession extends SessionBase, TurnSettings {
  readonly path: '/v2/listen';
  readonly parameters: TurnParameters;
  /** Its number among the sessions of its path, from 1. */
  readonly ordinal: number;
  readonly audio: ReceivedAudio;
  readonly hearing: HearingState;
  readonly turns: TurnState;
  /** The next `sequence_id`. */
  readonly sequenceId: number;
}
