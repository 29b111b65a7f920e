// Port for outbound delivery (webhooks). The adapter follows the log and reports outcomes as inputs; the engine only asks it
// when to wait.

/** Where time does not move by itself, it waits for outcomes: they are journaled before it moves, in the order of sending. */
export interface Outbound {
  /** Whether something of a world is in flight that is worth waiting for, or has an outcome that is still to be journaled. */
  readonly isBusy: (world: string) => boolean;
  /**
   * Resolves when nothing of a world is in flight that is worth waiting for, and the outcomes are journaled; undefined if
   * it is not busy. It never rejects, and takes a bounded time of the host.
   */
  readonly whenSettled: (world: string) => Promise<void> | undefined;
}
