// Speakers of a channel: numbers from 0 by name, in the order of their first words.

import type { HeardWord } from '../../text/heard-word.ts';
import type { PlacedWord } from './words.ts';

/** Further speakers of a channel share the last number. */
export const speakersMax = 100;

/** The names, in the order of their numbers. */
export type Speakers = readonly string[];

export function withSpeaker(
  speakers: Speakers,
  { speaker: name, ...word }: PlacedWord,
): readonly [Speakers, HeardWord] {
  const number = speakers.indexOf(name);
  if (number >= 0) return [speakers, { ...word, speaker: number }];
  const isFull = speakers.length === speakersMax;
  return isFull
    ? [speakers, { ...word, speaker: speakersMax - 1 }]
    : [[...speakers, name], { ...word, speaker: speakers.length }];
}
