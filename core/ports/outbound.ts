// Port for outbound delivery (webhooks). The adapter follows the log and reports outcomes as inputs; the engine only asks it
// when to wait.

/** In `frozen` and `skip` mode, outcomes are journaled before time moves, in the order of sending. */
export interface Outbound {
  /** Whether a delivery of a world is in flight, or an outcome is not journaled yet. */
  readonly isBusy: (world: string) => boolean;
  /** Whether a busy world may be unloaded: only outcomes of webhooks are not journaled yet, and these are sent again then. */
  readonly isResumable: (world: string) => boolean;
  /**
   * Resolves when all outcomes of a world are journaled (true), or could not be (false), or a delivery has taken too long to
   * wait for; undefined if it is not busy. Never rejects; bounded in host time.
   */
  readonly whenSettled: (world: string) => Promise<boolean> | undefined;
}
