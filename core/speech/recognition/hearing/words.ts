// The results of recognition: words with their places in the audio. Times are in hops of 10 ms from the start of the stream.

import type { HeardWord } from '../../text/heard-word.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** A word of a source, before it has its place. */
export type PlainWord = Pick<HeardWord, 'text' | 'confidence' | 'language' | 'entity'> & {
  /** The name of the speaker; empty if it is not known. */
  readonly speaker: string;
};

export type PlacedWord = PlainWord & Pick<HeardWord, 'start' | 'end'>;

/** What one hop of one channel adds. */
export type HeardHop = {
  /** The number of the hop, from 0. */
  readonly at: number;
  /** Whether there is voice; the closure of a consonant within a word counts as voice. */
  readonly isVoice: boolean;
  /** Hops since the last loud one, this one included; 0 while there is voice. */
  readonly silence: number;
  /** Words that are known with this hop: in order, none before an earlier one, none ends behind `at + 1`. */
  readonly words: readonly HeardWord[];
  /** Where the next word begins, if it has begun and is not known yet, as far as that can be told. */
  readonly pending?: number | undefined;
  /** Whether the utterance in progress ended with this hop. All its words are known then. */
  readonly isUtteranceEnd: boolean;
};
