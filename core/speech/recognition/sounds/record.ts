// A known sound, which is found again when it is heard: its words, and its fingerprints hop by hop. A hop is 10 ms.

import type { SoundPrint } from '../../synthesis/sound-print.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** A sound with its text. */
export type SoundContent = SoundPrint & {
  readonly text: string;
  /** The name of a voice. Sounds with equal names have one speaker. */
  readonly speaker: string;
  /** A BCP-47 tag. */
  readonly language?: string;
};

/** A sound to remember: one of a fixture, or a sentence that an operator had spoken. */
export type RememberedSound = SoundContent & { readonly origin?: 'spoken' };

export type KnownSound = SoundContent & {
  /** A hash of its text and its speaker. */
  readonly id: string;
  /** Newer sentences replace spoken ones; sounds of fixtures stay. */
  readonly origin: 'spoken' | 'fixture';
};
