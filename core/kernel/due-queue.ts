// What a world has promised itself: commands at future instants, as data. A due is named by (subject, name);
// setting it again replaces it. The dues of each subject are the truth; a binary heap for each class, ordered by
// (dueMs, sequence), finds the next one, and passes over what is no longer true.

import type { Millis } from './brand.ts';
import type { Json } from './canonical.ts';
import { type Collection, HashTable } from '../tables/index.ts';
import { invariant } from './invariant.ts';
import type { Command } from './message.ts';

/** progress: a block, a simulated latency. timeout: an idle close. schedule: something planned for a date. */
export type DueClass = 'progress' | 'timeout' | 'schedule';

export const dueClasses: readonly DueClass[] = ['progress', 'timeout', 'schedule'];

/** What a due wants to know from an oracle before it fires. */
export interface Question {
  readonly oracle: string;
  readonly about: Json;
}

export interface Due<C = Command> {
  /** The entity that waits for it, such as a transaction's id. */
  readonly subject: string;
  /** What it is to the subject: at most one due for each name. */
  readonly name: string;
  readonly class: DueClass;
  readonly dueMs: Millis;
  readonly command: C;
  /** Asked when the due is set; its command is decided with the answer. */
  readonly needs?: Question;
}

/** What a reaction asks for: a due set (or moved), or the one of that name cleared if there is one. */
export type DueChange<C = Command> =
  | ({
      readonly change: 'set';
      /** Set by an event that is not about it: where its instant stays, so does the event that promised it. */
      readonly isRenewal?: true;
    } & Due<C>)
  | { readonly change: 'clear'; readonly subject: string; readonly name: string };

/** A due in the queue: where it was promised (a position) and its place among equals. */
export interface PendingDue<C = Command> extends Due<C> {
  readonly setBy: number;
  readonly sequence: number;
  /** Its instant has come and its answer has not: it waits until it is released. */
  readonly isHeld?: true;
}

/** What one subject waits for: a few dues, each of another name. */
export interface SubjectDues<C = Command> {
  readonly subject: string;
  readonly dues: readonly PendingDue<C>[];
}

/** The most dues that a world may have pending. */
const pendingDuesMax = 20_000_000;

/** A heap keeps this many outdated dues besides as many as it has true ones, before it is made anew. */
const outdatedMax = 64;

