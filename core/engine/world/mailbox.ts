// Runs tasks one at a time. A task that is posted while another runs, or while the mailbox is paused, is queued.

/** The most queued tasks of one world. */
export const queueLengthMax = 10_000;

/** A queue is full; retry later. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError';
}

export interface Mailbox {
  /** Runs the task, at once if possible. Throws OverloadError if `queueLengthMax` tasks are queued. */
  readonly post: (task: () => void) => void;
  /** As `post`, before all queued tasks, however many there are. */
  readonly postFirst: (task: () => void) => void;
  /** Needs as many calls of `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether a task that is posted now runs at once. */
  readonly isIdle: () => boolean;
}

export function createMailbox(): Mailbox {
  const waiting: (() => void)[] = [];
  let first = 0; // tasks before this one have run
  let busy = false;
  let pauses = 0;

  const isIdle = () => !busy && pauses === 0 && first === waiting.length;

  /** Runs the given task, then the queued ones. */
  function run(task?: () => void): void {
    if (busy) return;
    busy = true;
    try {
      task?.();
      while (pauses === 0 && first < waiting.length) {
        const next = waiting[first];
        first += 1;
        next?.();
      }
    } finally {
      busy = false;
      if (first > 0) waiting.splice(0, first);
      first = 0;
    }
  }

  return {
    post(task) {
      if (isIdle()) return run(task); // most tasks need no queue
      if (waiting.length - first >= queueLengthMax) {
        throw new OverloadError(
          `The queue of this world is full (${queueLengthMax} requests); retry later.`,
        );
      }
      waiting.push(task);
      run();
    },
    postFirst(task) {
      waiting.splice(first, 0, task);
      run();
    },
    pause() {
      pauses += 1;
    },
    isIdle,
    resume() {
      pauses = Math.max(0, pauses - 1);
      run();
    },
  };
}
