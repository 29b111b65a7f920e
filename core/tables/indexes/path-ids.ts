// Ordinals by ids that are paths, such as `calendar/event/57`: those that end in a number are counted, and stand in a column
// for each path, where those that come one after the other are neighbours; the others are indexed as texts.

import { numberAt } from './counted-ids.ts';
import { KeyIndex } from './key-index.ts';
import { Numbers } from '../rows/sparse-column.ts';

/** The most digits of a number that stands in a column, which has room for all below it. */
const digitsMax = 7;

/** The most paths that have a column, which takes 4 KiB at least: ids of further ones are indexed as texts. */
const columnsMax = 64;

type HasId = (ordinal: number, id: string) => boolean;

export class PathIds {
  #columns = new Map<string, Numbers>();
  #countedSize = 0;
  #texts: KeyIndex;
  /** The path that was looked up last, and its column: most ids come in rows. */
  #path: string | undefined;
  #column: Numbers | undefined;

  /** `hasId` tells whether an ordinal's row has the id; see KeyIndex. */
  constructor(hasId: HasId) {
    this.#texts = new KeyIndex(hasId);
  }

  /** How many ids there are. */
  get size(): number {
    return this.#countedSize + this.#texts.size;
  }

  /** Makes room where there is nothing yet, as if no id were counted; buckets take next to none until they are filled. */
  reserve(count: number): void {
    this.#texts.reserve(count);
  }

  one(id: string): number | undefined {
    const number = this.#find(id);
    if (number === -1 || this.#column === undefined) return this.#texts.one(id);
    const ordinal = this.#column.at(number);
    return Number.isNaN(ordinal) ? undefined : ordinal;
  }

  /** Adds an id that is not there yet. */
  addFirst(id: string, ordinal: number): void {
    const number = this.#find(id);
    const column = number === -1 ? undefined : (this.#column ?? this.#newColumn());
    if (column === undefined) return this.#texts.addFirst(id, ordinal);
    column.set(number, ordinal);
    this.#countedSize += 1;
  }

  /** Removes an id that is there. */
  delete(id: string, ordinal: number): void {
    const number = this.#find(id);
    if (number === -1 || this.#column === undefined) return this.#texts.delete(id, ordinal);
    this.#column.set(number, Number.NaN);
    this.#countedSize -= 1;
  }

  /** The same ids, which `hasId` tells. The two share what neither has changed since. */
  fork(hasId: HasId): PathIds {
    const twin = new PathIds(hasId);
    for (const [path, column] of this.#columns) twin.#columns.set(path, column.fork());
    twin.#countedSize = this.#countedSize;
    twin.#texts = this.#texts.fork(hasId);
    return twin;
  }

  /** A column for the path that was looked up, if there may be one more. */
  #newColumn(): Numbers | undefined {
    if (this.#columns.size >= columnsMax) return undefined;
    this.#column = new Numbers();
    this.#columns.set(this.#path ?? '', this.#column);
    return this.#column;
  }

  /** The number that an id ends in, whose column, if it has one, is at hand then; -1 where it ends in none that is counted. */
  #find(id: string): number {
    const end = id.lastIndexOf('/') + 1;
    const number = numberAt(id, end, digitsMax);
    if (number === -1) return -1;
    if (this.#path?.length !== end || !id.startsWith(this.#path)) {
      this.#path = id.slice(0, end);
      this.#column = this.#columns.get(this.#path);
    }
    return number;
  }
}
