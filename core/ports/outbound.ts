// Whoever sends what worlds have decided to send: webhooks. He follows what is stored, and tells outcomes as inputs. What the
// engine wants of him is only to know when to wait.

/** The other side of worlds that are not `real`: time stands still there until what was sent is answered, or for a while. */
export interface Outbound {
  /**
   * Resolves when nothing of a world is in flight that is worth waiting for; undefined if nothing is. It never rejects, and
   * takes a bounded time of the host.
   */
  readonly settled: (world: string) => Promise<void> | undefined;
}
