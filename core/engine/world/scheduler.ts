// A scheduler for rxjs on the virtual time of a world: `timeout`, `debounceTime` and the like count virtual milliseconds. Work
// runs between events, after their commit. It observes only: nothing of it is journaled, and no due waits for it.

import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs';
import type { Millis } from '../../kernel/brand.ts';

/** The most work at one virtual instant: work that schedules itself without delay never ends. */
export const workPerInstantMax = 100_000;

/** Outdated heap entries beyond as many as there are true ones, before the heap is rebuilt. */
const outdatedMax = 64;

interface SchedulerOptions {
  /** The instant of the event that is delivered; between commits, the present one. */
  readonly clockMs: () => Millis;
  /** The next work is due earlier than before; its instant may have come already. */
  readonly onEarlier: () => void;
  readonly onFailed: (error: unknown) => void;
}

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

export class WorldScheduler implements SchedulerLike {
  readonly #options: SchedulerOptions;
  #heap: Entry[] = [];
  #pending = 0;
  #sequence = 0;
  #nowMs: Millis;
  #isRunning = false;
  #isStopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#nowMs = options.clockMs();
  }

  /** The instant of the event that is delivered, or of the work that runs; between commits, the present one. */
  now(): Millis {
    if (!this.#isRunning) this.#nowMs = Math.max(this.#nowMs, this.#options.clockMs());
    return this.#nowMs;
  }

  schedule<T>(work: Work<T>, delay = 0, state?: T): Subscription {
    if (this.#isStopped) return Subscription.EMPTY;
    return new Action(this, work as Work<unknown>).schedule(state, delay);
  }

  /** The instant of the next work. */
  get nextMs(): Millis | undefined {
    return this.#head()?.dueMs;
  }

  /** Work that is kept, cancelled work that was not dropped yet included. */
  get size(): number {
    return this.#heap.length;
  }

  /** Runs all work up to an instant that time has reached. */
  runThrough(atMs: Millis): void {
    this.#run(atMs);
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  /** Forgets all work: the world is gone. */
  stop(): void {
    this.#isStopped = true;
    for (const { action } of this.#heap.splice(0)) action.unsubscribe();
    this.#pending = 0;
  }

  /** For actions. */
  add(action: Action, delay: number): void {
    this.#sequence += 1;
    const dueMs = this.now() + Math.max(0, delay);
    const nextMs = this.nextMs;
    action.sequence = this.#sequence;
    this.#pending += 1;
    push(this.#heap, { dueMs, sequence: this.#sequence, action });
    if (!this.#isRunning && (nextMs === undefined || dueMs < nextMs)) this.#options.onEarlier();
  }

  /** For actions. */
  remove(action: Action): void {
    if (action.sequence === undefined) return;
    action.sequence = undefined;
    this.#pending -= 1;
    if (this.#heap.length <= 2 * this.#pending + outdatedMax) return;
    const entries = this.#heap.filter(isPending);
    this.#heap = [];
    for (const entry of entries) push(this.#heap, entry);
  }

  #run(untilMs: Millis): void {
    let count = 0;
    for (let entry = this.#head(); entry !== undefined; entry = this.#head()) {
      const { dueMs, action } = entry;
      if (dueMs > untilMs) return;
      count = dueMs > this.#nowMs ? 1 : count + 1;
      this.#nowMs = Math.max(this.#nowMs, dueMs);
      pop(this.#heap);
      this.#pending -= 1;
      action.sequence = undefined;
      this.#isRunning = true;
      try {
        if (count > workPerInstantMax) {
          throw new Error(`More than ${workPerInstantMax} pieces of work at one virtual instant.`);
        }
        action.run();
      } catch (error) {
        action.unsubscribe();
        this.#options.onFailed(error);
      } finally {
        this.#isRunning = false;
      }
    }
  }

  #head(): Entry | undefined {
    for (;;) {
      const [head] = this.#heap;
      if (head === undefined || isPending(head)) return head;
      pop(this.#heap);
    }
  }
}

class Action extends Subscription implements SchedulerAction<unknown> {
  readonly #scheduler: WorldScheduler;
  readonly #work: Work<unknown>;
  #state: unknown;
  /** Of its entry in the heap; undefined unless it is pending. */
  sequence: number | undefined;

  constructor(scheduler: WorldScheduler, work: Work<unknown>) {
    super();
    this.#scheduler = scheduler;
    this.#work = work;
  }

  schedule(state?: unknown, delay = 0): Subscription {
    if (this.closed) return this;
    this.#scheduler.remove(this);
    this.#state = state;
    if (Number.isFinite(delay)) this.#scheduler.add(this, delay);
    return this;
  }

  override unsubscribe(): void {
    if (this.closed) return;
    this.#scheduler.remove(this);
    super.unsubscribe();
  }

  run(): void {
    this.#work.call(this, this.#state);
  }
}

/** The order of work: by instant, then as it was scheduled. */
interface Entry {
  readonly dueMs: Millis;
  readonly sequence: number;
  readonly action: Action;
}

function isPending({ sequence, action }: Entry): boolean {
  return action.sequence === sequence;
}

function isBefore(left: Entry, right: Entry): boolean {
  return left.dueMs < right.dueMs || (left.dueMs === right.dueMs && left.sequence < right.sequence);
}

function push(heap: Entry[], entry: Entry): void {
  let index = heap.length;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Entry;
    if (isBefore(above, entry)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = entry;
}

/** Takes the head out. */
function pop(heap: Entry[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry))
      child += 1;
    if (isBefore(last, heap[child] as Entry)) break;
    heap[index] = heap[child] as Entry;
    index = child;
  }
  heap[index] = last;
}
