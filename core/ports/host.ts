// Port for the host: hash, host time, deferral. The composition root provides it, so that the engine runs in Node and in a
// browser page.

import type { Hash } from '../kernel/digest.ts';

export interface Host {
  /** SHA-256: native where there is one. */
  readonly hash: Hash;
  /** Monotonic milliseconds: paces clocks in `real` mode, and ends slices of long tasks. */
  readonly monotonicMs: () => number;
  /** Runs `task` after the present turn of the event loop. */
  readonly defer: (task: () => void) => void;
  /** Resolves once the host is idle, or after so many milliseconds. Without it, background work yields to the event loop. */
  readonly whenIdle?: (limitMs: number) => Promise<void>;
}
