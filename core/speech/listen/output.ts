// The outputs of one channel of /v1/listen, and their rules. Times are in hops of 10 ms from the start of the stream.

// Type aliases, since interfaces are not assignable to JSON.

import type { HeardWord } from '../text/heard-word.ts';

export type SegmentRules = {
  readonly interimResults: boolean;
  /** Silence after which a segment is final; null: silence ends no segment. */
  readonly endpointingHops: number | null;
  /** Time without a word after which an utterance ends; null: no UtteranceEnd. */
  readonly utteranceEndHops: number | null;
  readonly vadEvents: boolean;
};

/** The transcript of a segment of the audio. */
export type SegmentResult = {
  readonly kind: 'result';
  readonly start: number;
  readonly end: number;
  /** In order, within the segment, without overlaps. */
  readonly words: readonly HeardWord[];
  readonly isFinal: boolean;
  /** Final because of the silence of endpointing. */
  readonly speechFinal: boolean;
  /** Final because the client sent a Finalize. */
  readonly fromFinalize: boolean;
  /** Whether its first words may continue a number that the final result before it cut. Absent if not, and without redaction. */
  readonly continuesNumber?: true;
  /** Whether the stream ends with it, and with a complete number. Absent if not, and without redaction. */
  readonly endsStream?: true;
};

export type ListeningOutput =
  | { readonly kind: 'speechStarted'; readonly at: number }
  | SegmentResult
  | {
      readonly kind: 'utteranceEnd';
      /** -1: a Finalize made that word final. */
      readonly lastWordEnd: number;
    };
