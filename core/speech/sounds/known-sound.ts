// Makes a known sound of samples and their text.

import { uint16sToBase64 } from '../../kernel/base64.ts';
import type { KnownSound, SoundWord } from '../records/sound.ts';
import { measureSound } from './measure-sound.ts';
import { spreadWords, wordsOf } from './spread-words.ts';

/** Longer sounds are known by their beginning: 60 s. */
export const soundHopsMax = 6_000;

/** What is measured of a sound. */
export type SoundPrint = Pick<KnownSound, 'fingerprints' | 'mask' | 'voiceStart' | 'voiceEnd'> & {
  readonly words: readonly SoundWord[];
};

/** `samples`: 16 bits, one channel, at any rate that can be measured. The words are spread over the time with voice. */
export function printSound(samples: Int16Array, sampleRate: number, text: string): SoundPrint {
  const heard = samples.subarray(0, (soundHopsMax * sampleRate) / 100);
  const { levels, fingerprints, mask } = measureSound(heard, sampleRate);
  const { words, voiceStart, voiceEnd } = spreadWords(wordsOf(text), levels);
  return {
    words,
    voiceStart,
    voiceEnd,
    fingerprints: uint16sToBase64(fingerprints),
    mask: uint16sToBase64(mask),
  };
}
