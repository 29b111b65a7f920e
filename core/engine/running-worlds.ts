// The worlds of one engine, loaded or not: loads them at the start, on demand or in the background, and runs them.

import { Subject, type Observable } from 'rxjs';
import { StoreError, type WorldRecord } from '../ports/event-store.ts';
import { loadInBackground } from './background-loading.ts';
import type { EngineOptions, WorldCommit } from './engine-contract.ts';
import { GuardedObservable } from './guarded-observable.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { loadWorld, verifyEntries, type LoadedWorld, type WorldSource } from './history/journal.ts';
import {
  createIdleWait,
  createSnapshotter,
  snapshotEventsMin,
  type Snapshotter,
} from './history/snapshotter.ts';
import { statesOf, type Rules } from './world-state.ts';
import { createRequestIds, type RequestIds } from './world/request-ids.ts';
import type { World } from './world/world-contract.ts';
import { createWorld, type RunningWorld } from './world/world.ts';

/** How a world starts. */
interface Start {
  readonly requestIds?: RequestIds;
  /** The host instant at which its clock starts; default: now. */
  readonly sinceMs?: number;
}

export class RunningWorlds {
  readonly started$ = new Subject<World>();
  readonly stopped$ = new Subject<World>();
  readonly commits$ = new Subject<WorldCommit>();
  readonly rescheduled$ = new Subject<World>();
  readonly #options: EngineOptions;
  readonly #rules: Rules;
  /** The number of this opening of the store. */
  readonly #opening: number;
  readonly #openedMs: number;
  readonly #groupCommit: GroupCommit;
  readonly #records = new Map<string, WorldRecord>();
  readonly #running = new Map<string, RunningWorld>();
  readonly #loading = new Map<string, Promise<World>>();
  readonly #snapshotters = new Set<Snapshotter>();
  /** Background work: verification of skipped log entries, loading. */
  #background: Promise<void> = Promise.resolve();
  #isClosing = false;
  #isClosed = false;
  #changes = 0; // worlds removed or replaced

  /** `opening`: see EventStore.countOpening. `records`: of the stored worlds, oldest first. */
  constructor(
    options: EngineOptions,
    rules: Rules,
    { opening, records }: { readonly opening: number; readonly records: readonly WorldRecord[] },
  ) {
    const { store, host } = options;
    this.#options = options;
    this.#rules = rules;
    this.#opening = opening;
    this.#openedMs = host.monotonicMs();
    this.#groupCommit = createGroupCommit(store, host.defer);
    for (const record of records) this.#records.set(record.name, record);
  }

