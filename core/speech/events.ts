// Events of the speech domain. The bytes of spoken audio are not stored: they follow from the text, the voice and the encoding.

import type { SessionLimits, SpeakParameters } from './records/session.ts';
import type { SynthesisQuestion } from './speaking/synthesis.ts';

/** A client opened a session, which follows the settings of the world at this instant. */
export interface SessionOpened {
  readonly type: 'SessionOpened';
  readonly sessionId: string;
  readonly path: string;
  readonly parameters: SpeakParameters;
  readonly limits: SessionLimits;
  /** The id of the model, always the same for its name. */
  readonly modelUuid: string;
}

/** Text was appended to the buffer. */
export interface TextAdded {
  readonly type: 'TextAdded';
  readonly sessionId: string;
  readonly text: string;
  /** Where sentences end, as offsets in the buffer and this text. */
  readonly ends: readonly number[];
}

/** A client sent a Flush: the rest of the buffer is a sentence now. */
export interface TextFlushed {
  readonly type: 'TextFlushed';
  readonly sessionId: string;
}

/** The first sentence of the queue was spoken: its audio is sent. */
export interface SentenceSpoken {
  readonly type: 'SentenceSpoken';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly samples: number;
  /** The hash of the encoded bytes, as hex. */
  readonly sha256: string;
}

/** The first sentence of the queue was left out, since no audio could be made of it. */
export interface SentenceSkipped {
  readonly type: 'SentenceSkipped';
  readonly sessionId: string;
  readonly speech: SynthesisQuestion;
  readonly reason: string;
}

/** All audio before a Flush has been sent. */
export interface FlushConfirmed {
  readonly type: 'FlushConfirmed';
  readonly sessionId: string;
  readonly sequenceId: number;
}

/** The buffer and the sentences that were not spoken are dropped. */
export interface TextCleared {
  readonly type: 'TextCleared';
  readonly sessionId: string;
  readonly sequenceId: number;
}

/** A client sent something that was not carried out; the session goes on. */
export interface SessionWarned {
  readonly type: 'SessionWarned';
  readonly sessionId: string;
  readonly code: string;
  readonly description: string;
}

/** A client sent a Close: the rest of the buffer is the last sentence. */
export interface SessionClosing {
  readonly type: 'SessionClosing';
  readonly sessionId: string;
}

/** By the client, or by the service with a close frame. */
export interface SessionEnded {
  readonly type: 'SessionEnded';
  readonly sessionId: string;
  readonly by: 'client' | 'service';
  /** The code of the close frame. */
  readonly code: number;
  readonly reason: string;
}

export type SpeechEvent =
  | SessionOpened
  | TextAdded
  | TextFlushed
  | SentenceSpoken
  | SentenceSkipped
  | FlushConfirmed
  | TextCleared
  | SessionWarned
  | SessionClosing
  | SessionEnded;

export const eventTypes: Readonly<Record<SpeechEvent['type'], true>> = {
  FlushConfirmed: true,
  SentenceSkipped: true,
  SentenceSpoken: true,
  SessionClosing: true,
  SessionEnded: true,
  SessionOpened: true,
  SessionWarned: true,
  TextAdded: true,
  TextCleared: true,
  TextFlushed: true,
};
