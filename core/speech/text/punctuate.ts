// Punctuates placeholders, which have no signs of their own (plan/speech.md section 7, item 11). Other texts stay as written: a part of
// one between two pauses must not become a sentence.

import { placeholderConfidence } from './heard-word.ts';
import { bareOf, capitalized, type TextWord } from './text-word.ts';

/** Turns each run of placeholders into a sentence with a capital and, in a final result, a full stop. */
export function punctuate(words: readonly TextWord[], isFinal: boolean): readonly TextWord[] {
  return words.map((word, index) => {
    if (!isPlaceholder(word)) return word;
    const isFirst = !continues(words[index - 1], word);
    const isLast = !continues(words[index + 1], word);
    const begun = isFirst ? capitalized(word) : word;
    return isLast && isFinal ? { ...begun, after: '.' } : begun;
  });
}

function continues(neighbour: TextWord | undefined, { speaker }: TextWord): boolean {
  return neighbour !== undefined && isPlaceholder(neighbour) && neighbour.speaker === speaker;
}

/** Words of other sources have a higher confidence. */
function isPlaceholder(word: TextWord): boolean {
  const { before, core, after, confidence } = word;
  return (
    confidence <= placeholderConfidence.max &&
    before === '' &&
    after === '' &&
    core === bareOf(word)
  );
}
