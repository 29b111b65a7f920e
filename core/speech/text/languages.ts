// The languages of a result.

import type { TextWord } from './text-word.ts';

/** Each language once: the most frequent first, then in the order of appearance. */
export function languagesOf(words: readonly TextWord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { language } of words) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left).map(([language]) => language);
}
