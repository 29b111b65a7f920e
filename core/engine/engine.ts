// Many worlds in one process, over one store, with one commit a turn: made, forked, looked at in the past, removed.

import { Subject, type Observable } from 'rxjs';
import type { Json } from '../kernel/canonical.ts';
import type { JournalEntry, Settings } from '../kernel/input.ts';
import type { InvariantError } from '../kernel/invariant.ts';
import { StoreError, type Base, type EventStore, type WorldRecord } from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Oracles } from '../ports/oracle.ts';
import type { Outbound } from '../ports/outbound.ts';
import { begunWorld, type FirstCommand } from './beginning.ts';
import { createCommitter } from './commit.ts';
import {
  checkEntries,
  loadWorld,
  nothingSavedAt,
  worldAt,
  type Loaded,
  type Moment,
  type Past,
} from './journal.ts';
import { createDesk } from './oracle.ts';
import type { Told } from './passage.ts';
import { domains as allDomains, type Domains } from './registry.ts';
import { replayJournal, type Replay } from './replay.ts';
import { stateView, type StateQuery, type StateView } from './state-view.ts';
import { createSnapshotter, restOn, snapshotEventsMin } from './snapshotter.ts';
import { createWorld, type RunningWorld } from './world.ts';
import type { Look, World, WorldView } from './world-contract.ts';
import { forkWorld, statesOf, viewOf, type Rules } from './world-state.ts';

export interface EngineOptions {
  readonly store: EventStore;
  readonly host: Host;
  /** What worlds consist of; the services of Reprise unless told otherwise. */
  readonly domains?: Domains;
  /** Who answers what domains want to know. */
  readonly oracles?: Oracles;
  /** What a world does first that has a fixture and begins with these settings; nothing unless told otherwise. */
  readonly firstCommands?: (fixture: Json, settings: Settings) => readonly FirstCommand[];
  /** Who sends what worlds have decided to send; nobody unless told otherwise. */
  readonly outbound?: Outbound;
  /** How many events lie between two snapshots of a world at least. */
  readonly snapshotEvents?: number;
  /** The most worlds that may be there at a time. */
  readonly worldsMax?: number;
  /** A replay: what worlds are told that otherwise comes from the host. */
  readonly told?: Told;
  /** Told if one of our own invariants broke; the world in question takes no more requests. */
  readonly onBroken?: (error: InvariantError, world: WorldView) => void;
  /** Told if the past of a world, which its snapshot spared reading at the start, turns out to be damaged. */
  readonly onDamaged?: (error: StoreError) => void;
}

const worldsMaxDefault = 10_000;
/** Of so many worlds that are gone it is remembered that there was one of their name. */
const livesMax = 10_000;

export interface ForkWish {
  readonly name: string;
  /** Where it leaves its parent; now unless told otherwise. */
  readonly at?: Moment | undefined;
  /** Whether it may send anything out, as its parent may. */
  readonly outbound?: boolean | undefined;
  /** Shown the fork as it begins, before its time goes on. */
  readonly begun?: Look<void> | undefined;
}

/** What one commit stored of one world. */
export interface WorldCommit {
  readonly world: World;
  readonly entries: readonly JournalEntry[];
}

export interface Engine {
  /** All worlds, in the order in which they were made. */
  readonly worlds: () => readonly World[];
  readonly world: (name: string) => World | undefined;
  /** Why no world of this name can be made at the moment: one has it, or is being made or removed. */
  readonly refusalOf: (name: string) => StoreError | undefined;
  /** Makes a world and starts it. Rejects with StoreError 'name-taken', or FixtureError. */
  readonly create: (record: WorldRecord) => Promise<World>;
  /**
   * Makes a world that shares the past of another, which is named or asked through a face of it. Rejects with StoreError
   * 'name-taken', 'unknown-world', 'no-such-moment'.
   */
  readonly fork: (parent: string | World, wish: ForkWish) => Promise<World>;
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

/** Opens a store and resumes every world in it. Rejects with StoreError if one of them cannot be read. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, host, onBroken, onDamaged, domains = allDomains } = options;
  const rules: Rules = { domains, hash: host.hash, desk: createDesk(options.oracles ?? {}) };
  const committer = createCommitter(store, host.defer);
  const running = new Map<string, RunningWorld>();
  const busy = new Set<string>(); // names that somebody is making, resetting or removing a world under
  /** How often worlds of a name that are gone were begun: the next one of that name is another life. */
  const lives = new Map<string, number>();
  const snapshotters = new Set<ReturnType<typeof createSnapshotter>>();
  const started$ = new Subject<World>();
  const stopped$ = new Subject<World>();
  const commits$ = new Subject<WorldCommit>();
  const breathe = () => new Promise<void>((resolve) => host.defer(resolve));
  const sourceOf = (record: WorldRecord) => ({ store, record, rules, breathe });

  function start(record: WorldRecord, loaded: Loaded): World {
    const { snapshotEvents = snapshotEventsMin } = options;
    const snapshotter = createSnapshotter(store, record.name, snapshotEvents, () => restOn(host));
    snapshotters.add(snapshotter);
    const reload = () => loadWorld(sourceOf(record));
    const parts = { record, loaded, host, committer, snapshotter, reload };
    const world = createWorld({
      ...parts,
      told: options.told,
      outbound: options.outbound,
      onBroken: onBroken ?? (() => undefined),
    });
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
  function begun(record: WorldRecord): ReturnType<typeof begunWorld> {
    const { firstCommands = () => [] } = options;
    const { fixture } = record;
    return begunWorld(
      record,
      rules,
      fixture === undefined ? [] : firstCommands(fixture.content, record),
    );
  }

  function named(name: string): RunningWorld {
    const world = running.get(name);
    if (world !== undefined) return world;
    throw new StoreError('unknown-world', `There is no world named '${name}'.`);
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
      start(world.record, await loadWorld(sourceOf(world.record)));
      throw error;
    }
  }

