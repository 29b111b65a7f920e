// Punctuates what has no signs of its own: words drawn for audio that no source knows (plan/speech.md section 7, item 11). Texts
// with signs stay as they are written; part of one, cut out by a pause, must not become a sentence.

import { placeholderConfidence } from './heard-word.ts';
import { bareOf, capitalized, type TextWord } from './text-word.ts';

/** Makes each run of placeholders a sentence with a capital and, in a final, a full stop. */
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

/** Texts that a source knows are surer. */
function isPlaceholder(word: TextWord): boolean {
  const { before, core, after, confidence } = word;
  return (
    confidence <= placeholderConfidence.max &&
    before === '' &&
    after === '' &&
    core === bareOf(word)
  );
}
