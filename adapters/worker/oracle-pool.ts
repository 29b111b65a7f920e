// Oracles in worker threads: slow work beside the event loop. A worker that dies is replaced and its questions are asked
// again, which an oracle's purity allows.

import { Worker } from 'node:worker_threads';
import type { Json, Oracle } from '../../core/index.ts';

export interface OraclePoolOptions {
  /** The module that each worker runs; it calls `answerQuestions`. */
  readonly module: URL;
  /** How many workers there are at most; each is started when it is first needed. */
  readonly size?: number;
}

export interface OraclePool {
  readonly oracle: Oracle;
  /** Ends the workers; what is still asked is rejected. */
  readonly close: () => Promise<void>;
}

/** What goes to a worker, and what comes back. */
export interface Asked {
  readonly id: number;
  readonly question: Json;
}
export type Answered =
  | { readonly id: number; readonly answer: Json }
  | { readonly id: number; readonly failure: string };

/** How often a question may be there when its worker dies before it is taken for the reason. */
const attemptsMax = 3;
const sizeDefault = 1;

interface Pending extends Asked {
  readonly resolve: (answer: Json) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

interface Member {
  readonly worker: Worker;
  readonly pending: Map<number, Pending>;
  /** What it died of, if it said so. */
  lastWords: string;
}

export function createOraclePool({ module, size = sizeDefault }: OraclePoolOptions): OraclePool {
  const members = new Set<Member>();
  let asked = 0;
  let isClosed = false;

  function start(): Member {
    const worker = new Worker(module);
    const member: Member = { worker, pending: new Map(), lastWords: 'it ended' };
    members.add(member);
    worker.on('message', (answered: Answered) => settle(member, answered));
    worker.on('error', (error: Error) => {
      member.lastWords = error.message; // `exit` follows
    });
    worker.on('exit', () => bury(member));
    worker.unref();
    return member;
  }

  function settle({ worker, pending }: Member, answered: Answered): void {
    const question = pending.get(answered.id);
    pending.delete(answered.id);
    if (pending.size === 0) worker.unref();
    if ('answer' in answered) question?.resolve(answered.answer);
    else question?.reject(new Error(answered.failure));
  }

  /** What a dead worker had not answered is asked of another one. */
  function bury(member: Member): void {
    members.delete(member);
    for (const question of member.pending.values()) {
      if (isClosed) question.reject(new Error('The oracle was closed.'));
      else if (question.attempts >= attemptsMax) {
        question.reject(new Error(`Its worker died ${attemptsMax} times: ${member.lastWords}.`));
      } else ask(question);
    }
  }

  function ask(question: Pending): void {
    const member = members.size < size ? start() : idlest(members);
    question.attempts += 1;
    member.pending.set(question.id, question);
    member.worker.ref(); // somebody waits for it
    const message: Asked = { id: question.id, question: question.question };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    member.worker.postMessage(message);
  }

  return {
    oracle: (question) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('The oracle was closed.'));
        asked += 1;
        ask({ id: asked, question, resolve, reject, attempts: 0 });
      }),
    async close() {
      isClosed = true;
      await Promise.all([...members].map(({ worker }) => worker.terminate()));
    },
  };
}

function idlest(members: ReadonlySet<Member>): Member {
  const [first, ...others] = [...members] as [Member, ...Member[]];
  return others.reduce(
    (best, member) => (member.pending.size < best.pending.size ? member : best),
    first,
  );
}
