// Finds terms of one or more words among the words of a result, whatever their case and signs.

import { memoize } from '../../kernel/memo.ts';
import { lowerCase } from '../../kernel/unicode.ts';
import { partsOf, type TextWord } from './text-word.ts';

export type TextTerm = {
  /** Its index in the list of terms; of equal terms, that of the first. */
  readonly index: number;
  /** The number of its words. */
  readonly length: number;
};

/** Terms by their words: those that begin alike share their first steps. */
type Step = { readonly next: Map<string, Step>; term?: TextTerm };

/** The work at a word grows with the longest term, not with the number of terms. */
export class Terms {
  readonly #start: Step = newStep();
  /** Of each text, its term; undefined if it has no words. */
  readonly #listed: readonly (TextTerm | undefined)[];

  constructor(texts: readonly string[]) {
    this.#listed = texts.map((text, index) => this.#add(coresOf(text).map(keyOf), index));
  }

  /** The longest term that begins at a word. */
  longestAt(keys: readonly string[], at: number): TextTerm | undefined {
    return this.allAt(keys, at).at(-1);
  }

  /** All terms that begin at a word, the shortest first. */
  allAt(keys: readonly string[], at: number): readonly TextTerm[] {
    const found: TextTerm[] = [];
    let step = this.#start.next.get(keys[at]!);
    for (let end = at + 1; step !== undefined; end += 1) {
      if (step.term !== undefined) found.push(step.term);
      step = end < keys.length ? step.next.get(keys[end]!) : undefined;
    }
    return found;
  }

  /** The term that stands for the text with this number in the list. */
  listed(index: number): TextTerm | undefined {
    return this.#listed[index];
  }

  #add(keys: readonly string[], index: number): TextTerm | undefined {
    if (keys.length === 0) return undefined;
    let step = this.#start;
    for (const key of keys) {
      let next = step.next.get(key);
      if (next === undefined) step.next.set(key, (next = newStep()));
      step = next;
    }
    return (step.term ??= { index, length: keys.length });
  }
}

function newStep(): Step {
  return { next: new Map() };
}

/** The words of a term without signs at their ends. */
export function coresOf(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((word) => partsOf(word)?.core ?? []);
}

/** Keys of words; a spoken sign has an empty one, which no term has. */
export function keysOf(words: readonly TextWord[]): readonly string[] {
  return words.map(({ core, sign }) => (sign === undefined ? keyOf(core) : ''));
}

/** The key of a word: "Wi-Fi" is "wifi", but "we're" is not "were" and "-5" is not "5". */
export const keyOf = memoize((core) => {
  const key = lowerCase(core).replaceAll('’', "'");
  return key.charAt(0) + key.slice(1).replaceAll('-', '');
}, 1_000);
