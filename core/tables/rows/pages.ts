// A copy-on-write list of records by ordinal, in pages: what a table keeps its records in. How a page keeps them is its
// layout: as objects, or as columns (see columns.ts).

import { nextGeneration } from '../generation.ts';

/** How many records a page holds. */
export const recordsPerPage = 64;

/** The records of one page, by slots 0 to `recordsPerPage` - 1; a slot may be empty. */
export interface Page<R> {
  get(slot: number): R | undefined;
  set(slot: number, record: R | undefined): void;
  copy(): Page<R>;
  /** The id of a record, where a page can tell it without the rest. */
  idOf?(slot: number): string | undefined;
}

/** Makes an empty page. */
export type Layout<R> = () => Page<R>;

interface Kept<R> {
  readonly generation: number;
  readonly page: Page<R>;
}

export class Pages<R> {
  readonly #layout: Layout<R>;
  #generation = nextGeneration();
  #pages: Kept<R>[] = [];
  #length = 0;

  constructor(layout: Layout<R>) {
    this.#layout = layout;
  }

  /** One more than the highest ordinal ever written. */
  get length(): number {
    return this.#length;
  }

  get(ordinal: number): R | undefined {
    return this.#pages[ordinal >>> 6]?.page.get(ordinal & (recordsPerPage - 1));
  }

  /** The id of a record, by `idOf` unless its page knows a shorter way. */
  idAt(ordinal: number, idOf: (record: R) => string): string {
    const page = this.#pages[ordinal >>> 6]?.page;
    const slot = ordinal & (recordsPerPage - 1);
    const known = page?.idOf?.(slot);
    if (known !== undefined) return known;
    const record = page?.get(slot);
    return record === undefined ? '' : idOf(record);
  }

  /** Writes below the length, or right at it. */
  set(ordinal: number, record: R | undefined): void {
    this.#writable(ordinal >>> 6).set(ordinal & (recordsPerPage - 1), record);
    if (ordinal >= this.#length) this.#length = ordinal + 1;
  }

  fork(): Pages<R> {
    const twin = new Pages<R>(this.#layout);
    twin.#pages = this.#pages.slice();
    twin.#length = this.#length;
    this.#generation = nextGeneration();
    return twin;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /** The slots of a page, up to the length; undefined where it has not been written since that generation. */
  pageSince(index: number, generation: number): readonly (R | undefined)[] | undefined {
    const kept = this.#pages[index];
    if (kept === undefined || kept.generation <= generation) return undefined;
    const length = Math.min(recordsPerPage, this.#length - index * recordsPerPage);
    return Array.from({ length }, (_, slot) => kept.page.get(slot));
  }

  #writable(index: number): Page<R> {
    const kept = this.#pages[index];
    if (kept !== undefined && kept.generation === this.#generation) return kept.page;
    const page = kept === undefined ? this.#layout() : kept.page.copy();
    this.#pages[index] = { generation: this.#generation, page };
    return page;
  }
}

/** The plain layout: the records themselves. */
export class ObjectPage<R> implements Page<R> {
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

  copy(): Page<R> {
    return new ObjectPage([...this.#records]);
  }
}
