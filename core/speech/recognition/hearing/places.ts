// Places of words in the audio: in order, apart, each of one hop at least where there are enough.

import type { PlacedWord } from './words.ts';

/**
 * Moves words as little as is needed to fit between two hops. Where they outnumber the hops, they are spread evenly: one word has
 * each hop, and the words before it have no length. They stay apart, since text options apply to words.
 */
export function placedWithin(
  words: readonly PlacedWord[],
  from: number,
  end: number,
): readonly PlacedWord[] {
  const { length } = words;
  const hops = end - from;
  if (length > hops) {
    const border = (index: number) => from + Math.floor((index * hops) / length);
    return words.map((word, index) => ({ ...word, start: border(index), end: border(index + 1) }));
  }
  let earliest = from;
  return words.map((word, index) => {
    const later = length - 1 - index;
    const start = Math.min(Math.max(word.start, earliest), end - later - 1);
    earliest = Math.min(Math.max(word.end, start + 1), end - later);
    return { ...word, start, end: earliest };
  });
}
