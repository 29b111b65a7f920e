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
  /** Holds all tasks back until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
}

export function createMailbox(): Mailbox {
  let waiting: (() => void)[] = [];
  let busy = false;
  let paused = false;

  function run(): void {
    if (busy) return;
    busy = true;
    try {
      while (!paused && waiting.length > 0) {
        const turn = waiting;
        waiting = [];
        for (let index = 0; index < turn.length; index += 1) {
          if (paused) {
            waiting = [...turn.slice(index), ...waiting];
            break;
          }
          turn[index]?.();
        }
      }
    } finally {
      busy = false;
    }
  }

  return {
    post(task) {
      if (waiting.length >= queueLengthMax) {
        throw new OverloadError(`More than ${queueLengthMax} requests wait for this world.`);
      }
      waiting.push(task);
      run();
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      run();
    },
  };
}
