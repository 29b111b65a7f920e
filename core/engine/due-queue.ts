// The due commands of a world, as data. A due is identified by (subject, name); setting it again replaces it. The table of dues
// by subject is authoritative; a binary heap for each class, ordered by (dueMs, sequence), finds the next one and skips entries
// that are outdated.

import type { Millis } from '../kernel/brand.ts';
import { dueClasses, type Due, type DueClass } from '../kernel/due.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Command } from '../kernel/message.ts';
import { type Collection, HashTable } from '../tables/index.ts';

/** A due in the queue. */
export interface PendingDue<C = Command> extends Due<C> {
  /** The position of the event that set it. */
  readonly setBy: number;
  /** Dues of one instant fire in this order. */
  readonly sequence: number;
  /** Set when its instant came before its answer: it does not fire until it is released. */
  readonly isHeld?: true;
}

/** The dues of one subject, each of another name. */
export interface SubjectDues<C = Command> {
  readonly subject: string;
  readonly dues: readonly PendingDue<C>[];
}

/** The most dues that a world may have pending. */
const pendingDuesMax = 20_000_000;

/** A heap is rebuilt when it has this many more outdated dues than others. */
const outdatedMax = 64;

export class DueQueue<C = Command> implements Collection<SubjectDues<C>> {
  #subjects = new HashTable<SubjectDues<C>>(subjectOf);
  readonly #heaps: Record<DueClass, Heap<C>> = {
    progress: emptyHeap,
    timeout: emptyHeap,
    schedule: emptyHeap,
  };
  #sequence = 0;
  #size = 0;
  #held = 0;
  /**
   * By subject: dues of the present instant that have fired since the last input; a renewal for that instant keeps their `setBy`.
   * They stay when they are set again: a renewal searches pending dues first.
   */
  readonly #fired = new Map<string, readonly PendingDue<C>[]>();
  #firedMs: Millis | undefined;
  /** The events that renewed fired dues, by sequence: see `causeOf`. */
  readonly #renewals = new Map<number, number>();

  get size(): number {
    return this.#size;
  }

  /** The number of dues ever set: the sequence of the last. */
  get sequence(): number {
    return this.#sequence;
  }

  /** `setBy`: the position of the event that sets it; a renewal for the same instant keeps the former one. */
  set(due: Due<C> & { readonly isRenewal?: true }, setBy: number): void {
    invariant(Number.isSafeInteger(due.dueMs), 'a due has an integer instant');
    this.#sequence += 1;
    const { subject, name, dueMs, command, needs } = due;
    const sequence = this.#sequence;
    const former = this.#subjects.get(subject)?.dues ?? noDues;
    const others = except(former, name);
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
    const pending = needs === undefined ? plain : { ...plain, needs };
    this.#store(subject, others.length === 0 ? [pending] : [...others, pending]);
    if (former.length === others.length) this.#size += 1;
    else this.#outdate(former.find((other) => other.name === name));
    invariant(this.#size <= pendingDuesMax, `at most ${pendingDuesMax} dues are pending`);
    this.#push(pending);
  }

  clear(subject: string, name: string): void {
    this.#forgetFired(subject, name);
    const former = this.#subjects.get(subject)?.dues;
    const cleared = former?.find((due) => due.name === name);
    if (former === undefined || cleared === undefined) return;
    this.#store(subject, except(former, name));
    this.#size -= 1;
    this.#outdate(cleared);
  }

  /** A held due does not fire until it is released. */
  hold(subject: string, name: string): void {
    const former = this.#subjects.get(subject)?.dues ?? noDues;
    const due = former.find((other) => other.name === name);
    invariant(due !== undefined && due.isHeld === undefined, 'a due to hold is pending');
    this.#store(subject, [...except(former, name), { ...due, isHeld: true }]);
    this.#held += 1;
    this.#outdate(due);
  }

  /** Makes a held due fire at an instant, after all others of that instant. */
  release(subject: string, name: string, dueMs: Millis): void {
    const { isHeld, setBy, ...due } = this.heldOf(subject, name) ?? {};
    invariant(isHeld !== undefined && setBy !== undefined, 'a due to release is held');
    this.set({ ...(due as Due<C>), dueMs }, setBy);
  }

  heldOf(subject: string, name: string): PendingDue<C> | undefined {
    const dues = this.#subjects.get(subject)?.dues ?? noDues;
    return dues.find((due) => due.name === name && due.isHeld);
  }

  /** The number of held dues. */
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

  /** The earliest due of a class and of one of these subjects. */
  nextOf(subjects: Iterable<string>, only: DueClass): PendingDue<C> | undefined {
    let first: PendingDue<C> | undefined;
    for (const subject of subjects) {
      for (const due of this.#subjects.get(subject)?.dues ?? noDues) {
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

  /** The earliest due at or before `untilMs`; at that very instant, only up to the sequence `through`. */
  nextBy(untilMs: Millis, through = Number.POSITIVE_INFINITY): PendingDue<C> | undefined {
    const first = this.next();
    if (first === undefined || first.dueMs > untilMs) return undefined;
    return first.dueMs === untilMs && first.sequence > through ? undefined : first;
  }

  /** As `nextBy`; removes the due. */
  popBy(untilMs: Millis, through?: number): PendingDue<C> | undefined {
    const first = this.nextBy(untilMs, through);
    if (first !== undefined) this.pop(first);
    return first;
  }

  /** Removes the earliest due, which `nextBy` has just returned. */
  pop(first: PendingDue<C>): void {
    this.#rememberFired(first);
    heapPop(this.#heaps[first.class]);
    const dues = this.#subjects.get(first.subject)?.dues ?? noDues;
    this.#store(first.subject, except(dues, first.name));
    this.#size -= 1;
  }

  /**
   * The cause of a due's events. If a due was renewed for the instant at which it had just fired, that is the renewing event until
   * the input ends, and `setBy` afterwards: a journal does not say which dues had fired before an event.
   */
  causeOf({ sequence, setBy }: PendingDue<C>): number {
    return this.#renewals.get(sequence) ?? setBy;
  }

  /** Called after the dues before an input have fired: clears the memory of fired dues. */
  endPass(): void {
    if (this.#fired.size > 0) this.#fired.clear();
    if (this.#renewals.size > 0) this.#renewals.clear();
  }

  /** All dues in firing order, held ones included. */
  list(): readonly PendingDue<C>[] {
    const all = [...this.#subjects.values()].flatMap(({ dues }) => dues);
    return all.sort((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  /** A copy that shares all pages until either side writes them. */
  fork(): DueQueue<C> {
    const copy = new DueQueue<C>();
    copy.#subjects = this.#subjects.fork();
    copy.#sequence = this.#sequence;
    copy.#size = this.#size;
    copy.#held = this.#held;
    for (const name of dueClasses) {
      const heap = this.#heaps[name];
      if (heap.dues.length > 0) copy.#heaps[name] = copyOf(heap);
    }
    return copy;
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
        if (due.isHeld === undefined) this.#push(due);
        else this.#held += 1;
      }
      this.#size += dues.length;
    }
  }

  /** Called besides `restorePage`. */
  restoreSequence(sequence: number): void {
    this.#sequence = sequence;
  }

  #firedOf(subject: string, name: string): PendingDue<C> | undefined {
    return this.#fired.get(subject)?.find((due) => due.name === name);
  }

  #rememberFired(due: PendingDue<C>): void {
    if (due.dueMs !== this.#firedMs) {
      this.endPass(); // no due is set for an instant in the past
      this.#firedMs = due.dueMs;
    }
    const others = except(this.#fired.get(due.subject) ?? noDues, due.name);
    this.#fired.set(due.subject, others.length === 0 ? [due] : [...others, due]);
  }

  #forgetFired(subject: string, name: string): void {
    const fired = this.#fired.get(subject);
    if (fired !== undefined) this.#fired.set(subject, except(fired, name));
  }

  #store(subject: string, dues: readonly PendingDue<C>[]): void {
    if (dues.length === 0) this.#subjects.delete(subject);
    else this.#subjects.set(subject, { subject, dues });
  }

  #push(due: PendingDue<C>): void {
    if (this.#heaps[due.class] === emptyHeap) this.#heaps[due.class] = newHeap();
    heapPush(this.#heaps[due.class], due);
  }

  #head(name: DueClass): PendingDue<C> | undefined {
    const heap = this.#heaps[name];
    for (;;) {
      const head = heap.dues[0];
      if (head === undefined || heap.outdated.size === 0) return head;
      if (!heap.outdated.delete(head.sequence)) return head;
      heapPop(heap);
    }
  }

  /** An outdated due stays in its heap until it comes first, or until there are too many. */
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
    for (const other of dues) if (!outdated.has(other.sequence)) heapPush(heap, other);
  }
}

/** Instants in an array of their own, so that comparisons read no objects. */
interface Heap<C> {
  times: number[];
  dues: PendingDue<C>[];
  /** The sequences of outdated dues. */
  outdated: Set<number>;
}

const noDues: readonly never[] = [];

function newHeap<C>(): Heap<C> {
  return { times: [], dues: [], outdated: new Set() };
}

/** Of all queues until they have a due of the class. It is never written. */
const emptyHeap: Heap<never> = newHeap();

function copyOf<C>({ times, dues, outdated }: Heap<C>): Heap<C> {
  return { times: times.slice(), dues: dues.slice(), outdated: new Set(outdated) };
}

function subjectOf({ subject }: SubjectDues<unknown>): string {
  return subject;
}

function except<C>(dues: readonly PendingDue<C>[], name: string): readonly PendingDue<C>[] {
  if (dues.length === 1) return dues[0]?.name === name ? noDues : dues;
  return dues.some((due) => due.name === name) ? dues.filter((due) => due.name !== name) : dues;
}

function isBefore(left: PendingDue<unknown>, right: PendingDue<unknown>): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.sequence < right.sequence);
}

function heapPush<C>({ times, dues }: Heap<C>, due: PendingDue<C>): void {
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

/** Removes the head. */
function heapPop<C>({ times, dues }: Heap<C>): void {
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
