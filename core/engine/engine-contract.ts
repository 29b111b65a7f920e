// The interface of the engine: what adapters call, and what they provide.

import type { Observable } from 'rxjs';
import type { Json } from '../kernel/canonical.ts';
import type { JournalEntry, Settings } from '../kernel/input.ts';
import type { InvariantError } from '../kernel/invariant.ts';
import type { EventStore, StoreError, WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
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
  readonly worldsMax?: number;
  /** Load stored worlds when the engine opens (default), or each on first use. */
  readonly loads?: 'all' | 'on-demand';
  /** Whether a world has work besides its dues, so that it must be loaded without a request. */
  readonly hasWork?: (states: States, record: WorldRecord) => boolean;
  /** For replays. */
  readonly replayScript?: ReplayScript;
  /** Called if an invariant breaks; that world accepts no more requests. */
  readonly onBroken?: (error: InvariantError, world: WorldView) => void;
  /** Called with the error of an observer of a stream, which is unsubscribed; and with that of a stream without an observer of it. */
  readonly onObserverFailed?: (error: unknown, world: string | undefined) => void;
  /** Called if log entries that startup had skipped, thanks to a snapshot, turn out to be damaged. */
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
  /** The records of all worlds, oldest first. */
  readonly records: () => readonly WorldRecord[];
  /** The loaded worlds, oldest first. */
  readonly worlds: () => readonly World[];
  /** A loaded world. */
  readonly world: (name: string) => World | undefined;
  /** Finds a world and loads it if necessary; undefined if there is none. Rejects with StoreError if it cannot be read. */
  readonly open: (name: string) => World | undefined | Promise<World>;
  /** Reads all unloaded worlds in the background, and starts those with dues or other work. */
  readonly loadInBackground: () => void;
  /** Why no world of this name can be created now: the name is taken, or being created or removed. */
  readonly refusalOf: (name: string) => StoreError | undefined;
  /** Rejects with StoreError 'name-taken', or FixtureError. */
  readonly create: (record: WorldRecord) => Promise<World>;
  /** Rejects with StoreError 'name-taken', 'unknown-world', 'no-such-moment'. */
  readonly fork: (parent: string | World, options: ForkOptions) => Promise<World>;
  /** Starts a world over with its record and fixture. Rejects its pending requests. */
  readonly reset: (name: string) => Promise<World>;
  /** Its forks stay. */
  readonly remove: (name: string) => Promise<void>;
  /** The state of a world, now or at a moment. Rejects with StoreError 'unknown-world', 'no-such-moment'. */
  readonly state: (
    world: string | World,
    at: Moment | undefined,
    query: StateQuery,
  ) => Promise<StateView>;
  /** Re-executes a world's whole journal and compares. `onProgress` is given the number of inputs done. */
  readonly replay: (name: string, onProgress?: (inputs: number) => void) => Promise<Replay>;
  readonly store: EventStore;
  /** Each world when it starts. */
  readonly started$: Observable<World>;
  /** Each world when it is removed, or replaced by a reset. */
  readonly stopped$: Observable<World>;
  readonly commits$: Observable<WorldCommit>;
  /** Each world whose next tick may be earlier than before, without a commit; for pacing. */
  readonly rescheduled$: Observable<World>;
  /** Completes all streams, also those of its worlds and for later observers. Call it after `close`. */
  readonly endStreams: () => void;
  /** Stores everything pending, then closes the store. */
  readonly close: () => Promise<void>;
}