  guarded<T>(source: Observable<T>): Observable<T> {
    return new GuardedObservable(source, (error) => this.#reportObserver(error, undefined));
  }

  get count(): number {
    return this.#records.size;
  }

  has(name: string): boolean {
    return this.#records.has(name);
  }

  records(): readonly WorldRecord[] {
    return [...this.#records.values()];
  }

  loaded(): readonly World[] {
    return [...this.#records.keys()].flatMap((name) => this.#running.get(name) ?? []);
  }

  /** A loaded world. */
  get(name: string): RunningWorld | undefined {
    return this.#running.get(name);
  }

  /** Finds a world and loads it if necessary. */
  open(name: string): World | undefined | Promise<World> {
    const known = this.#running.get(name) ?? this.#loading.get(name);
    const record = this.#records.get(name);
    if (known !== undefined || record === undefined) return known;
    const loading = this.#load(record).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /** Runs a task with a world; at once if the world is loaded, so that requests keep their order. */
  with<T>(name: string, task: (world: RunningWorld) => Promise<T>): Promise<T> {
    const world = this.#running.get(name);
    return world === undefined ? this.#loadNamed(name).then(task) : task(world);
  }

  /** As `with`; a World is used as it is, with its observer. */
  withGiven<T>(world: string | World, task: (world: World) => Promise<T>): Promise<T> {
    return typeof world === 'string' ? this.with(world, task) : task(world);
  }

  start(record: WorldRecord, loaded: LoadedWorld, { requestIds, sinceMs }: Start = {}): World {
    const { store, host, outbound, replayScript } = this.#options;
    const { snapshotEvents = snapshotEventsMin } = this.#options;
    const onObserverFailed = (error: unknown) => this.#reportObserver(error, record.name);
    const newWait = () => createIdleWait(host);
    const snapshotter = createSnapshotter(store, record.name, snapshotEvents, newWait);
    this.#snapshotters.add(snapshotter);
    const world: RunningWorld = createWorld({
      record,
      store,
      loaded,
      host,
      snapshotter,
      groupCommit: this.#groupCommit,
      requestIds: requestIds ?? createRequestIds(host.hash, record.seed),
      reload: () => loadWorld(this.sourceOf(record)),
      onBroken: (error, view) => {
        if (!this.#isClosed) this.#options.onBroken?.(error, view); // oracles may end with the engine
      },
      onObserverFailed,
      onRescheduled: () => this.rescheduled$.next(world),
      outbound,
      replayScript,
      sinceMs,
    });
    this.#records.set(record.name, record);
    this.#running.set(record.name, world);
    world.commits$.subscribe({
      next: (entries) => this.commits$.next({ world, entries }),
      complete: () => {
        this.#snapshotters.delete(snapshotter);
        this.stopped$.next(world);
      },
    });
    this.started$.next(world);
    return world;
  }

  /** Stops a world and removes or resets it in the store. Starts it again if that fails. */
  async stopAndChange(world: RunningWorld, changeStore: () => Promise<void>): Promise<void> {
    const { record, requestIds } = world;
    await world.stop();
    try {
      await changeStore();
    } catch (error) {
      this.start(record, await loadWorld(this.sourceOf(record)), { requestIds });
      throw error;
    }
  }

  /** Forgets a stopped world. */
  delete(name: string): void {
    this.#changes += 1;
    this.#running.delete(name);
    this.#records.delete(name);
  }

  /** Loads all worlds at the start of the engine. */
  async loadAll(): Promise<void> {
    const unverified: (readonly [WorldRecord, number])[] = [];
    for (const record of this.records()) {
      const loaded = await loadWorld(this.sourceOf(record));
      this.start(record, loaded, { requestIds: this.#requestIdsOf(record, loaded) });
      if (loaded.unverifiedInputs > 0) unverified.push([record, loaded.unverifiedInputs]);
    }
    this.#background = this.#verifySkipped(unverified);
  }

  /** Reads all unloaded worlds but the locked ones, and starts those with dues or other work. */
  loadInBackground(isLocked: (name: string) => boolean): void {
    if (this.#records.size === this.#running.size) return;
    const { store, host, onDamaged } = this.#options;
    const loading = loadInBackground({
      store,
      host,
      sourceOf: (record) => this.sourceOf(record),
      unloadedRecord: (name) =>
        this.#running.has(name) || isLocked(name) ? undefined : this.#records.get(name),
      onLoaded: (record, loaded) => this.#startIfActive(record, loaded),
      onDamaged: (error) => onDamaged?.(error),
      isActive: () => !this.#isClosing,
      changes: () => this.#changes,
    });
    this.#background = Promise.all([this.#background, loading]).then(() => undefined);
  }

  sourceOf(record: WorldRecord): WorldSource {
    const { store, host } = this.#options;
    const yieldToLoop = () => new Promise<void>((resolve) => host.defer(resolve));
    return { store, record, rules: this.#rules, yieldToLoop };
  }

  /** Resolves when everything pending is stored and no background work is in flight. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#background;
    await Promise.all([...this.#snapshotters].map((snapshotter) => snapshotter.stop()));
    await this.#groupCommit.whenIdle();
    this.#isClosed = true;
  }

  /** Completes the streams of all worlds, and of the engine, also for later observers. For a closed engine. */
  endStreams(): void {
    for (const stream of [this.started$, this.stopped$, this.commits$, this.rescheduled$]) {
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
    if (world === undefined) throw unknownWorld(name);
    return world;
  }

  async #load(record: WorldRecord): Promise<World> {
    try {
      const loaded = await loadWorld(this.sourceOf(record));
      const known = this.#running.get(record.name); // loaded in the background meanwhile
      if (known !== undefined) return known;
      if (this.#records.get(record.name) !== record) throw unknownWorld(record.name);
      const world = this.#startLoaded(record, loaded);
      if (loaded.unverifiedInputs > 0) {
        const unverified = [[record, loaded.unverifiedInputs]] as const;
        this.#background = this.#background.then(() => this.#verifySkipped(unverified));
      }
      return world;
    } catch (error) {
      const isDamaged = error instanceof StoreError && error.code === 'damaged';
      if (isDamaged) this.#options.onDamaged?.(error);
      throw error;
    }
  }

  /** Starts a world only if it has dues or other work; any other stays unloaded until its first use. */
  #startIfActive(record: WorldRecord, loaded: LoadedWorld): void {
    const { clock, dues } = loaded.world;
    const isDue = clock.mode !== 'frozen' && dues.next() !== undefined;
    const hasWork = isDue || this.#options.hasWork?.(statesOf(loaded.world), record) === true;
    if (hasWork) this.#startLoaded(record, loaded);
  }

  /** The clock of a world that is loaded later has run since the engine opened. */
  #startLoaded(record: WorldRecord, loaded: LoadedWorld): World {
    const requestIds = this.#requestIdsOf(record, loaded);
    return this.start(record, loaded, { sinceMs: this.#openedMs, requestIds });
  }

  #requestIdsOf({ seed }: WorldRecord, { world }: LoadedWorld): RequestIds {
    const loadedAt = { position: world.position, opening: this.#opening };
    return createRequestIds(this.#options.host.hash, seed, loadedAt);
  }

  /** Verifies log entries that loading has skipped; a world with damaged ones refuses all further requests. */
  async #verifySkipped(worlds: readonly (readonly [WorldRecord, number])[]): Promise<void> {
    for (const [record, count] of worlds) {
      const world = this.#running.get(record.name);
      const isCurrent = () =>
        !this.#isClosing && world !== undefined && this.#running.get(record.name) === world;
      try {
        await verifyEntries(this.sourceOf(record), count, isCurrent);
      } catch (error) {
        if (!isCurrent() || !(error instanceof StoreError) || error.code !== 'damaged') continue;
        world?.fail(error);
        this.#options.onDamaged?.(error);
      }
    }
  }
}

function unknownWorld(name: string): StoreError {
  return new StoreError('unknown-world', `There is no world named '${name}'.`);
}
