// Many worlds in one process, over one store, with one commit a turn: made, forked, looked at in the past, removed.

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
  /** What worlds consist of; the services of Reprise unless told otherwise. */
  readonly domains?: Domains;
  /** Who answers what domains want to know. */
  readonly oracles?: Oracles;
  /** What a world does first that has a fixture and begins with these settings; nothing unless told otherwise. */
  readonly seedCommands?: (fixture: Json, settings: Settings) => readonly SeedCommand[];
  /** Who sends what worlds have decided to send; nobody unless told otherwise. */
  readonly outbound?: Outbound;
  /** How many events lie between two snapshots of a world at least. */
  readonly snapshotEvents?: number;
  /** The most worlds that may be there at a time. */
  readonly worldsMax?: number;
  /** When stored worlds are loaded: all when the engine opens (the default), or each on first use. */
  readonly loads?: 'all' | 'asked';
  /** Whether a world has work besides its dues, so that it must run without requests. */
  readonly hasWork?: (states: States, record: WorldRecord) => boolean;
  /** A replay: what worlds are told that otherwise comes from the host. */
  readonly replayScript?: ReplayScript;
  /** Told if one of our own invariants broke; the world in question takes no more requests. */
  readonly onBroken?: (error: InvariantError, world: WorldView) => void;
  /** Told if the past of a world, which its snapshot spared reading at the start, turns out to be damaged. */
  readonly onDamaged?: (error: StoreError) => void;
}

const worldsMaxDefault = 10_000;
/** Of so many worlds that are gone it is remembered that there was one of their name. */
const livesMax = 10_000;

export interface ForkOptions {
  readonly name: string;
  /** Where it leaves its parent; now unless told otherwise. */
  readonly at?: Moment | undefined;
  /** Whether it may send anything out, as its parent may. */
  readonly outbound?: boolean | undefined;
  /** Shown the fork as it begins, before its time goes on. */
  readonly onCreated?: WorldQuery<void> | undefined;
}

/** What one commit stored of one world. */
export interface WorldCommit {
  readonly world: World;
  readonly entries: readonly JournalEntry[];
}

export interface Engine {
  /** The records of all worlds, in the order in which they were made. */
  readonly records: () => readonly WorldRecord[];
  /** The loaded worlds, in the same order; all of them unless worlds are loaded on first use. */
  readonly worlds: () => readonly World[];
  /** A world that is loaded. */
  readonly world: (name: string) => World | undefined;
  /** Finds a world and loads it if necessary; undefined if there is none. Rejects with StoreError if it cannot be read. */
  readonly open: (name: string) => World | undefined | Promise<World>;
  /** Reads the unloaded worlds in the background: those with dues or other work run from then on. */
  readonly loadInBackground: () => void;
  /** Why no world of this name can be made at the moment: one has it, or is being made or removed. */
  readonly refusalOf: (name: string) => StoreError | undefined;
  /** Makes a world and starts it. Rejects with StoreError 'name-taken', or FixtureError. */
  readonly create: (record: WorldRecord) => Promise<World>;
  /**
   * Makes a world that shares the past of another, which is named or asked through a face of it. Rejects with StoreError
   * 'name-taken', 'unknown-world', 'no-such-moment'.
   */
  readonly fork: (parent: string | World, wish: ForkOptions) => Promise<World>;
  /** Begins a world anew under its name and record, with what its fixture gives it. What runs meanwhile is told that it is not there. */
  readonly reset: (name: string) => Promise<World>;
  /** Takes a world away; its forks stay. */
  readonly remove: (name: string) => Promise<void>;
  /** What a world is, or was at a moment. Rejects with StoreError 'unknown-world', 'no-such-moment'. */
  readonly state: (
    world: string | World,
    at: Moment | undefined,
    query: StateQuery,
  ) => Promise<StateView>;
  /** Decides a world's whole journal again and compares. `onProgress` is told of inputs done. */
  readonly replay: (name: string, onProgress?: (inputs: number) => void) => Promise<Replay>;
  readonly store: EventStore;
  /** Each world, as it is started. */
  readonly started$: Observable<World>;
  /** Each world that is removed, or reset and so replaced by another. */
  readonly stopped$: Observable<World>;
  /** What has been stored of every world, a commit at a time. */
  readonly commits$: Observable<WorldCommit>;
  /** Stores what is still under way, then closes the store. */
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
  /** Worlds that are being loaded for a request. */
  const opening = new Map<string, Promise<World>>();
  const openedMs = host.monotonicMs();
  let changes = 0; // worlds removed or begun anew
  const busy = new Set<string>(); // names that somebody is making, resetting or removing a world under
  /** How often worlds of a name that are gone were begun: the next one of that name is another life. */
  const lives = new Map<string, number>();
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

  /** A world at its beginning, with what its fixture gives it. */
  function begun(record: WorldRecord): ReturnType<typeof worldFromFixture> {
    const { seedCommands = () => [] } = options;
    const { fixture } = record;
    return worldFromFixture(
      record,
      rules,
      fixture === undefined ? [] : seedCommands(fixture.content, record),
    );
  }

