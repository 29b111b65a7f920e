// Creates captions from the header of a file: its text, the places of its words, and its length.

import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import type { CaptionedWords } from './audio.ts';
import { wordsOf } from '../sounds/spread-words.ts';

/** The longest text in the header of a file: an hour and a half of speech. A longer one is ignored. */
export const captionCharsMax = 80_000;
/** The most words that may end within 10 ms: stated places with more are ignored. */
const wordsOfHopMax = 4;

export interface FileHeader {
  readonly text: string;
  /** Of each word of the text: its first sample, and the sample after its last one. */
  readonly words?: readonly number[] | undefined;
  /** The number of samples of each channel; undefined if the header does not state it. */
  readonly samples?: number | undefined;
  /** In Hz. */
  readonly sampleRate: number;
}

/** Undefined without words, or if the text is too long. */
export function captionOf(header: FileHeader): CaptionedWords | undefined {
  const { text, words: stated, samples, sampleRate } = header;
  if (text.length > captionCharsMax) return undefined;
  const words = wordsOf(text);
  if (words.length === 0) return undefined;
  const hopOf = (sample: number) => Math.floor((sample * 100) / sampleRate);
  const places = stated?.length === 2 * words.length ? stated.map(hopOf) : undefined;
  return {
    words: words.join(' '),
    ...omitUndefined({
      places: places !== undefined && areOfSpeech(places) ? places : undefined,
      hops: samples === undefined ? undefined : hopOf(samples),
    }),
  };
}

/** In order, and no denser than words can be. */
function areOfSpeech(places: readonly number[]): boolean {
  return places.every((place, index) => {
    const before = places[index - 1] ?? 0;
    const isEnd = index % 2 === 1;
    const earlierEnd = places[index - 2 * wordsOfHopMax] ?? -1;
    return place >= before && !(isEnd && earlierEnd === place);
  });
}
