// Lists the marked entities of a result.

import { joined, type TextWord } from '../text-word.ts';
import { entitySpans } from './spans.ts';

export type TextEntity = {
  readonly label: string;
  readonly value: string;
  /** As it was spoken. */
  readonly rawValue: string;
  readonly confidence: number;
  /** The index of its first word. */
  readonly startWord: number;
  /** The index after its last word. */
  readonly endWord: number;
};

/** In the order of their words. One with a redacted word has the text of the result as both its values. */
export function listEntities(
  words: readonly TextWord[],
  textOf: (word: TextWord) => string,
): readonly TextEntity[] {
  return entitySpans(words).map(({ entity, from, to }) => {
    const found = words.slice(from, to);
    const isRedacted = found.some(({ isTag }) => isTag === true);
    const shown = found.map((word) => textOf({ ...word, before: '', after: '' })).join(' ');
    const { spoken, confidence } = joined(found);
    return {
      label: entity.label,
      value: isRedacted ? shown : entity.value,
      rawValue: isRedacted ? shown : spoken,
      confidence,
      startWord: from,
      endWord: to,
    };
  });
}
