// Runs the tasks of one world, one at a time and in order. A response is released once everything that it reflects is stored.

import type { Millis } from '../../kernel/brand.ts';
import type { Question } from '../../kernel/due.ts';
import type { TaskObserver } from './observer.ts';
import { queryAnswer, runQuery, type QueryResult } from './query-result.ts';
import type { WorldRuntime } from './runtime.ts';

/** Yielded by a long task: it resumes in the next turn of the event loop, so that other worlds run in between. */
export const loopTurn = 'loop-turn';

/** A task waits for an oracle's answer, or for the next turn of the event loop; undefined: for that only if its slice is over. */
type Need = Question | typeof loopTurn | undefined;

/** How long a task runs on between its pieces. */
export const sliceMsMax = 5;

/** Runs to its end at once unless it yields a need; then all later tasks wait, too. */
export type WorldTask<Answer> = Generator<Need, Answer, void>;

/**
 * Starts a task. One that goes on after its input calls `observe` right after it: the input may be stored before the task ends, and
 * an observer learns first whose it is.
 */
export type ObservedTask<Answer> = (observe: () => void) => WorldTask<Answer>;

/** Of a task that is continued by another: no other task runs in between. It ends with that one, or if the input is lost. */
export type Turn = Pick<Executor, 'run'>;

export class Executor {
  readonly #runtime: WorldRuntime;
  #cancel: (() => void) | undefined;
  #keptTurns = 0;

  constructor(runtime: WorldRuntime) {
    this.#runtime = runtime;
  }

  /** Enqueues a task once its observer allows it. */
  run<Answer>(task: ObservedTask<Answer>, observer?: TaskObserver): Promise<Answer> {
    return observer?.beforeTask === undefined
      ? this.enqueue(task, observer)
      : observer.beforeTask().then(() => this.enqueue(task, observer));
  }

  /** As `run`, for a task whose observer has been waited for. */
  enqueue<Answer>(task: ObservedTask<Answer>, observer?: TaskObserver): Promise<Answer> {
    return this.#post((begin) => this.#runtime.mailbox.post(begin), task, observer);
  }

  /** For a task that is continued by another, once its input is committed. In a replay, the recording orders the tasks. */
  keepTurn(): Turn {
    const { mailbox, isReplay } = this.#runtime;
    if (isReplay) return this;
    mailbox.pause();
    this.#keptTurns += 1;
    let isKept = true;
    const end = () => {
      if (!isKept) return;
      isKept = false;
      this.#keptTurns -= 1;
      mailbox.resume();
    };
    this.#runtime.whenDurable().catch(end);
    return {
      run: (task, observer) => {
        const answer = this.#post((begin) => mailbox.postFirst(begin), task, observer);
        end();
        return answer;
      },
    };
  }

