// Answers questions in worker threads, one at a time in each. A worker that dies is replaced; its question is asked again, since
// answers are pure, up to a stated number of times.

import type { Worker } from 'node:worker_threads';
import { startWorker } from './start-worker.ts';
import { setTimeout, clearTimeout } from '../../host-timers.ts';

export interface WorkerPoolOptions {
  /** The module of the workers; it calls `answerQuestions`. */
  readonly module: URL;
  /** The most workers; each starts when it is first needed. Default 1. */
  readonly size?: number;
  /** A question is rejected after so many workers have died of it. Default 3. */
  readonly attemptsMax?: number;
  /** A worker that takes longer for one question is ended, and the question is rejected. Default: no limit. */
  readonly answerMsMax?: number;
}

export interface WorkerPool<Question, Answer> {
  /** Rejects with the error of the worker, with `WorkerLostError`, or because the pool is closed. */
  readonly ask: (question: Question) => Promise<Answer>;
  /** Starts a worker unless one is running. */
  readonly start: () => void;
  /** Ends the workers; pending questions are rejected. */
  readonly close: () => Promise<void>;
}

/** A worker died of the question too often, or took too long. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** A message from a worker. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'failure'; readonly failure: string };

interface PendingQuestion<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  deaths: number;
}

interface Member<Question, Answer> {
  readonly worker: Worker;
  task: PendingQuestion<Question, Answer> | undefined;
  /** Its module is loaded, which takes no time of a question. */
  isReady: boolean;
  timer: NodeJS.Timeout | undefined;
  /** The message of its last error. */
  failure: string;
}

export function createWorkerPool<Question, Answer>(
  options: WorkerPoolOptions,
): WorkerPool<Question, Answer> {
  return new ThreadPool(options);
}

class ThreadPool<Question, Answer> implements WorkerPool<Question, Answer> {
  readonly #options: WorkerPoolOptions;
  readonly #members = new Set<Member<Question, Answer>>();
  readonly #queue: PendingQuestion<Question, Answer>[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  readonly ask = (question: Question): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closedError());
      this.#queue.push({ question, resolve, reject, deaths: 0 });
      this.#dispatch();
    });

  readonly start = (): void => {
    if (this.#members.size === 0 && !this.#isClosed) this.#startMember();
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    for (const { reject } of this.#queue.splice(0)) reject(closedError());
    await Promise.all([...this.#members].map(({ worker }) => worker.terminate()));
  };

  /** Gives questions to idle workers, and starts more as needed. */
  #dispatch(): void {
    const { size = 1 } = this.#options;
    while (this.#queue.length > 0 && !this.#isClosed) {
      const idle = [...this.#members].find(({ task }) => task === undefined);
      if (idle === undefined && this.#members.size >= size) return;
      const member = idle ?? this.#startMember();
      const task = this.#queue.shift() as PendingQuestion<Question, Answer>;
      member.task = task;
      member.worker.ref(); // until the question is answered
      this.#limit(member);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      member.worker.postMessage(task.question);
    }
  }

  #startMember(): Member<Question, Answer> {
    const worker = startWorker(this.#options.module);
    const member: Member<Question, Answer> = {
      worker,
      task: undefined,
      isReady: false,
      timer: undefined,
      failure: 'it ended',
    };
    this.#members.add(member);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'ready') return this.#settle(member, message);
      member.isReady = true;
      this.#limit(member);
    });
    worker.on('error', (error: Error) => {
      member.failure = error.message; // `exit` follows
    });
    worker.on('exit', () => this.#replace(member));
    worker.unref();
    return member;
  }

  /** Limits the time of its question. */
  #limit(member: Member<Question, Answer>): void {
    const { answerMsMax } = this.#options;
    if (answerMsMax === undefined || !member.isReady || member.task === undefined) return;
    member.timer = setTimeout(() => this.#stop(member, answerMsMax), answerMsMax);
  }

  #settle(
    member: Member<Question, Answer>,
    message: Exclude<WorkerMessage, { readonly kind: 'ready' }>,
  ): void {
    const task = this.#release(member);
    if (message.kind === 'answer') task?.resolve(message.answer as Answer);
    else task?.reject(new Error(message.failure));
    this.#dispatch();
  }

  /** Takes the question from a worker. */
  #release(member: Member<Question, Answer>): PendingQuestion<Question, Answer> | undefined {
    const { task, worker, timer } = member;
    clearTimeout(timer);
    member.task = undefined;
    if (!this.#isClosed) worker.unref(); // closing waits for its end
    return task;
  }

  /** The worker has died. */
  #replace(member: Member<Question, Answer>): void {
    const { attemptsMax = 3 } = this.#options;
    this.#members.delete(member);
    const task = this.#release(member);
    if (task !== undefined) {
      task.deaths += 1;
      if (this.#isClosed) task.reject(closedError());
      else if (task.deaths < attemptsMax) this.#queue.unshift(task);
      else {
        const times = task.deaths === 1 ? '' : ` ${task.deaths} times`;
        task.reject(new WorkerLostError(`Its worker died${times}: ${member.failure}.`));
      }
    }
    this.#dispatch();
  }

  #stop(member: Member<Question, Answer>, afterMs: number): void {
    this.#members.delete(member);
    const message = `Its worker took more than ${afterMs / 1_000} s.`;
    this.#release(member)?.reject(new WorkerLostError(message));
    void member.worker.terminate();
    this.#dispatch();
  }
}

const closedError = () => new Error('The worker pool was closed.');