export class DueQueue<C = Command> implements Collection<SubjectDues<C>> {
  #subjects = new HashTable<SubjectDues<C>>(subjectOf);
  readonly #heaps: Readonly<Record<DueClass, Heap<C>>> = {
    progress: newHeap(),
    timeout: newHeap(),
    schedule: newHeap(),
  };
  #sequence = 0;
  #size = 0;
  #held = 0;
  /** Dues of the present instant that fired since the last input, by subject: a renewal for it keeps their `setBy`. */
  readonly #fired = new Map<string, readonly PendingDue<C>[]>();
  #firedMs: Millis | undefined;
  /** The events that renewed fired dues, by sequence: see `causeOf`. */
  readonly #renewals = new Map<number, number>();

  get size(): number {
    return this.#size;
  }

  /** How many dues were ever set: the sequence of the last. */
  get sequence(): number {
    return this.#sequence;
  }

  /** `setBy`: the position of the event that promises it; a renewal for the same instant keeps the former one. */
  set(due: Due<C> & { readonly isRenewal?: true }, setBy: number): void {
    invariant(Number.isSafeInteger(due.dueMs), 'a due has an integer instant');
    this.#sequence += 1;
    const { subject, name, dueMs, command, needs } = due;
    const sequence = this.#sequence;
    const former = this.#subjects.get(subject)?.dues ?? none;
    const others = without(former, name);
    const plain = { subject, name, class: due.class, dueMs, command, setBy, sequence };
    if (due.isRenewal === true) {
      const renewed = former.find((other) => other.name === name);
      const fired = renewed === undefined ? this.#firedOf(subject, name) : undefined;
      const before = renewed ?? fired;
      if (before?.dueMs === dueMs) {
        plain.setBy = before.setBy;
        const cause = fired === undefined ? this.#renewals.get(before.sequence) : setBy;
        if (cause !== undefined) this.#renewals.set(sequence, cause);
      }
    }
    this.#forgetFired(subject, name);
    const pending = needs === undefined ? plain : { ...plain, needs };
    this.#keep(subject, others.length === 0 ? [pending] : [...others, pending]);
    if (former.length === others.length) this.#size += 1;
    else this.#outdate(former.find((other) => other.name === name));
    invariant(this.#size <= pendingDuesMax, `at most ${pendingDuesMax} dues are pending`);
    push(this.#heaps[due.class], pending);
  }

  clear(subject: string, name: string): void {
    this.#forgetFired(subject, name);
    const former = this.#subjects.get(subject)?.dues;
    const cleared = former?.find((due) => due.name === name);
    if (former === undefined || cleared === undefined) return;
    this.#keep(subject, without(former, name));
    this.#size -= 1;
    this.#outdate(cleared);
  }

  /** Takes a due out of the order of things, until it is released. */
  hold(subject: string, name: string): void {
    const former = this.#subjects.get(subject)?.dues ?? none;
    const due = former.find((other) => other.name === name);
    invariant(due !== undefined && due.isHeld === undefined, 'a due that is held is pending');
    this.#keep(subject, [...without(former, name), { ...due, isHeld: true }]);
    this.#held += 1;
    this.#outdate(due);
  }

  /** Lets a due that is held fall due at an instant, behind all that is due there already. */
  release(subject: string, name: string, dueMs: Millis): void {
    const { isHeld, setBy, ...due } = this.heldOf(subject, name) ?? {};
    invariant(isHeld !== undefined && setBy !== undefined, 'a due that is released is held');
    this.set({ ...(due as Due<C>), dueMs }, setBy);
  }

  heldOf(subject: string, name: string): PendingDue<C> | undefined {
    const dues = this.#subjects.get(subject)?.dues ?? none;
    return dues.find((due) => due.name === name && due.isHeld);
  }

  /** How many dues are held. */
  get held(): number {
    return this.#held;
  }

  /** The earliest due of all classes, or of one class. */
  next(only?: DueClass): PendingDue<C> | undefined {
    if (only !== undefined) return this.#head(only);
    let first: PendingDue<C> | undefined;
    for (const name of dueClasses) {
      const head = this.#head(name);
      if (head !== undefined && (first === undefined || isBefore(head, first))) first = head;
    }
    return first;
  }

  /** The earliest due of a class that one of these subjects waits for. */
  nextOf(subjects: Iterable<string>, only: DueClass): PendingDue<C> | undefined {
    let first: PendingDue<C> | undefined;
    for (const subject of subjects) {
      for (const due of this.#subjects.get(subject)?.dues ?? none) {
        if (
          due.class === only &&
          due.isHeld === undefined &&
          (first === undefined || isBefore(due, first))
        )
          first = due;
      }
    }
    return first;
  }

  /**
   * The earliest due if it is due at `untilMs` or before; of those at that very instant only up to the one with the
   * sequence `through`.
   */
  dueBy(untilMs: Millis, through = Number.POSITIVE_INFINITY): PendingDue<C> | undefined {
    const first = this.next();
    if (first === undefined || first.dueMs > untilMs) return undefined;
    return first.dueMs === untilMs && first.sequence > through ? undefined : first;
  }

  /** Takes out what `dueBy` gives. */
  takeUntil(untilMs: Millis, through?: number): PendingDue<C> | undefined {
    const first = this.dueBy(untilMs, through);
    if (first !== undefined) this.take(first);
    return first;
  }

  /** Takes the earliest due out, as `dueBy` has just given it. */
  take(first: PendingDue<C>): void {
    this.#rememberFired(first);
    pop(this.#heaps[first.class]);
    const dues = this.#subjects.get(first.subject)?.dues ?? none;
    this.#keep(first.subject, without(dues, first.name));
    this.#size -= 1;
  }

  /**
   * The cause of what a due does. A due that is renewed for the instant at which it fired has the renewing event as its cause until
   * the input ends, and `setBy` after it: a journal does not tell which dues had fired when an event renewed one.
   */
  causeOf({ sequence, setBy }: PendingDue<C>): number {
    return this.#renewals.get(sequence) ?? setBy;
  }

  /** Ends the pass of an input: clears what it remembers of fired dues. */
  endPass(): void {
    this.#fired.clear();
    this.#renewals.clear();
  }

  /** All dues in the order in which they will fire, were none of them held. */
  list(): readonly PendingDue<C>[] {
    const all = [...this.#subjects.values()].flatMap(({ dues }) => dues);
    return all.sort((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  /** A queue with the same dues. The two share what neither has changed since. */
  fork(): DueQueue<C> {
    const twin = new DueQueue<C>();
    twin.#subjects = this.#subjects.fork();
    twin.#sequence = this.#sequence;
    twin.#size = this.#size;
    twin.#held = this.#held;
    for (const name of dueClasses) {
      const { times, dues, outdated } = this.#heaps[name];
      const copies = { times: times.slice(), dues: dues.slice(), outdated: new Set(outdated) };
      Object.assign(twin.#heaps[name], copies);
    }
    return twin;
  }

  get pageCount(): number {
    return this.#subjects.pageCount;
  }

  pageSince(page: number, generation: number): readonly SubjectDues<C>[] | undefined {
    return this.#subjects.pageSince(page, generation);
  }

  restorePage(page: number, pageCount: number, subjects: readonly SubjectDues<C>[]): void {
    this.#subjects.restorePage(page, pageCount, subjects);
    for (const { dues } of subjects) {
      for (const due of dues) {
        if (due.isHeld === undefined) push(this.#heaps[due.class], due);
        else this.#held += 1;
      }
      this.#size += dues.length;
    }
  }

  /** The other half of putting a queue back together: how many dues were ever set. */
  restoreSequence(sequence: number): void {
    this.#sequence = sequence;
  }

  #firedOf(subject: string, name: string): PendingDue<C> | undefined {
    return this.#fired.get(subject)?.find((due) => due.name === name);
  }

  #rememberFired(due: PendingDue<C>): void {
    if (due.dueMs !== this.#firedMs) {
      this.#fired.clear(); // nothing is set for an instant that has passed
      this.#renewals.clear();
      this.#firedMs = due.dueMs;
    }
    const others = without(this.#fired.get(due.subject) ?? none, due.name);
    this.#fired.set(due.subject, [...others, due]);
  }

  #forgetFired(subject: string, name: string): void {
    const fired = this.#fired.get(subject);
    if (fired !== undefined) this.#fired.set(subject, without(fired, name));
  }

  #keep(subject: string, dues: readonly PendingDue<C>[]): void {
    if (dues.length === 0) this.#subjects.delete(subject);
    else this.#subjects.set(subject, { subject, dues });
  }

  #head(name: DueClass): PendingDue<C> | undefined {
    const heap = this.#heaps[name];
    for (;;) {
      const head = heap.dues[0];
      if (head === undefined || heap.outdated.size === 0) return head;
      if (!heap.outdated.delete(head.sequence)) return head;
      pop(heap);
    }
  }

  /** A due that is true no longer stays in its heap until it comes up, or until there are too many. */
  #outdate(due: PendingDue<C> | undefined): void {
    if (due === undefined) return;
    if (due.isHeld) {
      this.#held -= 1; // it is in no heap
      return;
    }
    const heap = this.#heaps[due.class];
    heap.outdated.add(due.sequence);
    if (heap.outdated.size * 2 <= heap.dues.length + outdatedMax) return;
    const { dues, outdated } = heap;
    Object.assign(heap, newHeap<C>());
    for (const other of dues) if (!outdated.has(other.sequence)) push(heap, other);
  }
}

/** Instants beside the dues, so that comparing them touches no object. */
interface Heap<C> {
  times: number[];
  dues: PendingDue<C>[];
  /** The sequences of dues that are true no longer. */
  outdated: Set<number>;
}

const none: readonly never[] = [];

function newHeap<C>(): Heap<C> {
  return { times: [], dues: [], outdated: new Set() };
}

function subjectOf({ subject }: SubjectDues<unknown>): string {
  return subject;
}

function without<C>(dues: readonly PendingDue<C>[], name: string): readonly PendingDue<C>[] {
  if (dues.length === 1) return dues[0]?.name === name ? none : dues;
  return dues.some((due) => due.name === name) ? dues.filter((due) => due.name !== name) : dues;
}

function isBefore(left: PendingDue<unknown>, right: PendingDue<unknown>): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.sequence < right.sequence);
}

function push<C>({ times, dues }: Heap<C>, due: PendingDue<C>): void {
  const { dueMs, sequence } = due;
  let index = dues.length;
  times.push(dueMs);
  dues.push(due);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const parentMs = times[parent] as number;
    const parentDue = dues[parent] as PendingDue<C>;
    if (parentMs < dueMs || (parentMs === dueMs && parentDue.sequence < sequence)) break;
    times[index] = parentMs;
    dues[index] = parentDue;
    index = parent;
  }
  times[index] = dueMs;
  dues[index] = due;
}

/** Takes the head out. */
function pop<C>({ times, dues }: Heap<C>): void {
  const dueMs = times.pop();
  const due = dues.pop();
  if (dueMs === undefined || due === undefined || dues.length === 0) return;
  const { length } = dues;
  const { sequence } = due;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= length) break;
    let childMs = times[child] as number;
    const right = child + 1;
    if (right < length) {
      const rightMs = times[right] as number;
      const isFirst =
        rightMs < childMs ||
        (rightMs === childMs &&
          (dues[right] as PendingDue<C>).sequence < (dues[child] as PendingDue<C>).sequence);
      if (isFirst) {
        child = right;
        childMs = rightMs;
      }
    }
    const childDue = dues[child] as PendingDue<C>;
    if (dueMs < childMs || (dueMs === childMs && sequence < childDue.sequence)) break;
    times[index] = childMs;
    dues[index] = childDue;
    index = child;
  }
  times[index] = dueMs;
  dues[index] = due;
}
