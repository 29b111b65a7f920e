// Simulated time, and processes in it: tasks run in the order of their instants, each after all that the one before has led to.

/** A process whose tasks a test can hold back, or drop. */
export interface SimulatedProcess {
  readonly isAlive: () => boolean;
  /** Runs a task of the process after so long; later if it is suspended by then, and never if it was killed. */
  readonly after: (ms: number, task: () => void) => void;
  readonly pause: (ms: number) => Promise<void>;
  readonly suspend: () => void;
  readonly resume: () => void;
  readonly kill: () => void;
}

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

export class SimulatedTime {
  nowMs = 0;
  /** By instant; those of one in the order in which they were set. */
  readonly #tasks: Task[] = [];

  after(ms: number, run: () => void): void {
    const atMs = this.nowMs + ms;
    let index = this.#tasks.length;
    while (index > 0 && (this.#tasks[index - 1]?.atMs ?? 0) > atMs) index -= 1;
    this.#tasks.splice(index, 0, { atMs, run });
  }

  /** Resolves when so much time has passed. */
  async sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    await settled();
    for (;;) {
      const [next] = this.#tasks;
      if (next === undefined || next.atMs > untilMs) break;
      this.#tasks.shift();
      this.nowMs = next.atMs;
      next.run();
      await settled();
    }
    this.nowMs = untilMs;
  }

  startProcess(): SimulatedProcess {
    let state: 'runs' | 'suspended' | 'dead' = 'runs';
    let heldBack: (() => void)[] = [];
    const after = (ms: number, task: () => void) => {
      this.after(ms, () => {
        if (state === 'runs') task();
        else if (state === 'suspended') heldBack.push(task);
      });
    };
    return {
      isAlive: () => state !== 'dead',
      after,
      pause: async (ms) => new Promise((resolve) => after(ms, resolve)),
      suspend() {
        if (state === 'runs') state = 'suspended';
      },
      resume() {
        if (state !== 'suspended') return;
        state = 'runs';
        const tasks = heldBack;
        heldBack = [];
        for (const task of tasks) after(0, task);
      },
      kill() {
        state = 'dead';
        heldBack = [];
      },
    };
  }
}

/** All promises that nothing but other promises hold up are settled then. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
