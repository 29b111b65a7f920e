// The worker's side of an oracle pool: a worker module calls `answerQuestions` with its oracle.

import { parentPort } from 'node:worker_threads';
import type { Oracle } from '../../core/index.ts';
import type { WorkerAnswer, WorkerQuestion } from './oracle-pool.ts';

/** Answers the questions that the pool sends, several at a time if the oracle allows it. */
export function answerQuestions(oracle: Oracle): void {
  parentPort?.on('message', (question: WorkerQuestion) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void answerTo(oracle, question).then((answer) => parentPort?.postMessage(answer));
  });
}

async function answerTo(oracle: Oracle, { id, question }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    return { id, answer: await oracle(question) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
