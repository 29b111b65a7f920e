// Port for storage: records, journals and snapshots of worlds. A fork's journal is its parent's up to an input, then its own.
// The contract does not require a local, synchronous or shared store.

import type { Millis } from '../kernel/brand.ts';
import type { Json } from '../kernel/canonical.ts';
import type { ClockSetting, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';

/** A world, besides its journal. */
export interface WorldRecord {
  readonly name: string;
  readonly seed: string;
  readonly epochMs: Millis;
  readonly ids: 'ordinal' | 'idempotency-key';
  /** The initial clock. */
  readonly clock: ClockSetting;
  /** The initial settings of adapters, such as keys; opaque to the core. */
  readonly config: Json;
  /** Its settings are in `config`. */
  readonly fixture?: StoredFixture;
  /** The branching point of a fork; the parent may be removed since. */
  readonly forkedFrom?: { readonly world: string; readonly position: number };
  /** The number of resets, those of earlier worlds of its name included: positions are unique within one only. */
  readonly resets?: number;
  /** Whether it may send webhooks. */
  readonly outbound?: boolean;
}

/** The initial content of a world; opaque to the core. */
export interface StoredFixture {
  readonly content: Json;
  /** The hash of its canonical text. */
  readonly digest: string;
}

/** The branching point of a fork. */
export interface Base {
  readonly world: string;
  /** The last shared input and position. */
  readonly inputs: number;
  readonly position: number;
}

/** The state of a world after one of its inputs: `head`, and pages. */
export interface Snapshot {
  readonly inputs: number;
  readonly position: number;
  /** Everything outside of pages, as canonical JSON. */
  readonly head: string;
  /** Hash over the head and all pages. */
  readonly seal: string;
}

export interface SnapshotPage {
  readonly collection: string;
  readonly page: number;
  readonly text: string;
}

/** A snapshot that is being written. It does not exist before `finish` resolves. */
export interface SnapshotWriter {
  /** Stores pages that have changed since the last finished snapshot. */
  readonly write: (pages: readonly SnapshotPage[]) => Promise<void>;
  readonly finish: (snapshot: Snapshot) => Promise<void>;
}

export interface StoredSnapshot extends Snapshot {
  /** False for a snapshot that a fork shares with its parent. */
  readonly isOwn: boolean;
  /** Its pages from the `offset`-th on, by collection and page. */
  readonly pages: (offset: number, limit: number) => Promise<readonly SnapshotPage[]>;
}

/** Entries of one world, in order and without gaps. */
export interface Append {
  readonly world: string;
  /** The last stored input; the first entry has the next number. */
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

/** A stored journal: its own entries, after those that it shares with its base. */
export interface StoredJournal {
  readonly id: number;
  /** Absent if the world was removed while forks share its entries. */
  readonly world?: string;
  /** The journal of the entries before its own, up to and including this input. */
  readonly base?: { readonly id: number; readonly inputs: number };
}

export type Attachment = Uint8Array | 'dropped' | undefined;

export interface EventStore {
  /** Counts each time that an engine opens the store; returns the number, from 1. */
  readonly countOpening: () => Promise<number>;
  /** Oldest first. */
  readonly worlds: () => Promise<readonly WorldRecord[]>;
  /** Includes those of removed worlds that forks share. */
  readonly journals: () => Promise<readonly StoredJournal[]>;
  /** Stores a new world (with `base`: a fork) and its first own entries, atomically. Rejects with StoreError 'name-taken'. */
  readonly create: (
    record: WorldRecord,
    base?: Base,
    entries?: readonly JournalEntry[],
  ) => Promise<void>;
  /** Replaces the world's journal by these entries and deletes its snapshots, atomically. */
  readonly reset: (record: WorldRecord, entries?: readonly JournalEntry[]) => Promise<void>;
  /** Entries that forks share stay until the last fork is removed. */
  readonly remove: (world: string) => Promise<void>;
  /**
   * Atomic; stores attachments in the same commit. Rejects with StoreError 'conflict' if an expected input is not the last one, 'unavailable' if writing failed.
   */
  readonly append: (batch: readonly Append[]) => Promise<void>;
  /**
   * Up to `limit` entries from that input on. Rejects with StoreError 'damaged' if they are not as written; events are for the
   * caller to verify against the digests.
   */
  readonly read: (
    world: string,
    fromInput: number,
    limit: number,
  ) => Promise<readonly JournalEntry[]>;
  /**
   * The bytes beside an input; undefined if it has none, 'dropped' if they are not stored any more. The oldest are dropped by
   * the commit that exceeds the limit of the store. Rejects with StoreError 'damaged' if they are not as written.
   */
  readonly attachment: (world: string, input: number) => Promise<Attachment>;
  /** Events of a world by position. */
  readonly events: (world: string, query: EventQuery) => Promise<readonly Envelope[]>;
  /** Begins a snapshot of the state after that input. An unfinished one is dropped. */
  readonly snapshot: (world: string, inputs: number) => Promise<SnapshotWriter>;
  /** The finished snapshots of a world, shared ones included, newest first. */
  readonly snapshots: (world: string) => Promise<readonly StoredSnapshot[]>;
  readonly close: () => Promise<void>;
}

export type StoreErrorCode =
  'conflict' | 'unavailable' | 'damaged' | 'unknown-world' | 'name-taken' | 'no-such-moment';

/** A store operation failed; nothing was changed. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The error for a name that a world has. */
export function nameTaken(name: string): StoreError {
  const message = `A world named '${name}' exists already; choose another name, or remove that world first.`;
  return new StoreError('name-taken', message);
}
