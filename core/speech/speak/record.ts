// A session on /v1/speak. It is removed when it ends.

import type { Millis } from '../../kernel/brand.ts';
import type { SessionBase, SessionOpening } from '../session/record.ts';
import type { AudioEncoding } from '../synthesis/synthesis.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** The parameters in the query of a connection. */
export type SpeakParameters = {
  readonly model: string;
  readonly encoding: AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
  /** A multiple of the pace of the voice. Absent: the voice's own pace. */
  readonly speed?: number;
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
};

export type SpeakOpening = SessionOpening<'/v1/speak', SpeakParameters>;

/** A sentence to speak, or a Flush to confirm after the sentences before it are spoken. */
export type SpeechItem =
  { readonly kind: 'sentence'; readonly text: string } | { readonly kind: 'flush' };

export interface SpeakSessionRecord extends SessionBase {
  readonly path: '/v1/speak';
  readonly parameters: SpeakParameters;
  /** Text that is not a whole sentence yet. */
  readonly buffer: string;
  /** In the order of the text. The first is never a flush, which is confirmed at once then. */
  readonly queue: readonly SpeechItem[];
  /** The next `sequence_id`. */
  readonly sequenceId: number;
  /** The flushes of the last minute. */
  readonly flushesMs: readonly Millis[];
  /** The texts of the last minute, if characters are limited. */
  readonly texts: readonly { readonly atMs: Millis; readonly characters: number }[];
  /** Ends after its last sentence is spoken; frames are ignored. */
  readonly isClosing: boolean;
}

export function isSpeakSession(session: SessionBase | undefined): session is SpeakSessionRecord {
  return session?.path === '/v1/speak';
}
