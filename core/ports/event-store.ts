// Port for storage: records, journals and snapshots of worlds. A fork's journal is its parent's up to an input, then its own.
// The contract does not require a local, synchronous or shared store.

import type { Millis } from '../kernel/brand.ts';
import type { Json } from '../kernel/canonical.ts';
import type { ClockSetting, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';
import type { Leases } from './leases.ts';
import type { RunningRecordings } from './running-recordings.ts';
import type { StoreCounts } from './store-counts.ts';
import type { Tenants } from './tenants.ts';
import type { WorldUses } from './world-uses.ts';

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
  /** Default: null. */
  readonly wakeAfterMs?: WakeDelay;
}

/** An append of which nothing was stored, and why. */
export interface RefusedAppend {
  readonly world: string;
  readonly error: StoreError;
}

/** After how many milliseconds of the host, counted from its last input, a world has something to do by itself; null: never. */
export type WakeDelay = number | null;

/** A world that has something to do by itself. */
export interface StoredWake {
  readonly world: string;
  readonly afterMs: number;
}

/** What a world goes on with when it is woken, besides its journal. */
export interface Sleep {
  /** Its last input. */
  readonly inputs: number;
  readonly wakeAfterMs: WakeDelay;
  /** Opaque to the store. */
  readonly state: string;
}

/** The record is absent if it is damaged; `claim` says how. */
export interface WorldListing {
  readonly name: string;
  readonly record?: WorldRecord;
  /** The address of the other node whose lease owns the world: it serves it, or was the last to. */
  readonly node?: string;
}

export interface ClaimedWorld {
  readonly record: WorldRecord;
  /** The lease that owned it before; absent where a store has one user. */
  readonly owner?: string;
  /** How often it was claimed, this time included; absent where a store has one user. */
  readonly claims?: number;
  /** The state that `sleep` has stored, if it was ever called for this world. */
  readonly sleep?: string;
}

/** A page of worlds, by their names in the order of code units. */
export interface WorldPage {
  /** Worlds with greater names only. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface EventQuery {
  /** The first position, from 1. */
  readonly from: number;
  readonly limit: number;
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
}

/** A part of a world's journal: its own entries, or those of an ancestor that it shares. */
export interface JournalPart {
  /** Of the journal that the entries belong to; unique in the store. */
  readonly id: number;
  /** Whose journal it is; absent if that world was removed. */
  readonly world?: string;
  /** The first and last input; the last is before the first if it has none. */
  readonly first: number;
  readonly last: number;
}

export type Attachment = Uint8Array | 'dropped' | undefined;

export interface EventStore {
  readonly worlds: (page: WorldPage) => Promise<readonly WorldListing[]>;
  /** The record of a world; undefined if there is none. Its owner stays. */
  readonly find: (world: string) => Promise<WorldRecord | undefined>;
  /**
   * Finds a world, and makes this opening of the store its owner: appends of an earlier owner are refused from now on. Undefined
   * if there is none. Rejects with StoreError 'damaged' if its record, or an end of its journal, is not as written; with
   * WorldElsewhere if it belongs to the lease of another node.
   */
  readonly claim: (world: string) => Promise<ClaimedWorld | undefined>;
  /** The worlds that have something to do by themselves, by name; not those of other nodes. */
  readonly wakes: (page: WorldPage) => Promise<readonly StoredWake[]>;
  /**
   * The owner stays, since the world may have been used meanwhile. Rejects with StoreError 'conflict' if the world is at another
   * input, or has another owner.
   */
  readonly sleep: (world: string, sleep: Sleep) => Promise<void>;
  /** The parts of a world's journal, its own first. */
  readonly lineage: (world: string) => Promise<readonly JournalPart[]>;
  /**
   * Stores a new world (with `base`: a fork) and its first own entries, atomically; this opening of the store owns it. Rejects with
   * StoreError 'name-taken'. `begun`: as `counts.begun` has answered; rejects with 'unavailable' if that is out of date, since another
   * process has just removed a world of the name.
   */
  readonly create: (
    record: WorldRecord,
    base?: Base,
    entries?: readonly JournalEntry[],
    wakeAfterMs?: WakeDelay,
    begun?: number,
  ) => Promise<void>;
  /** Replaces the world's journal by these entries and deletes its snapshots, atomically. */
  readonly reset: (
    record: WorldRecord,
    entries?: readonly JournalEntry[],
    wakeAfterMs?: WakeDelay,
  ) => Promise<void>;
  /** Takes the name at once. Entries that forks share stay until the last fork is removed. */
  readonly remove: (world: string) => Promise<void>;
  /**
   * One append for each world: stores all its entries with their attachments, or none. Resolves with the worlds of which none were
   * stored: with StoreError 'conflict' if the expected input is not the last one or the world has another owner, 'unknown-world' if
   * it is gone, 'unavailable' if a retry may help. Rejects with StoreError 'unavailable' if nothing of any world was stored.
   */
  readonly append: (batch: readonly Append[]) => Promise<readonly RefusedAppend[]>;
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
  /**
   * What is not as written besides the journals of worlds: rows of no world, a world that is not found by its name. Reads the whole
   * store. Each is a StoreError 'damaged'.
   */
  readonly defects: () => Promise<readonly StoreError[]>;
  readonly counts: StoreCounts;
  /** The leases of the processes that share the store; absent if one process alone can use it. */
  readonly leases?: Leases;
  /** The tenants of the store; absent if it cannot have any. */
  readonly tenants?: Tenants;
  /** When worlds were last asked for; absent if the store cannot note it. */
  readonly uses?: WorldUses;
  /** The recordings that are running; absent if the store cannot note them. */
  readonly recordings?: RunningRecordings;
  readonly close: () => Promise<void>;
}

export type StoreErrorCode =
  'conflict' | 'unavailable' | 'damaged' | 'unknown-world' | 'name-taken' | 'no-such-moment';

interface StoreErrorOptions {
  readonly cause?: unknown;
  readonly isUncertain?: boolean;
  readonly detail?: string;
}

/** A store operation failed; nothing was changed, unless that is uncertain. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** Whether the operation may have been carried out: its answer was lost, and the store has been away ever since. */
  readonly isUncertain: boolean;
  /** Where the message leaves out the place of the store, since clients read it: the sentence for operators. */
  readonly detail: string | undefined;

  constructor(
    code: StoreErrorCode,
    message: string,
    { isUncertain = false, detail, ...options }: StoreErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.isUncertain = isUncertain;
    this.detail = detail;
  }
}

/** A world belongs to the lease of another node, which answers its requests. */
export class WorldElsewhere extends StoreError {
  /** Where that node is reached; see NodeIdentity. The message does not have it: clients may read that. */
  readonly address: string;

  constructor(world: string, address: string) {
    super('unavailable', `World '${world}' is served by another node.`);
    this.address = address;
  }
}

/** This process has no room for one more world, or takes no more. */
export class NoRoom extends StoreError {
  constructor(message: string) {
    super('unavailable', message);
  }
}

/** The error for a name that no world has. */
export function noSuchWorld(name: string): StoreError {
  return new StoreError('unknown-world', `There is no world named '${name}'.`);
}

/** The error for a world whose number may be that of an earlier one of its name. */
export function justRemoved(name: string): StoreError {
  return new StoreError('unavailable', `Another world '${name}' has just been removed; retry.`);
}

/** The error for a name that a world has. */
export function nameTaken(name: string): StoreError {
  const message = `A world named '${name}' exists already; choose another name, or remove that world first.`;
  return new StoreError('name-taken', message);
}
