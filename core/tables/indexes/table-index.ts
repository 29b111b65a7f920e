// The indexes of a table: by key, sorted, full-text, and counts. An index may lag behind: inserted records are pending until
// its next query, and then indexed one after the other, which keeps its data in the processor's cache.

import type { InPieces } from '../../kernel/pieces.ts';
import { removeKeys, addKeys, KeyIndex, keysExcept, type IndexedKeys } from './key-index.ts';
import { SparseColumn } from '../rows/sparse-column.ts';
import { Ordering, type SortKey } from './ordering.ts';
import type { Pages } from '../rows/pages.ts';
import { WordIndex } from './word-index.ts';

type RowAt<R> = (rowId: number) => R | undefined;

export interface SearchedTexts<R> {
  /** The texts of a record that are searched. */
  readonly of: (record: R) => readonly string[];
  /** Folds texts and phrases before they are compared, such as to lower case. */
  readonly fold: (text: string) => string;
}

/** Changes to pending records are ignored: those are read when they are indexed. */
export abstract class TableIndex<R> {
  #indexedUntil: number;

  constructor(indexedUntil: number) {
    this.#indexedUntil = indexedUntil;
  }

  /** The row id of the first pending record, or of the next to be inserted. */
  get indexedUntil(): number {
    return this.#indexedUntil;
  }

  /** Indexes a record at its insertion; none may be pending. */
  indexNow(rowId: number, record: R): void {
    this.insert(rowId, record);
    this.#indexedUntil = rowId + 1;
  }

