// The spans of marked entities.

import type { TextWord } from '../text-word.ts';

export type EntitySpan = {
  readonly entity: NonNullable<TextWord['entity']>;
  /** The index of its first word. */
  readonly from: number;
  /** The index after its last word. */
  readonly to: number;
};

/** In the order of their words. */
export function entitySpans(words: readonly TextWord[]): readonly EntitySpan[] {
  const spans: EntitySpan[] = [];
  for (let from = 0; from < words.length;) {
    const { entity } = words[from]!;
    let to = from + 1;
    while (entity !== undefined && words[to]?.entity?.number === entity.number) to += 1;
    if (entity !== undefined) spans.push({ entity, from, to });
    from = to;
  }
  return spans;
}
