// Unloads worlds that are not in use, and loads them again when something in them is due. It sets no timers: callers say when to check.

import { Subject } from 'rxjs';
import {
  NoRoom,
  StoreError,
  WorldElsewhere,
  type EventStore,
  type Sleep,
  type WakeDelay,
} from '../ports/event-store.ts';
import type { Host } from '../ports/host.ts';
import type { Outbound } from '../ports/outbound.ts';
import { WakeTimes } from './wake-times.ts';
import type { World } from './world/world-contract.ts';
import type { RunningWorld } from './world/world.ts';

export interface SleepersOptions {
  readonly store: EventStore;
  readonly host: Host;
  /** The number of this opening of the store, and the host instant of it. */
  readonly opening: number;
  readonly openedMs: number;
  /** How long a world is unused before it is put to sleep; undefined: none is. */
  readonly sleepAfterMs: number | undefined;
  readonly outbound: Outbound | undefined;
  /** Whether this process takes no more worlds: others wake them. */
  readonly isDraining: () => boolean;
  readonly awake: () => readonly RunningWorld[];
  readonly isAwake: (name: string) => boolean;
  readonly open: (name: string) => Promise<World | undefined>;
  /** Drops a world whose sleep is stored. */
  readonly putAway: (world: RunningWorld) => void;
}

/** A world makes room for another only when it is unused for so long: a caller that has just found it is about to use it. */
const unusedMsMin = 20;
/** This part of the worlds is put to sleep at once to make room; at least one. */
const roomShare = 0.01;
/** Names read at once. */
const wakesPerRead = 1_000;
/** The longest wait for an idle host before one more world is woken. */
const idleWaitMsMax = 25;
/** Worlds that could not be woken, and wakes that could not be read, are tried again after so long. */
const wakeAgainMs = 1_000;

/** Wakes that could not be read: of worlds with greater names, counted from an instant. */
interface UnreadWakes {
  readonly sinceMs: number;
  readonly after: string | undefined;
  /** When they are read again. */
  readonly againMs: number;
}