  /** Indexes all pending records. */
  indexPending(rows: Pages<R>): this {
    while (this.#indexedUntil < rows.length) this.#indexNext(rows);
    return this;
  }

  *indexPendingInPieces(rows: Pages<R>): InPieces<void> {
    while (this.#indexedUntil < rows.length) {
      this.#indexNext(rows);
      yield;
    }
  }

  #indexNext(rows: Pages<R>): void {
    const record = rows.get(this.#indexedUntil);
    if (record !== undefined) this.insert(this.#indexedUntil, record);
    this.#indexedUntil += 1;
  }

  protected abstract insert(rowId: number, record: R): void;
}

/** Row ids by the keys of their records. */
export class KeyedIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly listed: KeyIndex;
  readonly #keyOf: (record: R) => IndexedKeys;

  /** An empty index, or a fork of `original`. */
  constructor(
    name: Name,
    keyOf: (record: R) => IndexedKeys,
    rowAt: RowAt<R>,
    original?: KeyedIndex<R, Name>,
  ) {
    super(original?.indexedUntil ?? 0);
    this.name = name;
    this.#keyOf = keyOf;
    const isListed = (rowId: number, key: string): boolean => {
      const record = rowAt(rowId);
      const keys = record === undefined ? undefined : keyOf(record);
      return typeof keys === 'object' ? keys.includes(key) : keys === key;
    };
    this.listed = original?.listed.fork(isListed) ?? new KeyIndex(isListed);
  }

  fork(rowAt: RowAt<R>): KeyedIndex<R, Name> {
    return new KeyedIndex(this.name, this.#keyOf, rowAt, this);
  }

  /**
   * Removes the keys of a record that its successor lacks. Called while the record is still in the table, since keys are read
   * from there. Returns whether `addNewKeys` must be called once the successor is in its place.
   */
  removeOldKeys(rowId: number, former: R, next: R | undefined): boolean {
    if (rowId >= this.indexedUntil) return false;
    const formerKey = this.#keyOf(former);
    const key = next === undefined ? undefined : this.#keyOf(next);
    if (formerKey === key) return false;
    removeKeys(this.listed, keysExcept(formerKey, key), rowId);
    return key !== undefined;
  }

  addNewKeys(rowId: number, former: R, record: R): void {
    addKeys(this.listed, keysExcept(this.#keyOf(record), this.#keyOf(former)), rowId);
  }

  protected override insert(rowId: number, record: R): void {
    addKeys(this.listed, this.#keyOf(record), rowId);
  }
}

/** Row ids by the sort keys of their records. */
export class OrderedIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly ordering: Ordering;
  readonly #keyOf: (record: R) => SortKey | undefined;

  /** An empty index, or a fork of `original`. */
  constructor(
    name: Name,
    keyOf: (record: R) => SortKey | undefined,
    original?: OrderedIndex<R, Name>,
  ) {
    super(original?.indexedUntil ?? 0);
    this.name = name;
    this.#keyOf = keyOf;
    this.ordering = original?.ordering.fork() ?? new Ordering();
  }

  fork(): OrderedIndex<R, Name> {
    return new OrderedIndex(this.name, this.#keyOf, this);
  }

  /** Without a next record, removes the row id. */
  update(rowId: number, next: R | undefined): void {
    if (rowId >= this.indexedUntil) return;
    this.ordering.put(rowId, next === undefined ? undefined : this.#keyOf(next));
  }

  protected override insert(rowId: number, record: R): void {
    this.ordering.put(rowId, this.#keyOf(record));
  }
}

/** The number of records for each of the numbers that records have. */
export class CountIndex<R, Name> extends TableIndex<R> {
  readonly name: Name;
  readonly #numbersOf: (record: R) => readonly number[];
  readonly counts: SparseColumn;

  /** An empty index, or a fork of `original`. */
  constructor(
    name: Name,
    numbersOf: (record: R) => readonly number[],
    original?: CountIndex<R, Name>,
  ) {
    super(original?.indexedUntil ?? 0);
    this.name = name;
    this.#numbersOf = numbersOf;
    this.counts = original?.counts.fork() ?? new SparseColumn();
  }

  of(number: number): number {
    return this.counts.at(number) || 0; // NaN if no record ever had it
  }

  fork(): CountIndex<R, Name> {
    return new CountIndex(this.name, this.#numbersOf, this);
  }

  update(rowId: number, former: R, next: R | undefined): void {
    if (rowId >= this.indexedUntil) return;
    const before = this.#numbersOf(former);
    const now = next === undefined ? noNumbers : this.#numbersOf(next);
    for (const number of before) this.#add(number, -1);
    for (const number of now) this.#add(number, 1);
  }

  protected override insert(_rowId: number, record: R): void {
    for (const number of this.#numbersOf(record)) this.#add(number, 1);
  }

  #add(number: number, count: number): void {
    this.counts.set(number, this.of(number) + count);
  }
}

const noNumbers: readonly number[] = [];

/** Row ids by the words of their records' texts. */
export class TextIndex<R> extends TableIndex<R> {
  readonly words: WordIndex;
  readonly #texts: SearchedTexts<R>;

  /** An empty index, or a fork of `original`. */
  constructor(texts: SearchedTexts<R>, rowAt: RowAt<R>, original?: TextIndex<R>) {
    super(original?.indexedUntil ?? 0);
    this.#texts = texts;
    const textAt = (rowId: number): string => {
      const record = rowAt(rowId);
      return record === undefined ? '' : this.#textOf(record);
    };
    this.words = original?.words.fork(textAt) ?? new WordIndex(textAt);
  }

  fork(rowAt: RowAt<R>): TextIndex<R> {
    return new TextIndex(this.#texts, rowAt, this);
  }

  update(rowId: number, former: R, next: R | undefined): void {
    if (rowId >= this.indexedUntil) return;
    if (next === undefined) this.words.delete(rowId, this.#textOf(former));
    else if (this.#hasOtherTexts(former, next)) {
      this.words.replace(rowId, this.#textOf(former), this.#textOf(next));
    }
  }

  folded(phrase: string): string {
    return this.#texts.fold(phrase);
  }

  protected override insert(rowId: number, record: R): void {
    this.words.add(rowId, this.#textOf(record));
  }

  #hasOtherTexts(former: R, next: R): boolean {
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
