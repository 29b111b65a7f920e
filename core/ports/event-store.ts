// The contract of a place that keeps worlds: their records, their journals and snapshots. A fork's journal is its
// parent's up to an input, and its own behind it. Nothing in it needs the store to be local, synchronous, or shared
// between worlds.

import type { Millis } from '../kernel/brand.ts';
import type { Json } from '../kernel/canonical.ts';
import type { ClockSetting, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';

/** What a world is made of, besides its journal. */
export interface WorldRecord {
  readonly name: string;
  readonly seed: string;
  readonly epochMs: Millis;
  readonly ids: 'ordinal' | 'idempotency-key';
  /** The clock that it starts with; clock inputs in the journal change it. */
  readonly clock: ClockSetting;
  /** Settings of the adapters (keys and the like) that it starts with. The core does not look into them. */
  readonly config: Json;
  /** What it began with. A setting that came with it is in `config`. */
  readonly fixture?: Fixture;
  /** Where a fork left its parent; the parent may be gone since. */
  readonly forkedFrom?: { readonly world: string; readonly position: number };
  /** How often it was begun anew: positions of one life mean nothing in the next. */
  readonly resets?: number;
  /** Whether it may send anything out (webhooks and the like). A fork may not unless it was told so. */
  readonly outbound?: boolean;
}

/** What people have written down for a world to begin with; the core does not look into it. */
export interface Fixture {
  readonly content: Json;
  /** The hash of its canonical text. */
  readonly digest: string;
}

/** Where a fork's own journal begins. */
export interface Base {
  readonly world: string;
  /** The number of the last input, and the position, that it shares with that world. */
  readonly inputs: number;
  readonly position: number;
}

/** An image of a world behind one of its inputs: what `collections` and their pages say, and what `head` says. */
export interface Snapshot {
  readonly inputs: number;
  readonly position: number;
  /** Everything that is in no page, as canonical JSON. */
  readonly head: string;
  /** Hash over the head and all pages. */
  readonly seal: string;
}

export interface SnapshotPage {
  readonly collection: string;
  readonly page: number;
  readonly text: string;
}

/** A snapshot while it is written. It counts once `finish` has resolved; until then it is as if it were not there. */
export interface SnapshotWriter {
  /** Keeps pages that have changed since the last finished snapshot. */
  readonly write: (pages: readonly SnapshotPage[]) => Promise<void>;
  readonly finish: (snapshot: Snapshot) => Promise<void>;
}

export interface StoredSnapshot extends Snapshot {
  /** Whether it is the world's own; what a fork shares with its parent is not. */
  readonly isOwn: boolean;
  /** The newest version of each of its pages, `limit` of them from the `offset`-th on, by collection and page. */
  readonly pages: (offset: number, limit: number) => Promise<readonly SnapshotPage[]>;
}

/** Journal entries of one world, in order and without gaps. */
export interface Append {
  readonly world: string;
  /** The number of the world's last stored input; the first entry has the next number. */
  readonly expectedInput: number;
  readonly entries: readonly JournalEntry[];
}

export interface EventQuery {
  /** The first position, from 1. */
  readonly from: number;
  readonly limit: number;
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
}

/** A journal as it is stored: a world's own entries, behind those that it shares with the journal that it goes on from. */
export interface StoredJournal {
  readonly id: number;
  /** The world whose journal it is; absent once that is removed, while forks share its entries. */
  readonly world?: string;
  /** The journal that holds the entries before its own, up to and including this input. */
  readonly base?: { readonly id: number; readonly inputs: number };
}

export interface EventStore {
  /** Counts that an engine has opened the store, for ever; gives the number of this opening, from 1. */
  readonly countOpening: () => Promise<number>;
  /** All worlds, in the order in which they were made. */
  readonly worlds: () => Promise<readonly WorldRecord[]>;
  /** All journals, those of removed worlds that forks share included. */
  readonly journals: () => Promise<readonly StoredJournal[]>;
  /**
   * Keeps a new world with its first own entries, where `base` is given as a fork, all at once. Rejects with StoreError if
   * the name is taken.
   */
  readonly create: (
    record: WorldRecord,
    base?: Base,
    entries?: readonly JournalEntry[],
  ) => Promise<void>;
  /** Takes the world's journal and snapshots away, and gives it one of these entries under its name, all at once. */
  readonly reset: (record: WorldRecord, entries?: readonly JournalEntry[]) => Promise<void>;
  /** Takes a world away. What its forks share with it stays until the last of them is gone. */
  readonly remove: (world: string) => Promise<void>;
  /**
   * Keeps all of it or nothing. Rejects with StoreError: 'conflict' where an expected input is not the last one,
   * 'unavailable' where it could not be written.
   */
  readonly append: (batch: readonly Append[]) => Promise<void>;
  /**
   * Up to `limit` entries of a world, from the input of that number on; empty behind the end. Rejects with StoreError
   * 'damaged' where they are not as they were written; what their events tell is for the reader to hold against their digests,
   * or against what is decided again.
   */
  readonly read: (
    world: string,
    fromInput: number,
    limit: number,
  ) => Promise<readonly JournalEntry[]>;
  /** Events of a world by position. */
  readonly events: (world: string, query: EventQuery) => Promise<readonly Envelope[]>;
  /** Begins a snapshot of what is stored behind that input. What an earlier one left unfinished is dropped. */
  readonly snapshot: (world: string, inputs: number) => Promise<SnapshotWriter>;
  /** The finished snapshots of a world, and those of its parents that it shares, the newest first. */
  readonly snapshots: (world: string) => Promise<readonly StoredSnapshot[]>;
  readonly close: () => Promise<void>;
}

export type StoreErrorCode =
  'conflict' | 'unavailable' | 'damaged' | 'unknown-world' | 'name-taken' | 'no-such-moment';

/** What a store answers when it cannot do what was asked; nothing has changed then. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
