// A sound that is known again when it is heard: what was said in it, and its fingerprints, hop by hop. A hop is 10 ms.

// Type aliases, since interfaces are not assignable to JSON.

export type SoundWord = {
  /** As written, with case and signs: "Hello,". */
  readonly text: string;
  /** Hops of the sound. */
  readonly start: number;
  /** Behind its last hop. */
  readonly end: number;
};

/** What is measured of a sound. */
export type SoundPrint = {
  readonly words: readonly SoundWord[];
  /** One integer of 16 bits for each hop, as base64. */
  readonly fingerprints: string;
  /** The bits of each fingerprint that noise does not turn, as base64. */
  readonly mask: string;
  /** The first hop with voice, and the hop behind the last one. */
  readonly voiceStart: number;
  readonly voiceEnd: number;
};

/** A sound, with what was said in it. */
export type SoundContent = SoundPrint & {
  readonly text: string;
  /** The name of a voice: sounds with equal ones have one speaker. */
  readonly speaker: string;
  /** A BCP-47 tag. */
  readonly language?: string;
};

/** A sound that is to be known: that of a fixture, or one that an operator had spoken. */
export type RememberedSound = SoundContent & { readonly origin?: 'spoken' };

export type KnownSound = SoundContent & {
  /** By its text and its speaker. */
  readonly id: string;
  /** Spoken sentences are forgotten after many others, sounds of fixtures never. */
  readonly origin: 'spoken' | 'fixture';
};
