// Searches the events of a history, in slices: the page answers meanwhile. New events are searched as they arrive.

import { signal, type ReadonlySignal } from '@preact/signals';
import type { Envelope } from '../../../../core/index.ts';
import { firstFrom } from './first-from.ts';
import { queryOf, type EventQueryTest } from './search-query.ts';
import { yieldToPage } from './yield-to-page.ts';

/** Events between two pauses. */
const eventsPerSlice = 200;

export class EventSearch {
  /** The positions of matches, in order. */
  readonly matches: number[] = [];
  /** The instants of matches. */
  readonly instants: number[] = [];
  readonly #positions = new Set<number>();
  readonly #test: EventQueryTest | undefined;
  readonly #count = signal(0);
  readonly #searched = signal(0);
  #isRunning = false;
  #isOver = false;

  /** `query` as `queryOf` reads it. */
  constructor(query: string) {
    this.#test = queryOf(query);
  }

  /** False if the query is empty: nothing is searched. */
  get isActive(): boolean {
    return this.#test !== undefined;
  }

  get count(): ReadonlySignal<number> {
    return this.#count;
  }

  /** The number of events that were searched. */
  get searched(): ReadonlySignal<number> {
    return this.#searched;
  }

  has(position: number): boolean {
    return this.#positions.has(position);
  }

  /** The number of a match among all, from 1. */
  ordinalOf(position: number): number {
    return firstFrom(this.matches, position) + 1;
  }

  /** Searches the events that it does not know yet, those included that are added meanwhile. */
  async extend(events: readonly Envelope[]): Promise<void> {
    if (this.#test === undefined || this.#isRunning) return;
    this.#isRunning = true;
    let index = this.#searched.peek();
    while (index < events.length && !this.#isOver) {
      const end = Math.min(events.length, index + eventsPerSlice);
      for (; index < end; index += 1) this.#look(events[index]!);
      this.#searched.value = index;
      this.#count.value = this.matches.length;
      await yieldToPage();
    }
    this.#isRunning = false;
  }

  #look(envelope: Envelope): void {
    if (this.#test?.(envelope) !== true) return;
    this.matches.push(envelope.position);
    this.instants.push(envelope.atMs);
    this.#positions.add(envelope.position);
  }

  /** Ends a search that another replaces. */
  stop(): void {
    this.#isOver = true;
  }

  /** The next match after a position, or before it; the first or the last one after the end. */
  next(position: number, by: 1 | -1): number | undefined {
    if (by === 1) return this.matches.find((match) => match > position) ?? this.matches[0];
    return this.matches.findLast((match) => match < position) ?? this.matches.at(-1);
  }
}
