// Runs oracles in worker threads. A worker that dies is replaced and its questions are sent again: oracles are pure.

import { Worker } from 'node:worker_threads';
import type { Json, Oracle } from '../../core/index.ts';

export interface OraclePoolOptions {
  /** The module of the workers; it calls `answerQuestions`. */
  readonly module: URL;
  /** The most workers; each starts when it is first needed. */
  readonly size?: number;
}

export interface OraclePool {
  readonly oracle: Oracle;
  /** Ends the workers; pending questions are rejected. */
  readonly close: () => Promise<void>;
}

/** A message to a worker. */
export interface WorkerQuestion {
  readonly id: number;
  readonly question: Json;
}
/** A message from a worker. */
export type WorkerAnswer =
  | { readonly id: number; readonly answer: Json }
  | { readonly id: number; readonly failure: string };

/** How many workers may die of one question before it is rejected. */
const attemptsMax = 3;
const sizeDefault = 1;

interface PendingQuestion extends WorkerQuestion {
  readonly resolve: (answer: Json) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

interface Member {
  readonly worker: Worker;
  readonly pending: Map<number, PendingQuestion>;
  /** The message of its last error. */
  failure: string;
}

export function createOraclePool({ module, size = sizeDefault }: OraclePoolOptions): OraclePool {
  const members = new Set<Member>();
  let questionCount = 0;
  let isClosed = false;

  function start(): Member {
    const worker = new Worker(module);
    const member: Member = { worker, pending: new Map(), failure: 'it ended' };
    members.add(member);
    worker.on('message', (answer: WorkerAnswer) => settle(member, answer));
    worker.on('error', (error: Error) => {
      member.failure = error.message; // `exit` follows
    });
    worker.on('exit', () => replace(member));
    worker.unref();
    return member;
  }

  function settle({ worker, pending }: Member, answer: WorkerAnswer): void {
    const question = pending.get(answer.id);
    pending.delete(answer.id);
    if (pending.size === 0) worker.unref();
    if ('answer' in answer) question?.resolve(answer.answer);
    else question?.reject(new Error(answer.failure));
  }

  /** Sends the pending questions of a dead worker to another. */
  function replace(member: Member): void {
    members.delete(member);
    for (const question of member.pending.values()) {
      if (isClosed) question.reject(new Error('The oracle was closed.'));
      else if (question.attempts >= attemptsMax) {
        question.reject(new Error(`Its worker died ${attemptsMax} times: ${member.failure}.`));
      } else post(question);
    }
  }

  function post(question: PendingQuestion): void {
    const member = members.size < size ? start() : leastBusy(members);
    question.attempts += 1;
    member.pending.set(question.id, question);
    member.worker.ref(); // until its questions are answered
    const message: WorkerQuestion = { id: question.id, question: question.question };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    member.worker.postMessage(message);
  }

  return {
    oracle: (question) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The oracle was closed.'));
        questionCount += 1;
        post({ id: questionCount, question, resolve, reject, attempts: 0 });
      }),
    async close() {
      isClosed = true;
      await Promise.all([...members].map(({ worker }) => worker.terminate()));
    },
  };
}

function leastBusy(members: ReadonlySet<Member>): Member {
  const [first, ...others] = [...members] as [Member, ...Member[]];
  return others.reduce(
    (best, member) => (member.pending.size < best.pending.size ? member : best),
    first,
  );
}
