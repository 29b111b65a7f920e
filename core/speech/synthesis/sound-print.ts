// The print of a spoken sound: its words and fingerprints, by which recognition finds it again. A hop is 10 ms.

// Type aliases, since interfaces are not assignable to JSON.

export type SoundWord = {
  /** As written, with case and signs: "Hello,". */
  readonly text: string;
  /** The first hop of the word in the sound. */
  readonly start: number;
  /** The hop after its last one. */
  readonly end: number;
};

export type SoundPrint = {
  readonly words: readonly SoundWord[];
  /** One integer of 16 bits for each hop, as base64. */
  readonly fingerprints: string;
  /** The bits of each fingerprint that noise does not flip, as base64. */
  readonly mask: string;
  /** The first hop with voice, and the hop after the last one. */
  readonly voiceStart: number;
  readonly voiceEnd: number;
};
