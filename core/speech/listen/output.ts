// What listening, v1, sends for one channel, and by which rules. Times are in hops, 10 ms each, from the start of the stream.

// Type aliases, since interfaces are not assignable to JSON.

import type { HeardWord } from '../text/heard-word.ts';

export type SegmentRules = {
  readonly interimResults: boolean;
  /** Silence after which a segment is final; null: however long, it makes none final. */
  readonly endpointingHops: number | null;
  /** Time without a word after which an utterance ends; null: no UtteranceEnd. */
  readonly utteranceEndHops: number | null;
  readonly vadEvents: boolean;
};

/** What is known of a segment of the audio. */
export type SegmentResult = {
  readonly kind: 'result';
  readonly start: number;
  readonly end: number;
  /** In order, within the segment, none over another. */
  readonly words: readonly HeardWord[];
  readonly isFinal: boolean;
  /** Final, since the silence of endpointing has passed. */
  readonly speechFinal: boolean;
  /** Final, since the client sent a Finalize. */
  readonly fromFinalize: boolean;
  /** Whether its first words may go on with a number that the final before has cut. Absent if not, and without redaction. */
  readonly continuesNumber?: true;
  /** Whether the stream ends with it, and with a number, which is whole then. Absent if not, and without redaction. */
  readonly endsStream?: true;
};

export type ListeningOutput =
  | { readonly kind: 'speechStarted'; readonly at: number }
  | SegmentResult
  | {
      readonly kind: 'utteranceEnd';
      /** -1: a Finalize has made that word final. */
      readonly lastWordEnd: number;
    };
