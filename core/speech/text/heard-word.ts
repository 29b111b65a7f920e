// A recognized word, the input of formatting. Times are in hops of 10 ms from the start of the stream.

// Type aliases, since interfaces are not assignable to JSON.

export type HeardWord = {
  /** As written, with case and signs: "Hello,". Without white space. */
  readonly text: string;
  readonly start: number;
  /** The hop after its last one. Equals `start` where there are more words than hops. */
  readonly end: number;
  /** In hundredths, 0 to 100. */
  readonly confidence: number;
  /** From 0, in the order of their first words. */
  readonly speaker: number;
  /** A BCP-47 tag, if the source of the word has one. */
  readonly language?: string;
  /** An entity of a script: adjacent words with the same number belong together. */
  readonly entity?: { readonly number: number; readonly label: string; readonly value: string };
};

/** The confidence of placeholders, in hundredths: words that stand for speech that was not recognized. */
export const placeholderConfidence = { min: 20, max: 50 } as const;