  function busyRefusal(name: string): StoreError | undefined {
    if (!busy.has(name)) return undefined;
    return new StoreError('name-taken', `World '${name}' is being made or removed just now.`);
  }

  function takenRefusal(name: string): StoreError | undefined {
    if (!running.has(name)) return undefined;
    return new StoreError('name-taken', `There is a world named '${name}' already.`);
  }

  function checkFree(name: string): void {
    const refusal = takenRefusal(name);
    if (refusal !== undefined) throw refusal;
  }

  function checkRoom(): void {
    const { worldsMax = worldsMaxDefault } = options;
    if (running.size + busy.size <= worldsMax) return; // its own name is among the busy
    throw new StoreError('unavailable', `There are ${worldsMax} worlds, the most there may be.`);
  }

  /** A world as its caller sees it. */
  function seen(world: string | World): World {
    return typeof world === 'string' ? named(world) : world;
  }

  /** The past of a running world, with all that it has answered. */
  async function past(world: World, moment: Moment): Promise<Past> {
    const { position, nowMs, inputs } = await world.show();
    checkMoment(world.record, moment, position);
    const isPresent = 'atMs' in moment && moment.atMs >= nowMs;
    // What comes in while the past is read is none of it.
    return worldAt(sourceOf(world.record), isPresent ? { position } : moment, inputs);
  }

  async function pastOrPresent(parent: World, at: Moment | undefined): Promise<Past> {
    if (at !== undefined) return past(parent, at);
    const world = await parent.freeze();
    return { world, inputs: world.inputs, position: world.position };
  }

  /** What the start has not read is read now, beside the running; a world whose past is damaged answers no more. */
  async function checkPasts(unread: readonly (readonly [WorldRecord, number])[]): Promise<void> {
    for (const [record, count] of unread) {
      const world = running.get(record.name);
      const goesOn = () => !isClosing && world !== undefined && running.get(record.name) === world;
      try {
        await checkEntries(sourceOf(record), count, goesOn);
      } catch (error) {
        if (!goesOn() || !(error instanceof StoreError) || error.code !== 'damaged') continue;
        world?.fail(error);
        onDamaged?.(error);
      }
    }
  }

  let isClosing = false;
  const unread: (readonly [WorldRecord, number])[] = [];
  for (const record of await store.worlds()) {
    const loaded = await loadWorld(sourceOf(record));
    start(record, loaded);
    if (loaded.unread > 0) unread.push([record, loaded.unread]);
  }
  const checking = checkPasts(unread);

  return {
    store,
    worlds: () => [...running.values()],
    world: (name) => running.get(name),
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
    fork: async (parent, { name, at, outbound = false, begun }) =>
      alone(name, async () => {
        checkFree(name);
        checkRoom();
        const from = seen(parent);
        const began = named(from.record.name);
        const { world, inputs, position, cut } = await pastOrPresent(from, at);
        if (running.get(from.record.name) !== began) throw goneMeanwhile(from.record.name);
        const forkedFrom = { world: from.record.name, position: world.position };
        const record = { ...from.record, name, forkedFrom, outbound };
        const base: Base = { world: from.record.name, inputs, position };
        await store.create(record, base, cut === undefined ? [] : [cut]);
        begun?.(statesOf(world), () => viewOf(record, world, world.nowMs));
        return start(record, { world, saved: nothingSavedAt(world.position), unread: 0 });
      }),
    reset: async (name) =>
      alone(name, async () => {
        const world = named(name);
        const { forkedFrom: _none, ...rest } = world.record;
        const record = { ...rest, resets: (rest.resets ?? 0) + 1 };
        const { loaded, entries } = begun(record);
        await whileStopped(world, () => store.reset(record, entries));
        running.delete(name); // it comes last, as any new world
        return start(record, loaded);
      }),
    remove: async (name) =>
      alone(name, async () => {
        const world = named(name);
        await whileStopped(world, () => store.remove(name));
        lives.delete(name);
        lives.set(name, (world.record.resets ?? 0) + 1);
        if (lives.size > livesMax) lives.delete(lives.keys().next().value ?? '');
        running.delete(name);
      }),
    state: async (world, at, query) => {
      const shown =
        at === undefined
          ? await seen(world).inspect(forkWorld) // it stands still, while the world goes on
          : (await past(seen(world), at)).world;
      return stateView(shown, query, breathe);
    },
    async replay(name, onProgress) {
      const world = named(name);
      await world.show();
      return replayJournal(sourceOf(world.record), onProgress);
    },
    started$,
    stopped$,
    commits$,
    async close() {
      isClosing = true;
      await checking;
      await Promise.all([...snapshotters].map((snapshotter) => snapshotter.stop()));
      await committer.idle();
      await store.close();
    },
  };
}

function goneMeanwhile(name: string): StoreError {
  return new StoreError('unavailable', `World '${name}' has just been removed or reset.`);
}

function checkMoment({ epochMs }: WorldRecord, moment: Moment, position: number): void {
  if ('atMs' in moment) {
    if (moment.atMs >= epochMs) return;
    throw new StoreError('no-such-moment', 'The world begins after that instant.');
  }
  if (moment.position <= position) return;
  throw new StoreError('no-such-moment', `The world is at position ${position} only.`);
}
