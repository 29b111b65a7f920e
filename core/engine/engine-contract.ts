// The interface of the engine: what adapters call, and what they provide.

import type { Observable } from 'rxjs';
import type { Json } from '../kernel/canonical.ts';
import type { JournalEntry, Settings } from '../kernel/input.ts';
import type { InvariantError } from '../kernel/invariant.ts';
import type { EventStore, StoreError, WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { HeldLease } from '../ports/leases.ts';
import type { Meter } from '../ports/meter.ts';
import type { Oracles } from '../ports/oracle.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { SeedCommand } from './genesis.ts';
import type { Moment } from './history/journal.ts';
import type { Replay } from './replay.ts';
import type { StateQuery, StateView } from './history/state-view.ts';
import type { Domains, States } from './registry.ts';
import type { ReplayScript } from './world/runtime.ts';
import type { World, WorldQuery } from './world/world-contract.ts';
import type { WorldView } from './world-view.ts';
import type { Reaction } from './world-state.ts';

export interface EngineOptions {
  readonly store: EventStore;
  readonly host: Host;
  /** Default: the services of Reprise. */
  readonly domains?: Domains;
  readonly oracles?: Oracles;
  /** Between domains. Default: none. */
  readonly reactions?: readonly Reaction[];
  /** The first commands of a world with this fixture and these settings. Default: none. */
  readonly seedCommands?: (fixture: Json, settings: Settings) => readonly SeedCommand[];
  /** Sends webhooks; without it nothing is sent. */
  readonly outbound?: Outbound;
  /** The least number of events between two snapshots of a world. */
  readonly snapshotEvents?: number;
  /** The most worlds that are awake. */
  readonly worldsMax?: number;
  /** How long a world is unused before `sleepIdle` puts it to sleep. Default: none is ever put to sleep. */
  readonly sleepAfterMs?: number | undefined;
  /** Load stored worlds when the engine opens (default), or each on first use, or when it has something to do. */
  readonly loads?: 'all' | 'on-demand';
  /** The lease of this process where others share the store; default: no other does. */
  readonly lease?: HeldLease;
  /** Default: nothing is measured. */
  readonly meter?: Meter;
  /** Whether a world has work besides its dues, so that it must be loaded without a request. */
  readonly hasWork?: (states: States, record: WorldRecord) => boolean;
  /** For replays. */
  readonly replayScript?: ReplayScript;
  /** Called if an invariant breaks; that world accepts no more requests. */
  readonly onBroken?: (error: InvariantError, world: WorldView) => void;
  /** Called with the error of an observer of a stream, which is unsubscribed; and with that of a stream without an observer of it. */
  readonly onObserverFailed?: (error: unknown, world: string | undefined) => void;
  /**
   * Called each time that a world cannot be loaded because it is damaged, and if log entries that loading had skipped, thanks to a
   * snapshot, turn out to be.
   */
  readonly onDamaged?: (error: StoreError) => void;
}

export interface ForkOptions {
  readonly name: string;
  /** Default: now. */
  readonly at?: Moment | undefined;
  /** Ids and random numbers of the fork derive from this seed. Default: as those of its parent. */
  readonly seed?: string | undefined;
  /** Whether it may send webhooks. Default: no. */
  readonly outbound?: boolean | undefined;
  /** Reads the fork before its time moves. */
  readonly onCreated?: WorldQuery<void> | undefined;
}

/** The entries of one world in one commit. */
export interface WorldCommit {
  readonly world: World;
  readonly entries: readonly JournalEntry[];
}

export interface Engine {
  /** The worlds that are awake, in the order in which they were woken. The store lists all. */
  readonly worlds: () => readonly World[];
  /** A world that is awake. */
  readonly world: (name: string) => World | undefined;
  /**
   * Finds a world, and wakes it if it sleeps; undefined if there is none. Rejects with StoreError if it cannot be read; with
   * WorldElsewhere if it belongs to another process; with NoRoom if this one takes no more.
   */
  readonly open: (name: string) => World | Promise<World | undefined>;
  /** Keeps a world awake, such as for a socket, until the result is called. */
  readonly keepAwake: (world: World) => () => void;
  /**
   * Puts worlds to sleep that are unused for `sleepAfterMs`: without a request, an observer, something kept awake for, or outbound work.
   * Their World accepts nothing more; `open` gives another.
   */
  readonly sleepIdle: () => Promise<void>;
  /**
   * Puts the least used of some worlds to sleep, even if they are not unused for `sleepAfterMs`. Resolves with whether any sleeps
   * now; false without `sleepAfterMs`.
   */
  readonly sleepLeastUsed: (isOne: (world: World) => boolean) => Promise<boolean>;
  /** The host instant (`monotonicMs`) at which a sleeping world next has something to do, or the store is to be read for such. */
  readonly nextWakeMs: () => number | undefined;
  /** Wakes the sleeping worlds that have something to do by now. */
  readonly wakeDue: () => Promise<void>;
  /** Emits when `nextWakeMs` may be earlier than before. */
  readonly wakes$: Observable<void>;
  /** Why no world of this name can be created now: the name is taken, or being created or removed. */
  readonly refusalOf: (name: string) => Promise<StoreError | undefined>;
  /** Rejects with StoreError 'name-taken', or FixtureError. */
  readonly create: (record: WorldRecord) => Promise<World>;
  /** Rejects with StoreError 'name-taken', 'unknown-world', 'no-such-moment'. */
  readonly fork: (parent: string | World, options: ForkOptions) => Promise<World>;
  /** Starts a world over with its record and fixture. Rejects its pending requests. */
  readonly reset: (name: string) => Promise<World>;
  /** Its forks stay. */
  readonly remove: (name: string) => Promise<void>;
  /**
   * Removes a world that is not in use, if `isUnused` says so when no other process can own it. Resolves with whether it was removed.
   * Rejects with StoreError, as if it belongs to another process.
   */
  readonly removeUnused: (name: string, isUnused: () => Promise<boolean>) => Promise<boolean>;
  /** The state of a world, now or at a moment. Rejects with StoreError 'unknown-world', 'no-such-moment'. */
  readonly state: (
    world: string | World,
    at: Moment | undefined,
    query: StateQuery,
  ) => Promise<StateView>;
  /** Re-executes a world's whole journal and compares. `onProgress` is given the number of inputs done. */
  readonly replay: (name: string, onProgress?: (inputs: number) => void) => Promise<Replay>;
  readonly store: EventStore;
  /** Each world when it starts or is woken. */
  readonly started$: Observable<World>;
  /** Each world when it is removed, replaced by a reset, or moved, before its streams end. */
  readonly stopped$: Observable<World>;
  /** The name of each world that was removed, awake or asleep. */
  readonly removed$: Observable<string>;
  /** Each world when it is handed over or abandoned, before its streams end: another process goes on with it. */
  readonly moved$: Observable<World>;
  /** Each world when it is put to sleep. */
  readonly slept$: Observable<World>;
  readonly commits$: Observable<WorldCommit>;
  /** Each world whose next tick may be earlier than before, without a commit; for pacing. */
  readonly rescheduled$: Observable<World>;
  /** Completes all streams, also those of its worlds and for later observers. Call it after `close`. */
  readonly endStreams: () => void;
  /**
   * Lets other processes go on with a world that is awake: what keeps it awake is answered first, at most until `patience` resolves; new
   * requests should wait (`handedOver`). A snapshot is stored before if loading it would take long. Rejects with StoreError
   * while it is being removed or reset.
   */
  readonly handOver: (name: string, patience: () => Promise<void>) => Promise<void>;
  /**
   * As `handOver`, for a world that sleeps here. It is woken first, also beyond `worldsMax`, so one world follows the other; a process
   * that hands all its worlds over only releases it.
   */
  readonly handOverSleeping: (name: string, patience: () => Promise<void>) => Promise<void>;
  /** The end of the hand-over of a world; undefined if none is under way. */
  readonly handedOver: (name: string) => Promise<void> | undefined;
  /** Whether no world is awake, or being started. */
  readonly isEmpty: () => boolean;
  /** Whether one more world could not be started: as many as may be are in use. */
  readonly isFull: () => boolean;
  /** Drops all worlds that are awake: other processes may own them by now. They are loaded again when they are asked for. */
  readonly abandonAll: () => void;
  /** Reads again which sleeping worlds have something to do: the lease of another process has ended. */
  readonly takeOver: () => void;
  /** Stores everything pending, then closes the store. */
  readonly close: () => Promise<void>;
}
