// Runs many worlds over one store: creates, loads, forks, resets and removes them, and reads their past.

import { Subject, type Observable } from 'rxjs';
import type { Json } from '../kernel/canonical.ts';
import type { JournalEntry, Settings } from '../kernel/input.ts';
import type { InvariantError } from '../kernel/invariant.ts';
import { StoreError, type Base, type EventStore, type WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Oracles } from '../ports/oracle.ts';
import type { Outbound } from '../ports/outbound.ts';
import { worldFromFixture, type SeedCommand } from './genesis.ts';
import { createGroupCommit } from './group-commit.ts';
import {
  verifyEntries,
  loadWorld,
  emptyBaselineAt,
  type LoadedWorld,
  type Moment,
} from './history/journal.ts';
import { createOracleCache } from './oracle-cache.ts';
import type { ReplayScript } from './world/runtime.ts';
import { pastStateOf, stateAt } from './state-at.ts';
import { createRequestIds, type RequestIds } from './world/request-ids.ts';
import { domains as allDomains, type Domains, type States } from './registry.ts';
import { replayJournal, type Replay } from './history/replay.ts';
import { stateView, type StateQuery, type StateView } from './history/state-view.ts';
import { createSnapshotter, createIdleWait, snapshotEventsMin } from './history/snapshotter.ts';
import { loadInBackground } from './background-loading.ts';
import { createWorld, type RunningWorld } from './world/world.ts';
import type { WorldQuery, World } from './world/world-contract.ts';
import { forkWorld, statesOf, type Rules } from './world-state.ts';
import { viewOf, type WorldView } from './world-view.ts';

export interface EngineOptions {
  readonly store: EventStore;
  readonly host: Host;
  /** Default: the services of Reprise. */
  readonly domains?: Domains;
  readonly oracles?: Oracles;
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
  /** Called if log entries that startup had skipped, thanks to a snapshot, turn out to be damaged. */
  readonly onDamaged?: (error: StoreError) => void;
}

const worldsMaxDefault = 10_000;
/** The generations of so many removed worlds are remembered. */
const generationsMax = 10_000;

export interface ForkOptions {
  readonly name: string;
  /** Default: now. */
  readonly at?: Moment | undefined;
  /** Whether it may send webhooks. Default: no. */
  readonly outbound?: boolean | undefined;
  /** Reads the fork before its time goes on. */
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
  /** Stores everything pending, then closes the store. */
  readonly close: () => Promise<void>;
}

