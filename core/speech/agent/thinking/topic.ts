// The words of a text about each parameter of a function: those after its name, up to the next such name.
// Numbers and capitalized words are about one parameter each.

import { lowerCase, upperCase } from '../../../kernel/unicode.ts';
import { answerLimits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import { placesOf, type NamePlace } from './spoken-names.ts';
import { spokenNumbers, type SpokenNumber } from './spoken-numbers.ts';
import { spokenWords, type SpokenWord } from './spoken-words.ts';

/** The words about a parameter. Each call of `number` and `item` returns another one. */
export interface Topic {
  /** All words about it, or the whole text if its name is not spoken. */
  readonly text: string;
  /** The first accepted number. */
  readonly number: (accepts: (value: number) => boolean) => number | undefined;
  /** The words after its name, or capitalized ones. */
  readonly words: () => string | undefined;
  /** The next of several texts, between which there are commas, "and" or "or". */
  readonly item: () => string | undefined;
  /** True if its name is spoken, unless with "no", "not", "without", "false" or "off"; without its name: "yes" or "no". */
  readonly truth: () => boolean | undefined;
  /** Which of these texts are spoken, in the order of the words. */
  readonly choices: (texts: readonly string[]) => readonly string[];
}

/** At the beginning of a value they belong to its name: "name is Ann". */
const linksBefore = new Set('is are was be as to of equals for'.split(' '));
/** At the end they belong to the next words: "name Ann and age 4". */
const linksBehind = new Set('and or with at in on for a an the is are'.split(' '));
const negations = new Set('no not without'.split(' '));
const falsehoods = new Set('no not false off'.split(' '));

/** A range of words. */
type Range = { readonly from: number; readonly to: number };

export class TextTopics {
  readonly #text: string;
  readonly #words: readonly SpokenWord[];
  readonly #places: readonly NamePlace[];
  readonly #numbers: readonly SpokenNumber[];
  readonly #usedNumbers = new Set<SpokenNumber>();
  readonly #capitalized: string[];

  constructor(text: string, names: readonly string[]) {
    this.#text = text;
    this.#words = spokenWords(text);
    this.#places = placesOf(names, this.#words);
    this.#numbers = spokenNumbers(text);
    this.#capitalized = this.#capitalizedWords();
  }

  isNamed(name: string): boolean {
    return this.#places.some((place) => place.name === name);
  }

  about(name: string): Topic {
    const index = this.#places.findIndex((place) => place.name === name);
    const place = this.#places[index];
    const range: Range = {
      from: place?.to ?? 0,
      to: (place && this.#places[index + 1]?.from) ?? this.#words.length,
    };
    const items = place === undefined ? this.#capitalized : this.#itemsIn(range);
    return {
      text: this.#textOf(range),
      number: (accepts) => this.#number(place, range, accepts),
      words: () => (place === undefined ? this.#capitalized.shift() : this.#value(range)),
      item: () => items.shift(),
      truth: () => this.#truth(place, range),
      choices: (texts) => {
        const words = this.#words.slice(range.from, range.to);
        return placesOf(texts, words).map((each) => each.name);
      },
    };
  }

  #textOf({ from, to }: Range): string {
    if (from >= to) return '';
    return this.#text.slice(this.#words[from]!.from, this.#words[to - 1]!.to);
  }

  /** The number right before the name, or after it; else any number. */
  #number(
    place: NamePlace | undefined,
    range: Range,
    accepts: (value: number) => boolean,
  ): number | undefined {
    const named =
      place === undefined
        ? []
        : [
            ...this.#numbersBefore(place),
            ...this.#numbers.filter((each) => this.#isIn(each, range)),
          ];
    const candidates = named.length === 0 ? this.#numbers : named;
    const number = candidates.find((each) => !this.#usedNumbers.has(each) && accepts(each.value));
    if (number !== undefined) this.#usedNumbers.add(number);
    return number?.value;
  }

  #isIn(number: SpokenNumber, { from, to }: Range): boolean {
    if (from >= to) return false;
    return number.from >= this.#words[from]!.from && number.to <= this.#words[to - 1]!.to;
  }

  /** "four people": unless that number is right after another name. */
  #numbersBefore({ from }: NamePlace): readonly SpokenNumber[] {
    const before = this.#words[from - 1];
    const number = before && this.#numbers.find(({ to }) => to === before.to);
    if (number === undefined) return [];
    const first = this.#words.findIndex((word) => word.from === number.from);
    return this.#places.some(({ to }) => to === first) ? [] : [number];
  }

  /** The words of a range up to a sign, without links at its ends. */
  #value(range: Range): string | undefined {
    let { from, to } = range;
    while (from < to && linksBefore.has(this.#words[from]!.form)) from += 1;
    const sign = this.#signIn({ from, to });
    to = Math.min(to, sign ?? to);
    while (to > from && linksBehind.has(this.#words[to - 1]!.form)) to -= 1;
    return shortened(this.#textOf({ from, to }));
  }

  /** The number of the first word with a sign between it and the word before. */
  #signIn({ from, to }: Range): number | undefined {
    for (let at = from + 1; at < to; at += 1) {
      const between = this.#text.slice(this.#words[at - 1]!.to, this.#words[at]!.from);
      if (/[.!?;,…。！？]/.test(between)) return at;
    }
    return undefined;
  }

  #itemsIn(range: Range): string[] {
    const items: string[] = [];
    for (let from = range.from; from < range.to;) {
      const sign = this.#signIn({ from, to: range.to }) ?? range.to;
      let to = from;
      while (to < sign && !/^(and|or)$/.test(this.#words[to]!.form)) to += 1;
      const item = this.#value({ from, to });
      if (item !== undefined) items.push(item);
      from = to === sign ? to : to + 1;
    }
    return items;
  }

  #truth(place: NamePlace | undefined, { from, to }: Range): boolean | undefined {
    if (place !== undefined) {
      const before = this.#words[place.from - 1]?.form;
      const behind = this.#words.slice(from, to).find(({ form }) => !linksBefore.has(form))?.form;
      return !negations.has(before ?? '') && !falsehoods.has(behind ?? '');
    }
    const answer = this.#words.find(({ form }) => /^(yes|true|no|false)$/.test(form))?.form;
    return answer === undefined ? undefined : answer === 'yes' || answer === 'true';
  }

  /** Runs of words with a capital, apart from "I" and the names of parameters. */
  #capitalizedWords(): string[] {
    const runs: string[] = [];
    for (let from = 0; from < this.#words.length;) {
      let to = from;
      while (
        to < this.#words.length &&
        this.#isCapitalized(to) &&
        (to === from || !this.#signIn({ from: to - 1, to: to + 1 }))
      )
        to += 1;
      const run = shortened(this.#textOf({ from, to }));
      if (run !== undefined) runs.push(run);
      from = Math.max(to, from + 1);
    }
    return runs;
  }

  #isCapitalized(at: number): boolean {
    const { from, form } = this.#words[at]!;
    if (form === 'i' || /^i(m|d|ll|ve)$/.test(form)) return false;
    if (this.#places.some((place) => place.from <= at && at < place.to)) return false;
    const first = String.fromCodePoint(this.#text.codePointAt(from)!);
    return first === upperCase(first) && first !== lowerCase(first);
  }
}

function shortened(text: string): string | undefined {
  return text === '' ? undefined : cutText(text, answerLimits.valueCharsMax);
}
