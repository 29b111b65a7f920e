// Ordinals by ids that are counted, 1, 2, 3 and so on, as decimal text: a column of them instead of an index of texts.

import { invariant } from '../../kernel/invariant.ts';
import { Numbers } from '../rows/sparse-column.ts';

/** The most digits of an id. */
const digitsMax = 9;

export class CountedIds {
  #ordinals = new Numbers();
  #size = 0;

  /** How many ids there are. */
  get size(): number {
    return this.#size;
  }

  one(id: string): number | undefined {
    const number = numberOf(id);
    const ordinal = number === -1 ? Number.NaN : this.#ordinals.at(number);
    return Number.isNaN(ordinal) ? undefined : ordinal;
  }

  /** Adds an id that is not there yet. */
  addFirst(id: string, ordinal: number): void {
    const number = numberOf(id);
    invariant(number !== -1, 'ids that are counted are numbers');
    this.#ordinals.set(number, ordinal);
    this.#size += 1;
  }

  /** Removes an id that is there. */
  delete(id: string): void {
    this.#ordinals.set(numberOf(id), Number.NaN);
    this.#size -= 1;
  }

  /** The same ids. The two share what neither has changed since. */
  fork(): CountedIds {
    const twin = new CountedIds();
    twin.#ordinals = this.#ordinals.fork();
    twin.#size = this.#size;
    return twin;
  }
}

/** The number that a text from some place on is when it is printed, of so many digits at most; or -1. */
export function numberAt(text: string, start: number, digits: number): number {
  const { length } = text;
  const count = length - start;
  if (count === 0 || count > digits) return -1;
  if (count > 1 && text.charCodeAt(start) === 0x30) return -1;
  let number = 0;
  for (let place = start; place < length; place += 1) {
    const digit = text.charCodeAt(place) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

const numberOf = (id: string): number => numberAt(id, 0, digitsMax);