  #post<Answer>(
    post: (begin: () => void) => void,
    task: ObservedTask<Answer>,
    observer: TaskObserver | undefined,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      post(() => {
        const refusal = this.#runtime.refusal();
        if (refusal === undefined) this.#resume(this.#observed(task, observer), resolve, reject);
        else reject(refusal);
      });
    });
  }

  /** Whether a task has begun and waits for its need. */
  get isSuspended(): boolean {
    return this.#cancel !== undefined;
  }

  /** Whether a task has begun and waits for its need, or is to be continued. */
  get isUnderWay(): boolean {
    return this.isSuspended || this.#keptTurns > 0;
  }

  /** Rejects the suspended task, if there is one. */
  cancel(): void {
    this.#cancel?.();
  }

  /** The position that a response at this moment reflects: the stored one, except within a running task. */
  seenPosition(): number {
    const { task, state, storedPosition } = this.#runtime;
    return task === undefined || this.isSuspended ? storedPosition : state.position;
  }

  /**
   * The present instant if a query could run at once: nothing is queued, uncommitted or due. In `real` mode the query must
   * see this very instant, since more may be due at a later one.
   */
  immediateReadMs(): Millis | undefined {
    const { isSound, hasLease, options, mailbox, clock, state } = this.#runtime;
    if (!isSound || !hasLease || !options.groupCommit.hasCapacity()) return undefined;
    if (!mailbox.isIdle() || !options.groupCommit.isDurable(this.#runtime)) return undefined;
    const { mode } = clock.setting();
    if (mode === 'skip') return undefined;
    const nowMs = clock.instantMs();
    if (mode === 'frozen') return nowMs;
    const next = state.dues.next();
    return next === undefined || next.dueMs > nowMs ? nowMs : undefined;
  }

  /** Runs a query at an instant that `immediateReadMs` returned. Most reads run this way. */
  async readNow<Answer>(
    nowMs: Millis,
    query: () => Answer,
    observer: TaskObserver | undefined,
  ): Promise<Answer> {
    const runtime = this.#runtime;
    let result: QueryResult<Answer>;
    runtime.beginTask(nowMs);
    try {
      result = runQuery(query);
      observer?.afterTask(runtime.taskPosition());
    } catch (error) {
      throw runtime.breakDown(error);
    } finally {
      runtime.endTask();
    }
    return queryAnswer(result);
  }

  *#observed<Answer>(
    task: ObservedTask<Answer>,
    observer: TaskObserver | undefined,
  ): WorldTask<Answer> {
    const runtime = this.#runtime;
    runtime.beginTask();
    try {
      let isObserved = false;
      const observe = () => {
        if (!isObserved) observer?.afterTask(runtime.taskPosition());
        isObserved = true;
      };
      const answer = yield* task(observe);
      observe();
      return answer;
    } finally {
      runtime.endTask();
    }
  }

  /** Runs a task to its end or to its next need. */
  #resume<Answer>(
    task: WorldTask<Answer>,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): void {
    let next: IteratorResult<Need, Answer>;
    try {
      next = task.next();
      if (next.done !== true && next.value === undefined) next = this.#runSlice(task, next);
    } catch (error) {
      return reject(this.#runtime.breakDown(error));
    }
    if (next.done === true) {
      const { value } = next;
      this.#runtime.whenDurable().then(() => resolve(value), reject);
      return;
    }
    this.#suspend(task, next.value ?? loopTurn, resolve, reject);
  }

  /** Runs a task that is between two pieces, until its slice is over or it has another need. */
  #runSlice<Answer>(
    task: WorldTask<Answer>,
    first: IteratorResult<Need, Answer>,
  ): IteratorResult<Need, Answer> {
    const { monotonicMs } = this.#runtime.options.host;
    const untilMs = monotonicMs() + sliceMsMax;
    let next = first;
    while (next.done !== true && next.value === undefined && monotonicMs() < untilMs) {
      next = task.next();
    }
    return next;
  }

  /** Pauses the world until the need is met; then resumes the task, unless its state was lost meanwhile. */
  #suspend<Answer>(
    task: WorldTask<Answer>,
    need: Exclude<Need, undefined>,
    resolve: (answer: Answer) => void,
    reject: (error: unknown) => void,
  ): void {
    const runtime = this.#runtime;
    const { mailbox, incarnation, state, options } = runtime;
    let isSuspended = true;
    const endSuspension = (then: () => void) => {
      if (!isSuspended) return;
      isSuspended = false;
      this.#cancel = undefined;
      then();
      mailbox.resume();
    };
    const giveUp = () => {
      task.return(undefined as never); // runs its finally blocks
      reject(runtime.lostError());
    };
    mailbox.pause();
    this.#cancel = () => endSuspension(giveUp);
    const isMet =
      need === loopTurn
        ? new Promise<void>((resolve) => options.host.defer(resolve))
        : state.rules.oracles.whenAnswered(need);
    isMet.then(
      () =>
        endSuspension(
          runtime.incarnation === incarnation ? () => this.#resume(task, resolve, reject) : giveUp,
        ),
      (error: unknown) => endSuspension(() => reject(runtime.breakDown(error))),
    );
  }
}
