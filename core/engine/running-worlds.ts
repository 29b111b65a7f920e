// The worlds of one engine that are awake: loads them at the start or on demand, puts them to sleep, and wakes those that have
// something to do.

import { Subject, type Observable } from 'rxjs';
import {
  NoRoom,
  noSuchWorld,
  StoreError,
  WorldElsewhere,
  type ClaimedWorld,
  type WorldListing,
  type WorldRecord,
} from '../ports/event-store.ts';
import type { EngineOptions, WorldCommit } from './engine-contract.ts';
import { GuardedObservable } from './guarded-observable.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { HandOvers } from './hand-overs.ts';
import { LogVerification } from './log-verification.ts';
import { loadWorld, type LoadedWorld, type WorldSource } from './history/journal.ts';
import {
  createIdleWait,
  createSnapshotter,
  snapshotEventsMin,
  type Snapshotter,
} from './history/snapshotter.ts';
import { Sleepers } from './sleepers.ts';
import { statesOf, type Rules } from './world-state.ts';
import { WorldStarts, type WorldStart } from './world-starts.ts';
import { createRequestIds } from './world/request-ids.ts';
import type { World } from './world/world-contract.ts';
import { createWorld, type RunningWorld } from './world/world.ts';
import {
  leaseEnded,
  notFound,
  ownedElsewhere,
  ReplacedWorld,
  takesNoMore,
} from './world-errors.ts';

const worldsMaxDefault = 10_000;
/** Records read at once. */
const worldsPerRead = 250;

type InRoom = (start: () => Promise<World>) => Promise<World>;

export const beyondLimit: InRoom = async (start) => start();

export class RunningWorlds {
  readonly started$ = new Subject<World>();
  readonly stopped$ = new Subject<World>();
  readonly removed$ = new Subject<string>();
  readonly moved$ = new Subject<World>();
  readonly slept$ = new Subject<World>();
  readonly commits$ = new Subject<WorldCommit>();
  readonly rescheduled$ = new Subject<World>();
  readonly sleepers: Sleepers;
  readonly handOvers: HandOvers;
  readonly #options: EngineOptions;
  readonly #rules: Rules;
  readonly #worldsMax: number;
  readonly #groupCommit: GroupCommit;
  readonly #starts: WorldStarts;
  readonly #verification: LogVerification;
  readonly #running = new Map<string, RunningWorld>();
  readonly #loading = new Map<string, Promise<World | undefined>>();
  /** The names of worlds that are being created, or removed while they sleep. */
  readonly #absent = new Set<string>();
  readonly #snapshotters = new Set<Snapshotter>();
  /** The number of worlds that are being started, for which there is room. */
  #starting = 0;
  /** How often the lease was lost. */
  #leaseLosses = 0;
  #isClosing = false;
  #isClosed = false;

