// The question to the oracle `synthesis`: a text in a voice and an encoding. Its answer: the length and the hash of the audio.

import type { Json } from '../../kernel/canonical.ts';
import type { Question } from '../../kernel/due.ts';
import type { SoundPrint } from './sound-print.ts';
import type { Voice } from './voices.ts';

export const audioEncodings = ['linear16', 'mulaw', 'alaw'] as const;

/** Of spoken audio: 16-bit samples in little-endian order, or 8 bits by ITU-T G.711. */
export type AudioEncoding = (typeof audioEncodings)[number];

// Type aliases, since interfaces are not assignable to JSON.

export type SynthesisQuestion = {
  readonly voice: Voice;
  /** One sentence, of `sentenceCharsMax` characters at most. */
  readonly text: string;
  readonly encoding: AudioEncoding;
  /** In Hz. */
  readonly sampleRate: number;
};

export type SynthesisAnswer = SynthesizedAudio | UnspeakableText;

export type SynthesizedAudio = {
  readonly kind: 'spoken';
  readonly samples: number;
  /** The hash of the encoded bytes, as hex. */
  readonly sha256: string;
  /** The print of the sentence as a known sound; absent if it has no voice. */
  readonly sound?: SoundPrint;
};

export type UnspeakableText = { readonly kind: 'unspeakable'; readonly reason: string };

export const synthesisOracle = 'synthesis';

export function synthesisQuestion(about: SynthesisQuestion): Question {
  return { oracle: synthesisOracle, about };
}

/** The answer of the oracle to a due's question. */
export function synthesisAnswer(answer: Json | undefined): SynthesisAnswer {
  return answer as SynthesisAnswer;
}

/** The length of a spoken text in bytes. */
export function audioBytes(encoding: AudioEncoding, samples: number): number {
  return encoding === 'linear16' ? samples * 2 : samples;
}

/** In Hz, if a client states none. */
export function speakRateDefault(encoding: AudioEncoding): number {
  return encoding === 'linear16' ? 24_000 : 8_000;
}
