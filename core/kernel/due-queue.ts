// What a world has promised itself: commands at future instants, as data. A due is named by (subject, name);
// setting it again replaces it. A binary heap per class, each ordered by (dueMs, sequence).

import type { Millis } from './brand.ts';
import { invariant } from './invariant.ts';
import type { Command } from './message.ts';

/** progress: a block, a simulated latency. timeout: an idle close. schedule: something planned for a date. */
export type DueClass = 'progress' | 'timeout' | 'schedule';

export const dueClasses: readonly DueClass[] = ['progress', 'timeout', 'schedule'];

export interface Due<C = Command> {
  /** The entity that waits for it, such as a transaction's id. */
  readonly subject: string;
  /** What it is to the subject: at most one due for each name. */
  readonly name: string;
  readonly class: DueClass;
  readonly dueMs: Millis;
  readonly command: C;
}

/** What a reaction asks for: a due set (or moved), or the one of that name cleared if there is one. */
export type DueChange<C = Command> =
  | ({ readonly change: 'set' } & Due<C>)
  | { readonly change: 'clear'; readonly subject: string; readonly name: string };

/** A due in the queue: where it was promised (a position) and its place among equals. */
export interface PendingDue<C = Command> extends Due<C> {
  readonly setBy: number;
  readonly sequence: number;
}

interface Slot<C> extends PendingDue<C> {
  index: number;
}

/** The most dues that a world may have pending. */
const pendingDuesMax = 20_000_000;

export class DueQueue<C = Command> {
  readonly #heaps: Record<DueClass, Slot<C>[]> = { progress: [], timeout: [], schedule: [] };
  readonly #bySubject = new Map<string, Map<string, Slot<C>>>();
  #sequence = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  set(due: Due<C>, setBy: number): void {
    invariant(Number.isSafeInteger(due.dueMs), 'a due has an integer instant');
    this.clear(due.subject, due.name);
    invariant(this.#size < pendingDuesMax, `at most ${pendingDuesMax} dues are pending`);
    this.#sequence += 1;
    const { subject, name, dueMs, command } = due;
    const sequence = this.#sequence;
    const slot = { subject, name, class: due.class, dueMs, command, setBy, sequence, index: 0 };
    let names = this.#bySubject.get(subject);
    if (names === undefined) this.#bySubject.set(subject, (names = new Map()));
    names.set(name, slot);
    const heap = this.#heaps[due.class];
    slot.index = heap.length;
    heap.push(slot);
    siftUp(heap, slot);
    this.#size += 1;
  }

  clear(subject: string, name: string): void {
    const slot = this.#bySubject.get(subject)?.get(name);
    if (slot !== undefined) this.#remove(slot);
  }

  /** The earliest due of all classes, or of one class. */
  next(only?: DueClass): PendingDue<C> | undefined {
    if (only !== undefined) return this.#heaps[only][0];
    let first: Slot<C> | undefined;
    for (const name of dueClasses) {
      const head = this.#heaps[name][0];
      if (head !== undefined && (first === undefined || isBefore(head, first))) first = head;
    }
    return first;
  }

  /** The earliest due of a class that one of these subjects waits for. */
  nextOf(subjects: Iterable<string>, only: DueClass): PendingDue<C> | undefined {
    let first: Slot<C> | undefined;
    for (const subject of subjects) {
      for (const slot of this.#bySubject.get(subject)?.values() ?? []) {
        if (slot.class === only && (first === undefined || isBefore(slot, first))) first = slot;
      }
    }
    return first;
  }

  /** Takes the earliest due out if it is due at `untilMs` or before. */
  takeUntil(untilMs: Millis): PendingDue<C> | undefined {
    const first = this.next() as Slot<C> | undefined;
    if (first === undefined || first.dueMs > untilMs) return undefined;
    this.#remove(first);
    return first;
  }

  /** All dues in the order in which they will fire. */
  list(): readonly PendingDue<C>[] {
    const all = dueClasses.flatMap((name) => this.#heaps[name]);
    return all.sort((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  #remove(slot: Slot<C>): void {
    const heap = this.#heaps[slot.class];
    const last = heap.pop();
    invariant(last !== undefined, 'a due that is removed is in its heap');
    if (last !== slot) {
      last.index = slot.index;
      heap[slot.index] = last;
      siftUp(heap, last);
      siftDown(heap, last);
    }
    const names = this.#bySubject.get(slot.subject);
    names?.delete(slot.name);
    if (names?.size === 0) this.#bySubject.delete(slot.subject);
    this.#size -= 1;
  }
}

function isBefore(left: PendingDue<unknown>, right: PendingDue<unknown>): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.sequence < right.sequence);
}

function siftUp<C>(heap: Slot<C>[], slot: Slot<C>): void {
  let index = slot.index;
  while (index > 0) {
    const parent = heap[(index - 1) >> 1];
    if (parent === undefined || !isBefore(slot, parent)) break;
    heap[index] = parent;
    parent.index = index;
    index = (index - 1) >> 1;
  }
  heap[index] = slot;
  slot.index = index;
}

function siftDown<C>(heap: Slot<C>[], slot: Slot<C>): void {
  let index = slot.index;
  for (;;) {
    let child = heap[2 * index + 1];
    const right = heap[2 * index + 2];
    if (child !== undefined && right !== undefined && isBefore(right, child)) child = right;
    if (child === undefined || !isBefore(child, slot)) break;
    const place = child.index;
    heap[index] = child;
    child.index = index;
    index = place;
  }
  heap[index] = slot;
  slot.index = index;
}
