// What a table derives from its records: an index by key, an order, an index of words, a tally. Each may lag behind: records
// wait at the end of the table until it is asked about, and then are taken in one after the other, with all that it takes at hand.

import { delist, enlist, KeyIndex, without, type IndexedKeys } from './key-index.ts';
import { Numbers } from '../rows/sparse-column.ts';
import { Ordering, type SortKey } from './ordering.ts';
import type { Pages } from '../rows/pages.ts';
import { WordIndex } from './word-index.ts';

type RowAt<R> = (ordinal: number) => R | undefined;

/** The texts of a record that are searched, and the form in which they are compared, and what is sought. */
export interface SearchedTexts<R> {
  readonly of: (record: R) => readonly string[];
  readonly fold: (text: string) => string;
}

/** It knows the records below an ordinal; what becomes of those that wait does not matter to it yet. */
export abstract class TableIndex<R> {
  #known: number;

  constructor(known: number) {
    this.#known = known;
  }

  /** The ordinal of the first record that waits, or of the next to be inserted. */
  get known(): number {
    return this.#known;
  }

  /** Takes in a record as it is inserted: none waits. */
  take(ordinal: number, record: R): void {
    this.list(ordinal, record);
    this.#known = ordinal + 1;
  }

  /** Takes in all records that wait. Returns itself. */
  catchUp(rows: Pages<R>): this {
    const { length } = rows;
    for (; this.#known < length; this.#known += 1) {
      const record = rows.get(this.#known);
      if (record !== undefined) this.list(this.#known, record);
    }
    return this;
  }

  protected abstract list(ordinal: number, record: R): void;
}

/** Ordinals by the keys that their records say. */
export class KeyedIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly listed: KeyIndex;
  readonly #keyOf: (record: R) => IndexedKeys;

  /** An empty one, or a fork of the former: the two share what neither has changed since. */
  constructor(
    name: Name,
    keyOf: (record: R) => IndexedKeys,
    rowAt: RowAt<R>,
    former?: KeyedIndex<R, Name>,
  ) {
    super(former?.known ?? 0);
    this.name = name;
    this.#keyOf = keyOf;
    const isListed = (ordinal: number, key: string): boolean => {
      const record = rowAt(ordinal);
      const keys = record === undefined ? undefined : keyOf(record);
      return typeof keys === 'object' ? keys.includes(key) : keys === key;
    };
    this.listed = former?.listed.fork(isListed) ?? new KeyIndex(isListed);
  }

  fork(rowAt: RowAt<R>): KeyedIndex<R, Name> {
    return new KeyedIndex(this.name, this.#keyOf, rowAt, this);
  }

  /**
   * Lets a record leave the keys that the next one in its place does not have, while it still stands there: what is listed is
   * found by what records say. Tells whether the next one has others, to `enter` once it stands there.
   */
  leave(ordinal: number, former: R, next: R | undefined): boolean {
    if (ordinal >= this.known) return false;
    const formerKey = this.#keyOf(former);
    const key = next === undefined ? undefined : this.#keyOf(next);
    if (formerKey === key) return false;
    delist(this.listed, without(formerKey, key), ordinal);
    return key !== undefined;
  }

  enter(ordinal: number, former: R, record: R): void {
    enlist(this.listed, without(this.#keyOf(record), this.#keyOf(former)), ordinal);
  }

  protected override list(ordinal: number, record: R): void {
    enlist(this.listed, this.#keyOf(record), ordinal);
  }
}

/** Ordinals in the order of what their records say. */
export class OrderedIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly ordering: Ordering;
  readonly #keyOf: (record: R) => SortKey | undefined;

  /** An empty one, or a fork of the former. */
  constructor(
    name: Name,
    keyOf: (record: R) => SortKey | undefined,
    former?: OrderedIndex<R, Name>,
  ) {
    super(former?.known ?? 0);
    this.name = name;
    this.#keyOf = keyOf;
    this.ordering = former?.ordering.fork() ?? new Ordering();
  }

  fork(): OrderedIndex<R, Name> {
    return new OrderedIndex(this.name, this.#keyOf, this);
  }

  /** Moves an ordinal to where its next record belongs, or out of the order where there is none. */
  move(ordinal: number, next: R | undefined): void {
    if (ordinal >= this.known) return;
    this.ordering.put(ordinal, next === undefined ? undefined : this.#keyOf(next));
  }

  protected override list(ordinal: number, record: R): void {
    this.ordering.put(ordinal, this.#keyOf(record));
  }
}

/** How many records say a number, for each that any of them says. */
export class CountIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly #numbersOf: (record: R) => readonly number[];
  readonly counts: Numbers;

  /** An empty one, or a fork of the former. */
  constructor(
    name: Name,
    numbersOf: (record: R) => readonly number[],
    former?: CountIndex<R, Name>,
  ) {
    super(former?.known ?? 0);
    this.name = name;
    this.#numbersOf = numbersOf;
    this.counts = former?.counts.fork() ?? new Numbers();
  }

  of(number: number): number {
    return this.counts.at(number) || 0; // NaN where it was never said
  }

  fork(): CountIndex<R, Name> {
    return new CountIndex(this.name, this.#numbersOf, this);
  }

  /** Counts a record's next form in the place of the former one, or nothing more. */
  move(ordinal: number, former: R, next: R | undefined): void {
    if (ordinal >= this.known) return;
    const before = this.#numbersOf(former);
    const now = next === undefined ? none : this.#numbersOf(next);
    for (const number of before) this.#add(number, -1);
    for (const number of now) this.#add(number, 1);
  }

  protected override list(_ordinal: number, record: R): void {
    for (const number of this.#numbersOf(record)) this.#add(number, 1);
  }

  #add(number: number, more: number): void {
    this.counts.set(number, this.of(number) + more);
  }
}

const none: readonly number[] = [];

/** Ordinals by the words of their records' texts. */
export class TextIndex<R> extends TableIndex<R> {
  readonly words: WordIndex;
  readonly #texts: SearchedTexts<R>;

  /** An empty one, or a fork of the former. */
  constructor(texts: SearchedTexts<R>, rowAt: RowAt<R>, former?: TextIndex<R>) {
    super(former?.known ?? 0);
    this.#texts = texts;
    const textAt = (ordinal: number): string => {
      const record = rowAt(ordinal);
      return record === undefined ? '' : this.#textOf(record);
    };
    this.words = former?.words.fork(textAt) ?? new WordIndex(textAt);
  }

  fork(rowAt: RowAt<R>): TextIndex<R> {
    return new TextIndex(this.#texts, rowAt, this);
  }

  /** Lists an ordinal by the words of its next record, or no more where there is none. */
  move(ordinal: number, former: R, next: R | undefined): void {
    if (ordinal >= this.known) return;
    if (next === undefined) this.words.delete(ordinal, this.#textOf(former));
    else if (this.#hasOthers(former, next)) {
      this.words.replace(ordinal, this.#textOf(former), this.#textOf(next));
    }
  }

  /** A phrase as it is sought. */
  folded(phrase: string): string {
    return this.#texts.fold(phrase);
  }

  protected override list(ordinal: number, record: R): void {
    this.words.add(ordinal, this.#textOf(record));
  }

  #hasOthers(former: R, next: R): boolean {
    const formerTexts = this.#texts.of(former);
    const texts = this.#texts.of(next);
    return (
      texts.length !== formerTexts.length || texts.some((text, at) => text !== formerTexts[at])
    );
  }

  #textOf(record: R): string {
    return this.#texts.fold(this.#texts.of(record).join('\n'));
  }
}
