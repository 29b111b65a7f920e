// Replays uploaded recordings in a thread, one after the other, each within a bounded time.

import { OverloadError } from '../../../core/index.ts';
import {
  UploadError,
  type ReplayControl,
  type UploadedRecording,
} from '../../contracts/replay-control.ts';
import { siblingModule } from '../../hosts/worker/start-worker.ts';
import { createWorkerPool, WorkerLostError } from '../../hosts/worker/worker-pool.ts';
import { uploadsMax, uploadMsMax } from '../../protocol/limits.ts';
import type { ReplayAnswer } from './replay-thread.ts';

export interface UploadReplaysOptions {
  /** The module of the thread. Default: replay-thread beside this file. */
  readonly module?: URL;
  /** The time limit of one replay, in ms. */
  readonly msMax?: number;
}

export class UploadReplays implements ReplayControl {
  readonly #pool;
  #pending = 0;

  constructor({
    module = siblingModule('replay-thread', import.meta.url),
    msMax = uploadMsMax,
  }: UploadReplaysOptions = {}) {
    this.#pool = createWorkerPool<UploadedRecording, ReplayAnswer>({
      module,
      attemptsMax: 1,
      answerMsMax: msMax,
    });
  }

  readonly storyOf = async (uploaded: UploadedRecording): Promise<string> => {
    if (this.#pending >= uploadsMax) {
      throw new OverloadError(`The limit of ${uploadsMax} uploaded recordings at once is reached.`);
    }
    this.#pending += 1;
    try {
      const answer = await this.#pool.ask(uploaded);
      if ('problem' in answer) throw new UploadError(answer.problem);
      return answer.story;
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      throw new UploadError(
        `${uploaded.name} cannot be replayed here: ${error.message} Use \`reprise studio <file>\`, which has no such limit.`,
      );
    } finally {
      this.#pending -= 1;
    }
  };

  /** Ends the thread; pending replays are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