  /** Runs a task with a world: at once if the world is loaded, so that requests keep their order. */
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
      const known = running.get(record.name); // it was onLoaded meanwhile
      if (known !== undefined) return known;
      if (records.get(record.name) !== record) throw unknownWorld(record.name);
      const requestIds = idsOfLoaded(record, loaded);
      const world = start(record, loaded, { sinceMs: openedMs, requestIds });
      if (loaded.unverifiedInputs > 0)
        checking = checking.then(() => checkPasts([[record, loaded.unverifiedInputs]]));
      return world;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') onDamaged?.(error);
      throw error;
    }
  }

  /** Starts a world that has dues or other work; any other stays unloaded until its first use. */
  function onLoaded(record: WorldRecord, loaded: LoadedWorld): void {
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
        running.has(name) || busy.has(name) ? undefined : records.get(name),
      onLoaded,
      onDamaged: (error) => onDamaged?.(error),
      isActive: () => !isClosing,
      changes: () => changes,
    });
  }

  /** Nobody else makes or takes away a world of the name meanwhile. */
  async function alone<T>(name: string, task: () => Promise<T>): Promise<T> {
    const refusal = busyRefusal(name);
    if (refusal !== undefined) throw refusal;
    busy.add(name);
    try {
      return await task();
    } finally {
      busy.delete(name);
    }
  }

  /** Stops a world and does what it was stopped for; where that fails, it runs on. */
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

  function busyRefusal(name: string): StoreError | undefined {
    if (!busy.has(name)) return undefined;
    return new StoreError('name-taken', `World '${name}' is being made or removed just now.`);
  }

  function takenRefusal(name: string): StoreError | undefined {
    if (!records.has(name)) return undefined;
    return new StoreError('name-taken', `There is a world named '${name}' already.`);
  }

  function checkFree(name: string): void {
    const refusal = takenRefusal(name);
    if (refusal !== undefined) throw refusal;
  }

  function checkRoom(): void {
    const { worldsMax = worldsMaxDefault } = options;
    if (records.size + busy.size <= worldsMax) return; // its own name is among the busy
    throw new StoreError('unavailable', `There are ${worldsMax} worlds, the most there may be.`);
  }

  /** As `withNamed`; a world that is given is used as it is, with its witness. */
  function withWorld<T>(world: string | World, task: (world: World) => Promise<T>): Promise<T> {
    return typeof world === 'string' ? withNamed(world, task) : task(world);
  }

  /** What the start has not read is read now, beside the running; a world whose past is damaged answers no more. */
  async function checkPasts(unread: readonly (readonly [WorldRecord, number])[]): Promise<void> {
    for (const [record, count] of unread) {
      const world = running.get(record.name);
      const goesOn = () => !isClosing && world !== undefined && running.get(record.name) === world;
      try {
        await verifyEntries(sourceOf(record), count, goesOn);
      } catch (error) {
        if (!goesOn() || !(error instanceof StoreError) || error.code !== 'damaged') continue;
        world?.fail(error);
        onDamaged?.(error);
      }
    }
  }

  let isClosing = false;
  let checking: Promise<void> = Promise.resolve();
  const stored = await store.worlds();
  for (const record of stored) records.set(record.name, record);
  if (options.loads !== 'asked') {
    const unread: (readonly [WorldRecord, number])[] = [];
    for (const record of stored) {
      const loaded = await loadWorld(sourceOf(record));
      start(record, loaded, { requestIds: idsOfLoaded(record, loaded) });
      if (loaded.unverifiedInputs > 0) unread.push([record, loaded.unverifiedInputs]);
    }
    checking = checkPasts(unread);
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
    refusalOf: (name) => busyRefusal(name) ?? takenRefusal(name),
    create: async (record) =>
      alone(record.name, async () => {
        checkFree(record.name);
        checkRoom();
        const lived = lives.get(record.name);
        const living = lived === undefined ? record : { ...record, resets: lived };
        const { loaded, entries } = begun(living);
        await store.create(living, undefined, entries);
        return start(living, loaded);
      }),
    fork: async (parent, { name, at, outbound = false, onCreated }) =>
      alone(name, async () => {
        checkFree(name);
        checkRoom();
        return withWorld(parent, async (from) =>
          withNamed(from.record.name, async (began) => {
            const { world, inputs, position, partialEntry } = await stateAt(
              from,
              at,
              sourceOf(from.record),
            );
            if (running.get(from.record.name) !== began) throw goneMeanwhile(from.record.name);
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
      alone(name, async () =>
        withNamed(name, async (world) => {
          const { forkedFrom: _none, ...rest } = world.record;
          const record = { ...rest, resets: (rest.resets ?? 0) + 1 };
          const { loaded, entries } = begun(record);
          await whileStopped(world, () => store.reset(record, entries));
          changes += 1;
          running.delete(name);
          records.delete(name); // it comes last, as any new world
          return start(record, loaded);
        }),
      ),
    remove: async (name) =>
      alone(name, async () =>
        withNamed(name, async (world) => {
          await whileStopped(world, () => store.remove(name));
          changes += 1;
          lives.delete(name);
          lives.set(name, (world.record.resets ?? 0) + 1);
          if (lives.size > livesMax) lives.delete(lives.keys().next().value ?? '');
          running.delete(name);
          records.delete(name);
        }),
      ),
    state: async (asked, at, query) =>
      withWorld(asked, async (world) => {
        const shown =
          at === undefined
            ? await world.inspectState(forkWorld) // it stands still, while the world goes on
            : (await pastStateOf(world, at, sourceOf(world.record))).world;
        return stateView(shown, query, yieldToLoop);
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

function goneMeanwhile(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has just been removed or reset.`);
}
