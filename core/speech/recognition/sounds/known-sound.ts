// Creates known sounds from samples and their texts.

import { uint16sToBase64 } from '../../../kernel/base64.ts';
import type { Hash } from '../../../kernel/digest.ts';
import { atOnce, type InPieces } from '../../../kernel/pieces.ts';
import type { SoundPrint } from '../../synthesis/sound-print.ts';
import { sentencesOf } from '../../synthesis/sentences.ts';
import { measureSound } from './measure-sound.ts';
import { spreadWords, wordsOf } from './spread-words.ts';

/** The longest known sound: 60 s. */
export const soundHopsMax = 6_000;

/**
 * `samples`: 16 bits, one channel, at any rate that can be measured. Those after `hopsMax` are dropped. The words are spread over the
 * time with voice.
 */
export function printSound(...given: Parameters<typeof printSoundInPieces>): SoundPrint {
  return atOnce(printSoundInPieces(...given));
}

/** As `printSound`: 60 s take 0.1 s. */
export function* printSoundInPieces(
  samples: Int16Array,
  sampleRate: number,
  text: string,
  hopsMax: number = soundHopsMax,
): InPieces<SoundPrint> {
  const measured = samples.subarray(0, (hopsMax * sampleRate) / 100);
  const { levels, fingerprints, mask } = yield* measureSound(measured, sampleRate);
  const sentences = sentencesOf(text)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const { words, voiceStart, voiceEnd } = spreadWords(sentences, levels);
  return {
    words,
    voiceStart,
    voiceEnd,
    fingerprints: uint16sToBase64(fingerprints),
    mask: uint16sToBase64(mask),
  };
}

/** Equal for equal texts and speakers. */
export function soundId(hash: Hash, speaker: string, text: string): string {
  return hash(JSON.stringify(['sound', speaker, text])).slice(0, 16);
}
