// When worlds were last asked for, by the clock of the store: one clock for all processes that share it. Only written to by processes that
// remove unused worlds, from time to time rather than for each request.

/** Unused worlds are looked for in pages, by name. */
export interface UnusedPage {
  /** Worlds with greater names only. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** The least time since their last use, in milliseconds. */
  readonly unusedMs: number;
}

/** Each operation rejects with StoreError 'unavailable' if the store cannot be reached. */
export interface WorldUses {
  /** Notes that these worlds are in use now; names without a world do not matter. */
  readonly note: (worlds: readonly string[]) => Promise<void>;
  /** Notes so for all worlds of which nothing is noted. */
  readonly noteOthers: () => Promise<void>;
  /** The names of worlds of which no use was noted for so long; not those of other nodes. */
  readonly unused: (page: UnusedPage) => Promise<readonly string[]>;
  /** Whether no use of a world was noted for so long. */
  readonly isUnused: (world: string, unusedMs: number) => Promise<boolean>;
}
