// What a store counts besides its worlds, so that nothing repeats: its openings, and how often worlds of a name have begun. A copy of the
// store counts on from there.

export interface RemovedName {
  readonly name: string;
  /** How many worlds of this name have begun and are gone, resets included. */
  readonly begun: number;
}

/** Names of removed worlds of which a store remembers how often they have begun. */
export const removedNamesMax = 100_000;

/** Each operation rejects with StoreError 'unavailable' if the store cannot be reached. */
export interface StoreCounts {
  /** Counts each time that an engine opens the store; returns the number, from 1. */
  readonly countOpening: () => Promise<number>;
  /** The openings so far. */
  readonly openings: () => Promise<number>;
  /** Counts at least so many openings. */
  readonly raiseOpenings: (openings: number) => Promise<void>;
  /** See RemovedName; 0 for names that were never removed, or before the last `removedNamesMax` removed names. */
  readonly begun: (name: string) => Promise<number>;
  /** Removed names from the `offset`-th on, in the order in which they were removed. */
  readonly removedNames: (offset: number, limit: number) => Promise<readonly RemovedName[]>;
  /** Remembers that these names have begun at least so often. Names that are new here follow the others. */
  readonly addRemovedNames: (names: readonly RemovedName[]) => Promise<void>;
}
