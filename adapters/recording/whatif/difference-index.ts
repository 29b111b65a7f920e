// Finds the last of many differing events that concerns certain entities, without looking through all of them.

import type { EntryOf } from '../format/entries.ts';
import { idOf } from './counterparts.ts';

type EventEntry = EntryOf<'event'>;

/** An event of one run that the other has differently, or not at all. */
export interface EventDifferencePair {
  readonly before: EventEntry | undefined;
  readonly after: EventEntry | undefined;
  readonly atMs: number;
}

type Condition = (one: EventDifferencePair) => boolean;

export class DifferenceIndex {
  /** In the order of their instants. */
  readonly all: readonly EventDifferencePair[];
  /** By the id of an entity: the indices of its events, ascending. */
  readonly #byId = new Map<string, number[]>();
  /** At each index, the lowest entry numbers from there on, in both runs. */
  readonly #lowest: (readonly [before: number, after: number])[] = [];

  constructor(found: readonly EventDifferencePair[]) {
    this.all = found.toSorted(
      (one, other) => one.atMs - other.atMs || placeOf(one) - placeOf(other),
    );
    for (const [index, { before, after }] of this.all.entries()) {
      for (const id of new Set(
        [before, after].flatMap((side) => (side ? idOf(side.stream) : [])),
      )) {
        const own = this.#byId.get(id);
        if (own === undefined) this.#byId.set(id, [index]);
        else own.push(index);
      }
    }
    let lowest: readonly [number, number] = [Infinity, Infinity];
    for (const { before, after } of this.all.toReversed()) {
      lowest = [
        Math.min(lowest[0], before?.n ?? Infinity),
        Math.min(lowest[1], after?.n ?? Infinity),
      ];
      this.#lowest.push(lowest);
    }
    this.#lowest.reverse();
  }

  /** The last event up to an instant that concerns one of these entities. */
  lastOf(ids: Iterable<string>, untilMs: number, fits: Condition): EventDifferencePair | undefined {
    let last = -1;
    for (const id of ids) {
      const own = this.#byId.get(id) ?? [];
      for (let place = this.#countUntil(own, untilMs) - 1; place >= 0; place -= 1) {
        const index = own[place] ?? -1;
        if (index <= last) break;
        if (fits(this.all[index] as EventDifferencePair)) last = index;
      }
    }
    return this.all[last];
  }

  /** The first event up to an instant. */
  first(untilMs: number, fits: Condition): EventDifferencePair | undefined {
    for (const one of this.all) {
      if (one.atMs > untilMs) return undefined;
      if (fits(one)) return one;
    }
    return undefined;
  }

  /** The last event before an entry of either run. */
  lastBefore([before, after]: readonly [number, number]): EventDifferencePair | undefined {
    const count = countWhile(this.#lowest.length, (index) => {
      const [left, right] = this.#lowest[index] ?? [Infinity, Infinity];
      return left < before || right < after;
    });
    return this.all[count - 1];
  }

  #countUntil(indices: readonly number[], untilMs: number): number {
    return countWhile(
      indices.length,
      (place) => (this.all[indices[place] ?? 0]?.atMs ?? 0) <= untilMs,
    );
  }
}

/** How many of the first places fulfil a condition, which no later place does. */
function countWhile(length: number, isTrue: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOf({ before, after }: EventDifferencePair): number {
  return before?.position ?? after?.position ?? 0;
}