/** Opens a store and resumes the worlds in it. Rejects with StoreError if one that is loaded cannot be read. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, host, onBroken, onDamaged, domains = allDomains } = options;
  const rules: Rules = {
    domains,
    hash: host.hash,
    oracles: createOracleCache(options.oracles ?? {}),
  };
  const groupCommit = createGroupCommit(store, host.defer);
  const records = new Map<string, WorldRecord>();
  const running = new Map<string, RunningWorld>();
  /** Worlds that are being loaded. */
  const opening = new Map<string, Promise<World>>();
  const openedMs = host.monotonicMs();
  let changes = 0; // worlds removed or reset
  const lockedNames = new Set<string>(); // of worlds that are being created, reset or removed
  /** By the names of removed worlds: the next world of that name continues the count of resets. */
  const generations = new Map<string, number>();
  const snapshotters = new Set<ReturnType<typeof createSnapshotter>>();
  const started$ = new Subject<World>();
  const stopped$ = new Subject<World>();
  const commits$ = new Subject<WorldCommit>();
  const yieldToLoop = () => new Promise<void>((resolve) => host.defer(resolve));
  const sourceOf = (record: WorldRecord) => ({ store, record, rules, yieldToLoop });

  const openings = await store.countOpening();
  const idsOfLoaded = ({ seed }: WorldRecord, { world }: LoadedWorld) =>
    createRequestIds(host.hash, seed, { position: world.position, opening: openings });

  /** `sinceMs`: the host instant at which its clock starts; default: now. */
  function start(
    record: WorldRecord,
    loaded: LoadedWorld,
    {
      sinceMs,
      requestIds = createRequestIds(host.hash, record.seed),
    }: { readonly sinceMs?: number | undefined; readonly requestIds?: RequestIds } = {},
  ): World {
    const { snapshotEvents = snapshotEventsMin } = options;
    const snapshotter = createSnapshotter(store, record.name, snapshotEvents, () =>
      createIdleWait(host),
    );
    snapshotters.add(snapshotter);
    const reload = () => loadWorld(sourceOf(record));
    const parts = { record, loaded, host, groupCommit, snapshotter, reload };
    const world = createWorld({
      ...parts,
      replayScript: options.replayScript,
      sinceMs,
      outbound: options.outbound,
      onBroken: onBroken ?? (() => undefined),
      requestIds,
    });
    records.set(record.name, record);
    running.set(record.name, world);
    world.commits$.subscribe({
      next: (entries) => commits$.next({ world, entries }),
      complete: () => {
        snapshotters.delete(snapshotter);
        stopped$.next(world);
      },
    });
    started$.next(world);
    return world;
  }

  function createFromFixture(record: WorldRecord): ReturnType<typeof worldFromFixture> {
    const { seedCommands = () => [] } = options;
    const { fixture } = record;
    return worldFromFixture(
      record,
      rules,
      fixture === undefined ? [] : seedCommands(fixture.content, record),
    );
  }

  /** Runs a task with a world; at once if the world is loaded, so that requests keep their order. */
  function withNamed<T>(name: string, task: (world: RunningWorld) => Promise<T>): Promise<T> {
    const world = running.get(name);
    return world === undefined ? loadNamed(name).then(task) : task(world);
  }

  async function loadNamed(name: string): Promise<RunningWorld> {
    await open(name);
    const world = running.get(name);
    if (world === undefined) throw unknownWorld(name);
    return world;
  }

  function open(name: string): World | undefined | Promise<World> {
    const known = running.get(name) ?? opening.get(name);
    const record = records.get(name);
    if (known !== undefined || record === undefined) return known;
    const loading = load(record).finally(() => opening.delete(name));
    opening.set(name, loading);
    return loading;
  }

  async function load(record: WorldRecord): Promise<World> {
    try {
      const loaded = await loadWorld(sourceOf(record));
      const known = running.get(record.name); // loaded in the background meanwhile
      if (known !== undefined) return known;
      if (records.get(record.name) !== record) throw unknownWorld(record.name);
      const requestIds = idsOfLoaded(record, loaded);
      const world = start(record, loaded, { sinceMs: openedMs, requestIds });
      if (loaded.unverifiedInputs > 0)
        checking = checking.then(() => verifySkipped([[record, loaded.unverifiedInputs]]));
      return world;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') onDamaged?.(error);
      throw error;
    }
  }

  /** Starts a world only if it has dues or other work; any other stays unloaded until its first use. */
  function startIfActive(record: WorldRecord, loaded: LoadedWorld): void {
    const { clock, dues } = loaded.world;
    const isDue = clock.mode !== 'frozen' && dues.next() !== undefined;
    const hasWork = isDue || options.hasWork?.(statesOf(loaded.world), record) === true;
    if (!hasWork) return;
    start(record, loaded, { sinceMs: openedMs, requestIds: idsOfLoaded(record, loaded) });
  }

  async function wake(): Promise<void> {
    if (records.size === running.size) return;
    await loadInBackground({
      store,
      host,
      sourceOf,
      unloadedRecord: (name) =>
        running.has(name) || lockedNames.has(name) ? undefined : records.get(name),
      onLoaded: startIfActive,
      onDamaged: (error) => onDamaged?.(error),
      isActive: () => !isClosing,
      changes: () => changes,
    });
  }

  /** Rejects all other creations and removals of this name meanwhile. */
  async function withNameLock<T>(name: string, task: () => Promise<T>): Promise<T> {
    const refusal = lockedRefusal(name);
    if (refusal !== undefined) throw refusal;
    lockedNames.add(name);
    try {
      return await task();
    } finally {
      lockedNames.delete(name);
    }
  }

  /** Stops a world for a task; starts it again if the task fails. */
  async function whileStopped(world: RunningWorld, task: () => Promise<void>): Promise<void> {
    await world.stop();
    try {
      await task();
    } catch (error) {
      const loaded = await loadWorld(sourceOf(world.record));
      start(world.record, loaded, { requestIds: world.requestIds });
      throw error;
    }
  }

  function lockedRefusal(name: string): StoreError | undefined {
    if (!lockedNames.has(name)) return undefined;
    return new StoreError(
      'name-taken',
      `World '${name}' is being created, reset or removed; retry later.`,
    );
  }

  function takenRefusal(name: string): StoreError | undefined {
    if (!records.has(name)) return undefined;
    return new StoreError('name-taken', `A world named '${name}' exists already.`);
  }

  function checkFree(name: string): void {
    const refusal = takenRefusal(name);
    if (refusal !== undefined) throw refusal;
  }

  function checkRoom(): void {
    const { worldsMax = worldsMaxDefault } = options;
    if (records.size + lockedNames.size <= worldsMax) return; // the new name is locked already
    throw new StoreError(
      'unavailable',
      `There are ${worldsMax} worlds, which is the maximum; remove one first.`,
    );
  }

  /** As `withNamed`; a world that is given is used as it is, with its observer. */
  function withWorld<T>(world: string | World, task: (world: World) => Promise<T>): Promise<T> {
    return typeof world === 'string' ? withNamed(world, task) : task(world);
  }

  /** Verifies log entries that the start has skipped; a world with damaged ones refuses all further requests. */
  async function verifySkipped(unread: readonly (readonly [WorldRecord, number])[]): Promise<void> {
    for (const [record, count] of unread) {
      const world = running.get(record.name);
      const isCurrent = () =>
        !isClosing && world !== undefined && running.get(record.name) === world;
      try {
        await verifyEntries(sourceOf(record), count, isCurrent);
      } catch (error) {
        if (!isCurrent() || !(error instanceof StoreError) || error.code !== 'damaged') continue;
        world?.fail(error);
        onDamaged?.(error);
      }
    }
  }

  let isClosing = false;
  let checking: Promise<void> = Promise.resolve();
  const stored = await store.worlds();
  for (const record of stored) records.set(record.name, record);
  if (options.loads !== 'on-demand') {
    const unread: (readonly [WorldRecord, number])[] = [];
    for (const record of stored) {
      const loaded = await loadWorld(sourceOf(record));
      start(record, loaded, { requestIds: idsOfLoaded(record, loaded) });
      if (loaded.unverifiedInputs > 0) unread.push([record, loaded.unverifiedInputs]);
    }
    checking = verifySkipped(unread);
  }

  return {
    store,
    records: () => [...records.values()],
    worlds: () => [...records.keys()].flatMap((name) => running.get(name) ?? []),
    world: (name) => running.get(name),
    open,
    loadInBackground() {
      checking = Promise.all([checking, wake()]).then(() => undefined);
    },
    refusalOf: (name) => lockedRefusal(name) ?? takenRefusal(name),
    create: async (record) =>
      withNameLock(record.name, async () => {
        checkFree(record.name);
        checkRoom();
        const generation = generations.get(record.name);
        const numbered = generation === undefined ? record : { ...record, resets: generation };
        const { loaded, entries } = createFromFixture(numbered);
        await store.create(numbered, undefined, entries);
        return start(numbered, loaded);
      }),
    fork: async (parent, { name, at, outbound = false, onCreated }) =>
      withNameLock(name, async () => {
        checkFree(name);
        checkRoom();
        return withWorld(parent, async (from) =>
          withNamed(from.record.name, async (original) => {
            const { world, inputs, position, partialEntry } = await stateAt(
              from,
              at,
              sourceOf(from.record),
            );
            if (running.get(from.record.name) !== original)
              throw removedMeanwhile(from.record.name);
            const forkedFrom = { world: from.record.name, position: world.position };
            const record = { ...from.record, name, forkedFrom, outbound };
            const base: Base = { world: from.record.name, inputs, position };
            await store.create(record, base, partialEntry === undefined ? [] : [partialEntry]);
            onCreated?.(statesOf(world), () => viewOf(record, world, world.nowMs));
            return start(record, {
              world,
              baseline: emptyBaselineAt(world.position),
              unverifiedInputs: 0,
            });
          }),
        );
      }),
    reset: async (name) =>
      withNameLock(name, async () =>
        withNamed(name, async (world) => {
          const { forkedFrom: _none, ...rest } = world.record;
          const record = { ...rest, resets: (rest.resets ?? 0) + 1 };
          const { loaded, entries } = createFromFixture(record);
          await whileStopped(world, () => store.reset(record, entries));
          changes += 1;
          running.delete(name);
          records.delete(name); // a reset world comes last, as a new one
          return start(record, loaded);
        }),
      ),
    remove: async (name) =>
      withNameLock(name, async () =>
        withNamed(name, async (world) => {
          await whileStopped(world, () => store.remove(name));
          changes += 1;
          generations.delete(name);
          generations.set(name, (world.record.resets ?? 0) + 1);
          if (generations.size > generationsMax)
            generations.delete(generations.keys().next().value ?? '');
          running.delete(name);
          records.delete(name);
        }),
      ),
    state: async (named, at, query) =>
      withWorld(named, async (world) => {
        const state =
          at === undefined
            ? await world.inspectState(forkWorld) // a fork does not change while it is printed
            : (await pastStateOf(world, at, sourceOf(world.record))).world;
        return stateView(state, query, yieldToLoop);
      }),
    replay: async (name, onProgress) =>
      withNamed(name, async (world) => {
        await world.describe();
        return replayJournal(sourceOf(world.record), onProgress);
      }),
    started$,
    stopped$,
    commits$,
    async close() {
      isClosing = true;
      await checking;
      await Promise.all([...snapshotters].map((snapshotter) => snapshotter.stop()));
      await groupCommit.whenIdle();
      await store.close();
    },
  };
}

function unknownWorld(name: string): StoreError {
  return new StoreError('unknown-world', `There is no world named '${name}'.`);
}

function removedMeanwhile(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has just been removed or reset; retry.`);
}
