// Removes worlds that have been unused for longer than a limit. The time of the last use of each world is stored periodically.

import { StoreError, type Engine, type World, type WorldUses } from '../../core/index.ts';
import { clearInterval, setInterval } from '../host-timers.ts';

/** Uses are noted so many times while a world becomes unused for long enough. */
const notesPerTtl = 8;
const noteMsMin = 10;
const noteMsMax = 60_000;
/** Unused worlds read at once. */
const worldsPerRead = 250;
/** The world of requests that name none is never removed. */
const lasting = 'default';

export class WorldTtl {
  /** The engine, which notes which worlds are asked for. */
  readonly engine: Engine;
  readonly #inner: Engine;
  readonly #uses: WorldUses;
  readonly #onFailed: (error: unknown) => void;
  /** After a crash, the last uses are not noted: worlds stay for longer by the time between two notes. */
  readonly #unusedMs: number;
  readonly #noteMs: number;
  /** The names of worlds that were asked for since the last note. */
  #asked = new Set<string>();
  /** How many requests, sockets and streams each world has now. */
  readonly #kept = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #sweep: Promise<void> | undefined;
  #isStopped = false;

  /** `onFailed`: a sweep breaks, and the next one goes on. */
  constructor(engine: Engine, uses: WorldUses, ttlMs: number, onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed;
    this.#inner = engine;
    this.#uses = uses;
    this.#noteMs = Math.min(Math.max(ttlMs / notesPerTtl, noteMsMin), noteMsMax);
    this.#unusedMs = ttlMs + this.#noteMs;
    this.engine = {
      ...engine,
      open: (name) => {
        const opened = engine.open(name);
        return opened instanceof Promise
          ? opened.then((world) => this.#ask(world))
          : this.#ask(opened);
      },
      keepAwake: (world) => this.#keep(world),
    };
  }

  start(): void {
    this.#timer = setInterval(() => void this.sweep(), this.#noteMs).unref();
  }

  /** Notes what was asked for, then removes what was not for long. Never rejects: the next sweep goes on. */
  sweep(): Promise<void> {
    this.#sweep ??= this.#sweepAll()
      .catch((error: unknown) => {
        if (!(error instanceof StoreError)) this.#onFailed(error);
      })
      .finally(() => (this.#sweep = undefined));
    return this.#sweep;
  }

  /** Ends the sweep that is under way, and notes the last uses. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#sweep;
    await this.#note().catch(() => undefined);
  }

  #ask<Found extends World | undefined>(world: Found): Found {
    if (world !== undefined) this.#asked.add(world.record.name);
    return world;
  }

  #keep(world: World): () => void {
    const { name } = world.record;
    const release = this.#inner.keepAwake(this.#ask(world));
    this.#kept.set(name, (this.#kept.get(name) ?? 0) + 1);
    let isKept = true;
    return () => {
      release();
      if (!isKept) return;
      isKept = false;
      this.#asked.add(name);
      const left = (this.#kept.get(name) ?? 1) - 1;
      if (left === 0) this.#kept.delete(name);
      else this.#kept.set(name, left);
    };
  }

  async #note(): Promise<void> {
    const asked = this.#asked;
    this.#asked = new Set(this.#kept.keys());
    try {
      await this.#uses.note([...new Set([...asked, ...this.#asked])]);
    } catch (error) {
      for (const name of asked) this.#asked.add(name);
      throw error;
    }
  }

  async #sweepAll(): Promise<void> {
    await this.#note();
    await this.#uses.noteOthers();
    const unusedMs = this.#unusedMs;
    let page: readonly string[] = [];
    do {
      page = await this.#uses.unused({ unusedMs, after: page.at(-1), limit: worldsPerRead });
      for (const name of page) await this.#remove(name);
    } while (page.length === worldsPerRead && !this.#isStopped);
  }

  async #remove(name: string): Promise<void> {
    if (name === lasting || this.#isStopped || this.#asked.has(name)) return;
    try {
      const isRemoved = await this.#inner.removeUnused(name, async () => {
        const isUnused = await this.#uses.isUnused(name, this.#unusedMs);
        return isUnused && !this.#asked.has(name);
      });
      if (!isRemoved) this.#asked.add(name); // it is in use, as by a stream or a recording
    } catch (error) {
      // It is damaged, belongs to another process, or is being changed.
      if (!(error instanceof StoreError)) throw error;
    }
  }
}
