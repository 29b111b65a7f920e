// The worker's side of a worker pool: a worker module calls `answerQuestions` with its function.

import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './worker-pool.ts';

/** Answers the questions that the pool sends. `transfers` lists the buffers of an answer that move to the asking thread. */
export function answerQuestions<Answer>(
  answerOf: (question: never) => Answer | Promise<Answer>,
  transfers: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const send = (message: WorkerMessage, moved: readonly ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, moved);

  async function answerTo(question: never): Promise<void> {
    try {
      const answer = await answerOf(question);
      send({ kind: 'answer', answer }, transfers(answer));
    } catch (error) {
      send({ kind: 'failure', failure: error instanceof Error ? error.message : String(error) });
    }
  }

  parentPort?.on('message', (question) => void answerTo(question as never));
  send({ kind: 'ready' });
}
