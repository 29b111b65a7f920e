// The other end of an oracle pool: what a worker's module calls with the function that it is there for.

import { parentPort } from 'node:worker_threads';
import type { Oracle } from '../../core/index.ts';
import type { Answered, Asked } from './oracle-pool.ts';

/** Answers the questions that the pool sends, several at a time if the oracle allows it. */
export function answerQuestions(oracle: Oracle): void {
  parentPort?.on('message', (asked: Asked) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void answerTo(oracle, asked).then((answered) => parentPort?.postMessage(answered));
  });
}

async function answerTo(oracle: Oracle, { id, question }: Asked): Promise<Answered> {
  try {
    return { id, answer: await oracle(question) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
