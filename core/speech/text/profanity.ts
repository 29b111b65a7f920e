// Masks profanity: a closed list of English words, with an asterisk for each letter but the first.

import { profanityWords } from './profanity-data.ts';
import { bareOf, isEnglish, type TextWord } from './text-word.ts';

export const profanity: ReadonlySet<string> = new Set(profanityWords.trim().split(/\s+/));

export function filterProfanity(words: readonly TextWord[]): readonly TextWord[] {
  return words.map((word) =>
    isEnglish(word) && profanity.has(bareOf(word)) ? { ...word, core: mask(word.core) } : word,
  );
}

function mask(core: string): string {
  return core.charAt(0) + '*'.repeat(core.length - 1);
}
