// What the engine needs of the machine that it runs on. Given by the composition root, so that the same engine
// runs in Node and in a page.

import type { Hash } from '../kernel/digest.ts';

export interface Host {
  /** SHA-256: native where there is one. */
  readonly hash: Hash;
  /** Milliseconds that only grow; paces clocks in `real` mode and nothing else. */
  readonly monotonicMs: () => number;
  /** Runs `task` once the present turn of the event loop is over. */
  readonly defer: (task: () => void) => void;
  /**
   * Resolves once there is nothing more urgent to do than what can wait, or after so many milliseconds. Work that can wait
   * takes turns with the rest where a host cannot tell.
   */
  readonly whenIdle?: (limitMs: number) => Promise<void>;
}
