// A known sound, which is found again when it is heard: its words, and its fingerprints hop by hop. A hop is 10 ms.

import type { SoundPrint } from '../../synthesis/sound-print.ts';

// Type aliases, since interfaces are not assignable to JSON.

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