  /** `opening`: see StoreCounts.countOpening. */
  constructor(options: EngineOptions, rules: Rules, opening: number) {
    const { store, host } = options;
    this.#options = options;
    this.#rules = rules;
    const openedMs = host.monotonicMs();
    this.#worldsMax = options.worldsMax ?? worldsMaxDefault;
    this.#groupCommit = createGroupCommit(store, host.defer, options.meter);
    this.#starts = new WorldStarts({
      host,
      lease: options.lease,
      opening,
      openedMs,
      droppedMax: this.#worldsMax,
    });
    this.#verification = new LogVerification({
      sourceOf: (record) => this.sourceOf(record),
      isAwake: (world) => !this.#isClosing && this.#running.get(world.record.name) === world,
      onDamaged: (error) => options.onDamaged?.(error),
    });
    this.sleepers = new Sleepers({
      store,
      host,
      opening,
      openedMs,
      sleepAfterMs: options.sleepAfterMs,
      outbound: options.outbound,
      isDraining: () => options.lease?.isDraining() === true,
      awake: () => [...this.#running.values()],
      isAwake: (name) => this.#running.has(name) && !this.handOvers.has(name),
      open: async (name) => this.open(name),
      putAway: (world) => this.#putAway(world),
    });
    this.handOvers = new HandOvers({
      store,
      whenUnused: (name) => this.sleepers.whenUnused(name),
      isAwake: (world) => this.#running.get(world.record.name) === world,
      onMoved: (world) => this.moved$.next(world),
      drop: (world) => this.#drop(world),
    });
  }

  guarded<T>(source: Observable<T>): Observable<T> {
    return new GuardedObservable(source, (error) => this.#reportObserver(error, undefined));
  }

  awake(): readonly World[] {
    return [...this.#running.values()];
  }

  /** A world that is awake. */
  get(name: string): RunningWorld | undefined {
    return this.#running.get(name);
  }

  /**
   * Finds a world, and wakes it if it sleeps. Waits for the end of a hand-over, once it has stopped for it. `inRoom`: runs the task
   * that starts the world.
   */
  open(name: string, inRoom: InRoom = this.withRoom): World | Promise<World | undefined> {
    const leaving = this.handOvers.whenStopped(name);
    if (leaving !== undefined) return leaving.then(() => this.open(name, inRoom));
    const running = this.#running.get(name);
    if (running !== undefined) {
      running.touch();
      return running;
    }
    const known = this.#loading.get(name);
    if (known !== undefined) return known;
    if (this.#absent.has(name)) return Promise.resolve(undefined);
    const loading = this.#load(name, inRoom).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** Runs a task that creates or removes a world: meanwhile no other of this name is loaded from the store. */
  async whileAbsent<T>(name: string, task: () => Promise<T>): Promise<T> {
    this.#absent.add(name);
    try {
      await this.#loading.get(name)?.catch(() => undefined);
      return await task();
    } finally {
      this.#absent.delete(name);
    }
  }

  /** Runs a task with a world, which stays awake; at once if it is awake, so that requests keep their order. */
  with<T>(name: string, task: (world: RunningWorld) => Promise<T>): Promise<T> {
    const world = this.handOvers.whenStopped(name) ? undefined : this.#running.get(name);
    const run = (found: RunningWorld) => {
      const release = this.sleepers.keepAwake(found);
      return task(found).finally(release);
    };
    return world === undefined ? this.#loadNamed(name).then(run) : run(world);
  }

  /** As `with`; a World is used as it is, with its observer. */
  withGiven<T>(world: string | World, task: (world: World) => Promise<T>): Promise<T> {
    return typeof world === 'string' ? this.with(world, task) : task(world);
  }

  /**
   * Runs a task that starts one more world, once there is room: others are put to sleep for it. Rejects with StoreError if none
   * can be.
   */
  readonly withRoom = async <T>(task: () => Promise<T>): Promise<T> => {
    while (!this.#hasRoom()) {
      const hasSlept = await this.sleepers.sleepLeastUsed();
      if (!hasSlept && !this.#hasRoom())
        throw new NoRoom(this.sleepers.fullMessage(this.#worldsMax));
    }
    this.#starting += 1;
    try {
      return await task();
    } finally {
      this.#starting -= 1;
    }
  };

  isLoading(name: string): boolean {
    return this.#loading.has(name);
  }

  #hasRoom(): boolean {
    return this.#running.size + this.#starting < this.#worldsMax;
  }

  isEmpty(): boolean {
    return this.#running.size + this.#starting + this.#loading.size === 0;
  }

  isFull(): boolean {
    return !this.#hasRoom() && !this.sleepers.maySleepAny();
  }

  /** `from`: how a stored world goes on; default: as a new one. */
  start(record: WorldRecord, loaded: LoadedWorld, from?: WorldStart): RunningWorld {
    const { store, host, lease, outbound, replayScript, hasWork } = this.#options;
    const { snapshotEvents = snapshotEventsMin } = this.#options;
    const { name } = record;
    const onObserverFailed = (error: unknown) => this.#reportObserver(error, name);
    const newWait = () => createIdleWait(host);
    const snapshotter = createSnapshotter(store, name, snapshotEvents, newWait);
    this.#snapshotters.add(snapshotter);
    const world: RunningWorld = createWorld({
      record,
      store,
      loaded,
      host,
      lease,
      snapshotter,
      groupCommit: this.#groupCommit,
      requestIds: from?.requestIds ?? createRequestIds(host.hash, record.seed),
      reload: () => this.#reload(record),
      hasWork: (state) => hasWork?.(statesOf(state), record) === true,
      onBroken: (error, view) => {
        if (!this.#isClosed) this.#options.onBroken?.(error, view); // oracles may end with the engine
      },
      onObserverFailed,
      onCommitted: (entries) => this.commits$.next({ world, entries }),
      onEnded: () => this.#snapshotters.delete(snapshotter),
      onRescheduled: () => this.rescheduled$.next(world),
      outbound,
      replayScript,
      clockAnchor: from?.clockAnchor,
    });
    this.#running.set(name, world);
    this.sleepers.forget(name);
    this.#starts.forget(name);
    this.started$.next(world);
    return world;
  }

  /** Announces that a world is removed. */
  announceRemoved(name: string): void {
    this.sleepers.forget(name);
    this.#starts.forget(name);
    this.#verification.forget(name);
    this.removed$.next(name);
  }

  /** Stops a world and removes or resets it in the store. Starts it again if that fails. */
  async stopAndChange(world: RunningWorld, changeStore: () => Promise<void>): Promise<void> {
    const { name } = world.record;
    await world.stop(() => this.stopped$.next(world)); // a recording ends before the sockets are closed
    try {
      await changeStore();
    } catch (error) {
      await this.#startAgain(world);
      throw error;
    }
    if (this.#running.get(name) === world) this.#running.delete(name);
  }

  /** Goes on with a world that was stopped, as it is stored; if another process owns it, it is only dropped. */
  async #startAgain(world: RunningWorld): Promise<void> {
    const { record } = world;
    const isCurrent = () => this.#running.get(record.name) === world;
    this.#starts.remember(world);
    try {
      const requireLease = this.#leaseRequired(record.name);
      const claimed = await this.#options.store.claim(record.name);
      const loaded = claimed && (await loadWorld(this.sourceOf(claimed.record)));
      if (!isCurrent()) return;
      requireLease();
      this.#running.delete(record.name);
      if (claimed === undefined || loaded === undefined) return;
      this.start(claimed.record, loaded, this.#starts.of(claimed, loaded));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (!isCurrent()) return;
      this.#running.delete(record.name); // the next request loads it, or what it has to do
      if (world.wakeAfterMs() !== null) this.sleepers.wakeAgain(record.name);
    }
  }

  /** Loads all worlds at the start of the engine, even if they are more than `worldsMax`. */
  async loadAll(): Promise<void> {
    const { store } = this.#options;
    let page: readonly WorldListing[] | undefined;
    do {
      page = await store.worlds({ after: page?.at(-1)?.name, limit: worldsPerRead });
      for (const { name, record } of page) {
        const world = await this.#load(name, beyondLimit);
        // One whose record is readable was removed meanwhile.
        if (world === undefined && record === undefined) throw notFound(name);
      }
    } while (page.length === worldsPerRead);
  }

  sourceOf(record: WorldRecord): WorldSource {
    const { store, host } = this.#options;
    const yieldToLoop = () => new Promise<void>((resolve) => host.defer(resolve));
    return { store, record, rules: this.#rules, yieldToLoop };
  }

  /** Resolves when everything pending is stored and no background work is in flight. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.sleepers.close();
    await Promise.allSettled(this.#loading.values());
    await this.#verification.whenIdle();
    await Promise.all([...this.#snapshotters].map((snapshotter) => snapshotter.stop()));
    await this.#groupCommit.whenIdle();
    this.#isClosed = true;
  }

  /** Completes the streams of all worlds, and of the engine, also for later observers. For a closed engine. */
  endStreams(): void {
    for (const stream of [
      this.started$,
      this.stopped$,
      this.removed$,
      this.moved$,
      this.slept$,
      this.commits$,
      this.rescheduled$,
    ]) {
      stream.complete();
    }
    for (const world of this.#running.values()) {
      world.fail(new StoreError('unavailable', 'Reprise is closed; open it again.'));
      world.end();
    }
  }

  #reportObserver(error: unknown, world: string | undefined): void {
    try {
      this.#options.onObserverFailed?.(error, world);
    } catch {
      // A reporter that fails must not harm the world either.
    }
  }

  async #loadNamed(name: string): Promise<RunningWorld> {
    await this.open(name);
    const world = this.#running.get(name);
    if (world === undefined) throw noSuchWorld(name);
    return world;
  }

  async #load(name: string, inRoom: InRoom): Promise<World | undefined> {
    const { store, meter } = this.#options;
    try {
      if (this.#isClosing) throw new StoreError('unavailable', 'Reprise is closed; open it again.');
      if (this.#options.lease?.isDraining() === true) throw takesNoMore();
      const onAwake = meter?.onLoad();
      const requireLease = this.#leaseRequired(name);
      const claimed = await store.claim(name);
      if (claimed === undefined) return undefined;
      const world = await inRoom(() => this.#loadClaimed(claimed, requireLease));
      onAwake?.(this.#starts.goneMs(claimed) !== undefined);
      return world;
    } catch (error) {
      const isDamaged = error instanceof StoreError && error.code === 'damaged';
      if (isDamaged && this.#options.lease?.isHeld() === false) throw ownedElsewhere(name); // it may have gone on meanwhile
      if (isDamaged) this.#options.onDamaged?.(error);
      throw error;
    }
  }

  async #loadClaimed(claimed: ClaimedWorld, requireLease: () => void): Promise<World> {
    const record = { ...claimed.record }; // adapters keep by it what ends with the world that slept
    const loaded = await loadWorld(this.sourceOf(record));
    requireLease();
    const from = this.#starts.of(claimed, loaded);
    const world = this.start(record, loaded, from);
    const isVerified = from.hasSlept === true && !this.#verification.isUnverified(record.name);
    const { unverifiedInputs } = loaded;
    if (!isVerified && unverifiedInputs > 0)
      this.#verification.verifyLater(world, unverifiedInputs);
    return world;
  }

  /** The stored state, after a commit that failed: perhaps because another process owns the world now. */
  async #reload(record: WorldRecord): Promise<LoadedWorld> {
    try {
      const claimed = await this.#options.store.claim(record.name);
      if (claimed === undefined) throw noSuchWorld(record.name);
      if (claimed.record.resets !== record.resets) throw new ReplacedWorld(record.name);
      return await loadWorld(this.sourceOf(record));
    } catch (error) {
      const world = this.#running.get(record.name);
      const isAnothers = error instanceof WorldElsewhere || error instanceof ReplacedWorld;
      if (isAnothers && world?.record === record) this.#abandon(world);
      throw error;
    }
  }

  /** Throws unless the lease holds; so does the result, and if it was lost since: another process may own what was claimed under it. */
  #leaseRequired(name: string): () => void {
    const losses = this.#leaseLosses;
    const require = (): void => {
      if (this.#options.lease?.isHeld() === false) throw leaseEnded();
      if (this.#leaseLosses !== losses) throw ownedElsewhere(name);
    };
    require();
    return require;
  }

  /** The lease was lost: drops all worlds that are awake or being loaded, without storing anything. */
  abandonAll(): void {
    this.#leaseLosses += 1;
    for (const world of this.#running.values()) this.#abandon(world);
  }

  /** Drops a world that another process may own. */
  #abandon(world: RunningWorld): void {
    if (this.#running.get(world.record.name) !== world) return;
    this.moved$.next(world);
    this.#drop(world);
    world.end();
  }

  /** Forgets a world that another process goes on with. */
  #drop(world: RunningWorld): void {
    const { name } = world.record;
    world.fail(ownedElsewhere(name));
    this.stopped$.next(world); // a recording ends before the sockets are closed
    if (this.#running.get(name) !== world) return;
    this.#running.delete(name);
    this.#starts.remember(world);
  }

  /** Forgets a world that sleeps. */
  #putAway(world: RunningWorld): void {
    const { name } = world.record;
    this.#running.delete(name);
    const message = `World '${name}' was put to sleep; open it again.`;
    world.fail(new StoreError('unavailable', message));
    world.end();
    this.slept$.next(world);
  }
}
