// Port for metrics: counts what the engine stores and loads, and measures how long that takes. Nothing depends on it.

export interface Meter {
  /**
   * Called when the entries of one turn of the event loop are about to be stored. The result is called once, with an error for each
   * world of which nothing was stored.
   */
  readonly onCommit: (entries: number) => (errors: readonly unknown[]) => void;
  /**
   * Called when a world is about to be read from the store. The result is called once it is awake; not if there is none, or it cannot be
   * read. `isTakenOver`: another process has served it, and is gone.
   */
  readonly onLoad: () => (isTakenOver: boolean) => void;
}