export class Sleepers {
  /** Emits when the next wake may be earlier than before. */
  readonly wakes$ = new Subject<void>();
  readonly #options: SleepersOptions;
  /** How often each world is kept awake, by name. */
  readonly #kept = new Map<string, number>();
  /** Called when a world is kept awake no longer. */
  readonly #whenUnused = new Map<string, () => void>();
  readonly #wakes = new WakeTimes();
  #unread: UnreadWakes | undefined;
  #sweep: Promise<void> | undefined;
  #makingRoom: Promise<boolean> | undefined;
  #waking: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(options: SleepersOptions) {
    this.#options = options;
  }

  /** Keeps a world awake until the result is called. */
  keepAwake({ record: { name } }: World): () => void {
    const kept = this.#kept;
    kept.set(name, (kept.get(name) ?? 0) + 1);
    let isKept = true;
    return () => {
      if (!isKept) return;
      isKept = false;
      const left = (kept.get(name) ?? 1) - 1;
      if (left > 0) return void kept.set(name, left);
      kept.delete(name);
      this.#whenUnused.get(name)?.();
    };
  }

  /** Resolves once nothing keeps a world awake. For one caller at a time. */
  async whenUnused(name: string): Promise<void> {
    if (!this.#kept.has(name)) return;
    await new Promise<void>((resolve) => this.#whenUnused.set(name, resolve));
    this.#whenUnused.delete(name);
  }

  /** Whether a request, a socket, an observer or outbound work needs a world that is awake. */
  isInUse(world: RunningWorld): boolean {
    const { name } = world.record;
    return (
      this.#kept.has(name) || !world.isQuiet() || this.#options.outbound?.isBusy(name) === true
    );
  }

  /** The world is awake, or gone. */
  forget(name: string): void {
    this.#wakes.delete(name);
  }

  /** Wakes a world that could not be loaded, a little later. */
  wakeAgain(name: string): void {
    this.#wakes.set(name, this.#options.host.monotonicMs() + wakeAgainMs);
    this.wakes$.next();
  }

  /** Wakes a world that was handed over when it has something to do, unless another process goes on with it by then. */
  wakeInTime(name: string, afterMs: WakeDelay): void {
    if (afterMs === null) return;
    const atMs = this.#options.host.monotonicMs() + Math.max(wakeAgainMs, afterMs);
    this.#wakes.setEarlier(name, atMs);
    this.wakes$.next();
  }

  /** The host instant at which a sleeping world has something to do, or may have. */
  nextWakeMs(): number | undefined {
    const wakeMs = this.#wakes.next()?.atMs;
    const againMs = this.#unread?.againMs;
    if (wakeMs === undefined || againMs === undefined) return wakeMs ?? againMs;
    return Math.min(wakeMs, againMs);
  }

  /**
   * Reads when the worlds of earlier openings, and of other processes that are gone, wake: their clocks have stood still until then.
   * If that fails, `wakeDue` reads the rest.
   */
  readWakes(sinceMs = this.#options.openedMs): void {
    const read = async () => this.#readWakes(Math.min(sinceMs, this.#unread?.sinceMs ?? sinceMs));
    this.#waking = this.#waking.then(read).catch(() => undefined); // `wakeDue` rejects if it fails again
  }

  /** Rejects with errors other than StoreError. */
  async #readWakes(sinceMs: number, after?: string): Promise<void> {
    const { store, host, isAwake } = this.#options;
    let last = after;
    this.#unread = undefined;
    try {
      while (!this.#isClosing) {
        const page = await store.wakes({ after: last, limit: wakesPerRead });
        for (const { world, afterMs } of page) {
          if (!isAwake(world)) this.#wakes.setEarlier(world, sinceMs + afterMs);
        }
        this.wakes$.next();
        if (page.length < wakesPerRead) return;
        last = page.at(-1)?.world;
      }
    } catch (error) {
      this.#unread = { sinceMs, after: last, againMs: host.monotonicMs() + wakeAgainMs };
      this.wakes$.next();
      if (!(error instanceof StoreError)) throw error;
    }
  }

  /** Wakes all worlds that have something to do by now, one after another. Rejects if one breaks; the next call goes on with the others. */
  wakeDue(): Promise<void> {
    const waking = this.#waking.then(() => this.#wakeDue());
    this.#waking = waking.catch(() => undefined);
    return waking;
  }

  async #wakeDue(): Promise<void> {
    const { host, open, isDraining } = this.#options;
    const unread = this.#unread;
    if (unread !== undefined && unread.againMs <= host.monotonicMs())
      await this.#readWakes(unread.sinceMs, unread.after);
    for (let isFirst = true; !this.#isClosing; isFirst = false) {
      const next = this.#wakes.next();
      if (next === undefined || next.atMs > host.monotonicMs()) return;
      if (!isFirst) await host.whenIdle?.(idleWaitMsMax);
      this.#wakes.delete(next.name);
      try {
        await open(next.name);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // A damaged world is reported and never woken; one of another process is woken there.
        const isOfOther =
          error instanceof WorldElsewhere || (error instanceof NoRoom && isDraining());
        if (error.code === 'unavailable' && !isOfOther) this.wakeAgain(next.name);
      }
    }
  }

  /** Puts all worlds to sleep that have been unused for long. */
  sleepIdle(): Promise<void> {
    const { sleepAfterMs } = this.#options;
    if (sleepAfterMs === undefined || this.#isClosing) return Promise.resolve();
    this.#sweep ??= this.#sleepAll(this.#options.awake(), sleepAfterMs).finally(() => {
      this.#sweep = undefined;
    });
    return this.#sweep;
  }

  async #sleepAll(worlds: readonly RunningWorld[], unusedMs: number): Promise<void> {
    for (const world of worlds) {
      if (this.#isClosing) return;
      if (this.#maySleep(world, unusedMs)) await this.#sleep(world);
    }
  }

  /** Puts the least used worlds to sleep, whether they are unused for long or not. Resolves with whether any sleeps now. */
  sleepLeastUsed(): Promise<boolean> {
    this.#makingRoom ??= this.#sleepLeastUsed(this.#options.awake()).finally(() => {
      this.#makingRoom = undefined;
    });
    return this.#makingRoom;
  }

  /** Whether a world may be put to sleep to make room. */
  maySleepAny(): boolean {
    const unusedMs = this.#unusedMsForRoom();
    const maySleep = (world: RunningWorld) => this.#maySleep(world, unusedMs ?? 0, true);
    return unusedMs !== undefined && this.#options.awake().some(maySleep);
  }

  #unusedMsForRoom(): number | undefined {
    const { sleepAfterMs } = this.#options;
    return sleepAfterMs === undefined ? undefined : Math.min(sleepAfterMs, unusedMsMin);
  }

  /** As `sleepLeastUsed`, among some worlds only. */
  async sleepLeastUsedOf(isOne: (world: World) => boolean): Promise<boolean> {
    await this.#makingRoom; // which may put one of them to sleep
    return this.#sleepLeastUsed(this.#options.awake().filter(isOne));
  }

  async #sleepLeastUsed(worlds: readonly RunningWorld[]): Promise<boolean> {
    const unusedMs = this.#unusedMsForRoom();
    if (unusedMs === undefined || this.#isClosing) return false;
    const unused = worlds.filter((world) => this.#maySleep(world, unusedMs, true));
    const idle = unused.filter((world) => this.#maySleep(world, unusedMs));
    const least = (idle.length > 0 ? idle : unused)
      .sort((one, other) => one.usedMs() - other.usedMs())
      .slice(0, Math.max(1, Math.ceil(worlds.length * roomShare)));
    let hasSlept = false;
    for (const world of least) hasSlept = (await this.#sleep(world, true)) || hasSlept;
    return hasSlept;
  }

  /** Why there is no room for one more world. */
  fullMessage(worldsMax: number): string {
    return this.#options.sleepAfterMs === undefined
      ? `There are ${worldsMax} worlds, which is the maximum; remove one first.`
      : `There are ${worldsMax} worlds in use, which is the maximum; retry later, or remove one.`;
  }

  /** Resolves when no world is being put to sleep or woken. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#sweep;
    await this.#makingRoom;
    await this.#waking;
    this.wakes$.complete();
  }

  /** `isForRoom`: webhooks whose outcomes wait for time to move may be sent again. */
  #maySleep(world: RunningWorld, unusedMs: number, isForRoom = false): boolean {
    const { host, outbound, isAwake, sleepAfterMs = 0 } = this.#options;
    const { name } = world.record;
    if (!isAwake(name) || this.#kept.has(name) || !world.isQuiet()) return false;
    if (host.monotonicMs() - world.usedMs() < unusedMs) return false;
    const mayUnload = isForRoom && outbound?.isResumable(name) === true;
    if (outbound?.isBusy(name) === true && !mayUnload) return false;
    return this.#idleMs(world, mayUnload) > Math.min(unusedMs, sleepAfterMs);
  }

  /** For how long, in milliseconds of the host, a world has nothing to do by itself. `mayUnload`: see #maySleep. */
  #idleMs(world: RunningWorld, mayUnload = false): number {
    const { mode, rate } = world.clock();
    if (mayUnload && mode === 'frozen') return Number.POSITIVE_INFINITY; // its webhooks need not wake it: the next request does
    if (world.wakeAfterMs() === 0) return 0; // whenever it ticks next, as for an oracle's answer
    const tickMs = world.nextTickMs();
    if (tickMs === undefined) return Number.POSITIVE_INFINITY;
    return mode === 'real' ? (tickMs - world.nowMs()) / rate : 0;
  }

  /** Returns whether the world sleeps: it may have been used meanwhile. */
  async #sleep(world: RunningWorld, isForRoom = false): Promise<boolean> {
    const { store, host, opening, outbound, putAway } = this.#options;
    const { name } = world.record;
    const uses = world.uses();
    const isUnused = () => world.uses() === uses && this.#maySleep(world, 0, isForRoom);
    let sleep: Sleep;
    try {
      await world.saveLongTail();
      if (!isUnused()) return false;
      sleep = world.sleep(opening);
      await store.sleep(name, sleep);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return false; // it stays awake, and is tried again
    }
    const hasMoved = world.sleep(opening).inputs !== sleep.inputs; // by a tick, which is no use
    if (hasMoved || !isUnused()) return false;
    const idleMs = this.#idleMs(world, isForRoom && outbound?.isResumable(name) === true);
    putAway(world);
    if (Number.isFinite(idleMs)) this.#wakes.set(name, host.monotonicMs() + idleMs);
    this.wakes$.next();
    return true;
  }
}
