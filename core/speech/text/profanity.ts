// Masks profanity: a short closed list of English words, with an asterisk for each letter but the first.

import { bareOf, isEnglish, type TextWord } from './text-word.ts';

export const profanity: readonly string[] =
  'arse ass bastard bollocks bugger crap damn damned dammit goddamn hell piss pissed shit'.split(
    ' ',
  );

const masked = new Set(profanity);

export function filterProfanity(words: readonly TextWord[]): readonly TextWord[] {
  return words.map((word) =>
    isEnglish(word) && masked.has(bareOf(word)) ? { ...word, core: mask(word.core) } : word,
  );
}

function mask(core: string): string {
  return core.charAt(0) + '*'.repeat(core.length - 1);
}
