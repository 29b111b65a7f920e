// The results of recognition: words with their places in the audio. Times are in hops of 10 ms from the start of the stream.

import type { HeardWord } from '../../text/heard-word.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** A word of a source, without its place in the audio. */
export type PlainWord = Pick<HeardWord, 'text' | 'confidence' | 'language' | 'entity'> & {
  /** The name of the speaker; empty if unknown. */
  readonly speaker: string;
};

export type PlacedWord = PlainWord & Pick<HeardWord, 'start' | 'end'>;

/** The result of one hop of one channel. */
export type HeardHop = {
  /** The number of the hop, from 0. */
  readonly at: number;
  /** The closure of a consonant within a word counts as voice. */
  readonly isVoice: boolean;
  /** Hops since the last loud one, this one included; 0 while there is voice. */
  readonly silence: number;
  /** Words that become known with this hop: in order, after earlier ones, with ends up to `at + 1`. */
  readonly words: readonly HeardWord[];
  /** The start of the next word, if it has begun and is not known yet; undefined also if that is unknown. */
  readonly pending?: number | undefined;
  /** Whether the utterance in progress ends with this hop. All its words are known by then. */
  readonly isUtteranceOver: boolean;
};
