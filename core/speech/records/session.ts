// An open session of /v1/speak. It is removed when it ends.

import type { Millis } from '../../kernel/brand.ts';
import type { AudioEncoding } from '../speaking/synthesis.ts';

/** The parameters in the query of a connection. */
export type SpeakParameters = {
  readonly model: string;
  readonly encoding: AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
};

/** Limits of a session: settings of the world when it was opened. */
export type SessionLimits = {
  /** Without a frame for this long, the session ends; null: never. */
  readonly idleMs: number | null;
  /** Characters of text in a minute; null: any number. */
  readonly charactersPerMinute: number | null;
};

/** A sentence to be spoken, or a Flush to be confirmed once the sentences before it are spoken. */
export type SpeechItem =
  { readonly kind: 'sentence'; readonly text: string } | { readonly kind: 'flush' };

export interface SpeechSession {
  /** Also the id of the request on the wire. */
  readonly id: string;
  readonly path: string;
  readonly openedMs: Millis;
  readonly parameters: SpeakParameters;
  readonly limits: SessionLimits;
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
