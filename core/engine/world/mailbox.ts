// One message at a time: what is sent while another is handled, or while the world is paused, waits its turn.

/** The most messages that wait in front of one world. */
export const queueLengthMax = 10_000;

/** The world has more waiting than it takes; the sender may try again later. */
export class OverloadError extends Error {
  override readonly name = 'OverloadError';
}

export interface Mailbox {
  /** Hands the task its turn. Throws OverloadError if `queueLengthMax` tasks wait already. */
  readonly post: (task: () => void) => void;
  /** Holds all tasks back until `resume`; as often as it was paused it must be resumed. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether a task that is posted now has its turn at once. */
  readonly isIdle: () => boolean;
}

export function createMailbox(): Mailbox {
  const waiting: (() => void)[] = [];
  let first = 0; // tasks before this one have had their turn
  let busy = false;
  let pauses = 0;

  const isIdle = () => !busy && pauses === 0 && first === waiting.length;

  /** Runs what waits, behind the task that it is given. */
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
      if (isIdle()) return run(task); // most do not wait, and are not to be kept either
      if (waiting.length - first >= queueLengthMax) {
        throw new OverloadError(`More than ${queueLengthMax} requests wait for this world.`);
      }
      waiting.push(task);
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
