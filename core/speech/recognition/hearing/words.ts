// What hearing yields: words with their places in the audio. Times are in hops, 10 ms each, from the start of the stream.

// Type aliases, since interfaces are not assignable to JSON.

export type HeardWord = {
  /** As written, with case and signs: "Hello,". Without white space. */
  readonly text: string;
  readonly start: number;
  /** Behind its last hop. The start itself where there are more words than hops. */
  readonly end: number;
  /** In hundredths, 0 to 100. */
  readonly confidence: number;
  /** From 0, in the order of their appearance. */
  readonly speaker: number;
  /** A BCP-47 tag, if the source of the word has one. */
  readonly language?: string;
  /** An entity of a script: neighbouring words with the same number belong together. */
  readonly entity?: { readonly number: number; readonly label: string; readonly value: string };
};

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
