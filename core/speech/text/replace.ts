// Replaces terms by other words: whole words only, each place once. The first listed of two equal terms counts; of two that begin at
// the same word, the longer one.

import { memoizeByObject } from '../../kernel/memo.ts';
import { textLimits } from './limits.ts';
import type { TextOptions } from './options.ts';
import { keysOf, Terms } from './terms.ts';
import { joined, partsOf, type TextWord } from './text-word.ts';

const prepared = memoizeByObject((replacements: TextOptions['replace']) => ({
  terms: new Terms(replacements.map(({ from }) => from)),
  written: replacements.map(({ to }) => writtenIn(to)),
}));

/** A term whose replacement would add more than `addedWordsMax` or `addedCharsMax` to the result stays as spoken. */
export function replaceTerms(
  words: readonly TextWord[],
  replacements: TextOptions['replace'],
): readonly TextWord[] {
  const { terms, written } = prepared(replacements);
  const keys = keysOf(words);
  const room = new Room();
  const done: TextWord[] = [];
  for (let at = 0; at < words.length;) {
    const term = terms.longestAt(keys, at);
    const found = words.slice(at, at + (term?.length ?? 1));
    at += found.length;
    const parts = term === undefined ? undefined : written[term.index]!;
    const isReplaced = parts !== undefined && room.takes(found, parts);
    const replaced = isReplaced ? rewritten(found, parts) : found;
    const last = done.at(-1);
    if (replaced.length === 0 && last !== undefined) {
      done[done.length - 1] = withEndOf(last, found.at(-1)!);
    }
    done.push(...replaced);
  }
  return done;
}

/** The rest of the limits of replacements in a result. */
class Room {
  #words: number = textLimits.addedWordsMax;
  #chars: number = textLimits.addedCharsMax;

  /** Counts a replacement if it fits, and returns whether it does. One that is not longer always fits. */
  takes(found: readonly TextWord[], written: readonly Parts[]): boolean {
    const words = Math.max(0, written.length - found.length);
    const chars = Math.max(0, charsOf(written) - charsOf(found));
    if (words > this.#words || chars > this.#chars) return false;
    this.#words -= words;
    this.#chars -= chars;
    return true;
  }
}

function charsOf(words: readonly Parts[]): number {
  return words.reduce((sum, { before, core, after }) => {
    return sum + before.length + core.length + after.length;
  }, 0);
}

type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** The words of a replacement; signs that stand alone belong to the word before them. */
function writtenIn(to: string): readonly Parts[] {
  const parts: Parts[] = [];
  for (const text of to.split(/\s+/)) {
    const word = partsOf(text);
    const last = parts.at(-1);
    if (word !== undefined) parts.push(word);
    else if (last !== undefined && text !== '') {
      parts[parts.length - 1] = { ...last, after: `${last.after} ${text}` };
    }
  }
  return parts;
}

/** Replaces found words: one by one if there are as many, else all of them share their time evenly. */
function rewritten(found: readonly TextWord[], written: readonly Parts[]): readonly TextWord[] {
  const { length } = written;
  if (length === found.length) {
    return found.map((word, index) => withParts(word, written[index]!));
  }
  const whole = joined(found);
  const placeOf = (index: number) =>
    whole.start + Math.floor(((whole.end - whole.start) * index) / length);
  return written.map((parts, index) => {
    const isFirst = index === 0;
    const word = {
      ...whole,
      before: isFirst ? whole.before : '',
      after: index === length - 1 ? whole.after : '',
      spoken: isFirst ? whole.spoken : '',
      start: placeOf(index),
      end: placeOf(index + 1),
    };
    return withParts(word, parts);
  });
}

/** Signs of the text stay around those of the replacement; a full stop is not doubled. */
function withParts(word: TextWord, { before, core, after }: Parts): TextWord {
  const isDoubled = after !== '' && word.after.startsWith(after.at(-1)!);
  return {
    ...word,
    before: word.before + before,
    core,
    isReplacement: true,
    after: after + (isDoubled ? word.after.slice(1) : word.after),
  };
}

/** The last word before a removed one ends the sentence that the removed word ended. */
function withEndOf(word: TextWord, removed: TextWord): TextWord {
  const isEnd = word.after === '' && /^[.!?…]/.test(removed.after);
  return isEnd ? { ...word, after: removed.after } : word;
}
