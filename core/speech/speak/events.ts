// Events of sessions on /v1/speak. The bytes of spoken audio are not stored: they follow from the text, the voice and the encoding.

import type { SessionEnded, SessionOpenedOf, SessionWarned } from '../session/events.ts';
import type { SoundPrint } from '../synthesis/sound-print.ts';
import type { SynthesisQuestion } from '../synthesis/synthesis.ts';
import type { SpeakOpening } from './record.ts';

/** Text was appended to the buffer. */
export interface TextAdded {
  readonly type: 'TextAdded';
  readonly sessionId: string;
  readonly text: string;
  /** The ends of sentences, as offsets in the buffer with this text. */
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
  /** The print of the sentence as a known sound. Absent if it has no voice, and in older recordings. */
  readonly sound?: SoundPrint & { readonly id: string };
}

/** The first sentence of the queue was skipped, since it could not be synthesized. */
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

/** A client sent a Close: the rest of the buffer is the last sentence. */
export interface SessionClosing {
  readonly type: 'SessionClosing';
  readonly sessionId: string;
}

/** Events that change an open session. */
export type SpeakingEvent =
  | TextAdded
  | TextFlushed
  | SentenceSpoken
  | SentenceSkipped
  | FlushConfirmed
  | TextCleared
  | SessionWarned
  | SessionClosing;

export type SpeakChannelEvent = SessionOpenedOf<SpeakOpening> | SpeakingEvent | SessionEnded;
