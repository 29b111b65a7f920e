// The records of a table by row id, copy-on-write in pages. The layout of a page decides how it stores them: as objects, or
// as columns (see columns.ts).

import { nextGeneration } from '../generation.ts';

export const recordsPerPage = 64;

/** Records in slots 0 to `recordsPerPage` - 1; a slot may be empty. */
export interface RecordPage<R> {
  get(slot: number): R | undefined;
  set(slot: number, record: R | undefined): void;
  copy(): RecordPage<R>;
  /** The id of a record, if the page can read it without the rest. */
  idOf?(slot: number): string | undefined;
}

/** Creates an empty page. */
export type Layout<R> = () => RecordPage<R>;

interface OwnedPage<R> {
  readonly generation: number;
  readonly page: RecordPage<R>;
}

export class Pages<R> {
  readonly #layout: Layout<R>;
  #generation = nextGeneration();
  #pages: OwnedPage<R>[] = [];
  #length = 0;

  constructor(layout: Layout<R>) {
    this.#layout = layout;
  }

  /** The highest row id ever written, plus one. */
  get length(): number {
    return this.#length;
  }

  get(rowId: number): R | undefined {
    return this.#pages[rowId >>> 6]?.page.get(rowId & (recordsPerPage - 1));
  }

  /** The id of a record; from its page if that can read it alone, else by `idOf`. */
  idAt(rowId: number, idOf: (record: R) => string): string {
    const page = this.#pages[rowId >>> 6]?.page;
    const slot = rowId & (recordsPerPage - 1);
    const id = page?.idOf?.(slot);
    if (id !== undefined) return id;
    const record = page?.get(slot);
    return record === undefined ? '' : idOf(record);
  }

  /** `rowId` must not exceed `length`. */
  set(rowId: number, record: R | undefined): void {
    this.#writable(rowId >>> 6).set(rowId & (recordsPerPage - 1), record);
    if (rowId >= this.#length) this.#length = rowId + 1;
  }

  fork(): Pages<R> {
    const copy = new Pages<R>(this.#layout);
    copy.#pages = this.#pages.slice();
    copy.#length = this.#length;
    this.#generation = nextGeneration();
    return copy;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /** The records of a page; undefined if it has not been written since that generation. */
  pageSince(index: number, generation: number): readonly (R | undefined)[] | undefined {
    const owned = this.#pages[index];
    if (owned === undefined || owned.generation <= generation) return undefined;
    const length = Math.min(recordsPerPage, this.#length - index * recordsPerPage);
    return Array.from({ length }, (_, slot) => owned.page.get(slot));
  }

  #writable(index: number): RecordPage<R> {
    const former = this.#pages[index];
    if (former !== undefined && former.generation === this.#generation) return former.page;
    const page = former === undefined ? this.#layout() : former.page.copy();
    this.#pages[index] = { generation: this.#generation, page };
    return page;
  }
}

/** The default layout. */
export class ObjectPage<R> implements RecordPage<R> {
  readonly #records: (R | undefined)[];

  constructor(records: (R | undefined)[] = []) {
    this.#records = records;
  }

  get(slot: number): R | undefined {
    return this.#records[slot];
  }

  set(slot: number, record: R | undefined): void {
    this.#records[slot] = record;
  }

  copy(): RecordPage<R> {
    return new ObjectPage([...this.#records]);
  }
}
