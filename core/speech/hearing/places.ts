// Places of words in the audio: in order, apart, each of one hop at least.

import type { PlacedWord } from './words.ts';

/** Moves words as little as is needed to fit between two hops. Where they outnumber the hops, some share an entry. */
export function placedWithin(
  words: readonly PlacedWord[],
  from: number,
  end: number,
): readonly PlacedWord[] {
  const entries = joinedTo(words, end - from);
  let earliest = from;
  return entries.map((word, index) => {
    const later = entries.length - 1 - index;
    const start = Math.min(Math.max(word.start, earliest), end - later - 1);
    earliest = Math.min(Math.max(word.end, start + 1), end - later);
    return { ...word, start, end: earliest };
  });
}

function joinedTo(words: readonly PlacedWord[], count: number): readonly PlacedWord[] {
  if (words.length <= count) return words;
  return Array.from({ length: count }, (_, index) => {
    const first = Math.floor((index * words.length) / count);
    const behind = Math.floor(((index + 1) * words.length) / count);
    const share = words.slice(first, behind);
    const text = share.map((word) => word.text).join(' ');
    return { ...(share[0] as PlacedWord), text, end: (share.at(-1) as PlacedWord).end };
  });
}
