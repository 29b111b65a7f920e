// Verifies log entries that loading has skipped, thanks to a snapshot: in the background, one world after another.

import { StoreError, type WorldRecord } from '../ports/event-store.ts';
import { verifyEntries, type WorldSource } from './history/journal.ts';
import type { RunningWorld } from './world/world.ts';

export interface LogVerificationOptions {
  readonly sourceOf: (record: WorldRecord) => WorldSource;
  /** Whether the world is awake, in an engine that does not close; the verification of others stops. */
  readonly isAwake: (world: RunningWorld) => boolean;
  readonly onDamaged: (error: StoreError) => void;
}

export class LogVerification {
  readonly #options: LogVerificationOptions;
  /** The names of worlds whose verification has not ended: it begins anew when they are loaded again. */
  readonly #unverified = new Set<string>();
  #running: Promise<void> = Promise.resolve();

  constructor(options: LogVerificationOptions) {
    this.#options = options;
  }

  /** Whether a world that was loaded before was put to sleep or dropped before all was verified. */
  isUnverified(name: string): boolean {
    return this.#unverified.has(name);
  }

  /** The world is gone. */
  forget(name: string): void {
    this.#unverified.delete(name);
  }

  /** Verifies the first `count` entries in their turn; a world with damaged ones refuses all further requests. */
  verifyLater(world: RunningWorld, count: number): void {
    this.#unverified.add(world.record.name);
    this.#running = this.#running.then(async () => this.#verify(world, count));
  }

  /** Resolves when nothing is being verified. */
  whenIdle(): Promise<void> {
    return this.#running;
  }

  async #verify(world: RunningWorld, count: number): Promise<void> {
    const { sourceOf, isAwake, onDamaged } = this.#options;
    const { record } = world;
    const isCurrent = () => isAwake(world);
    try {
      await verifyEntries(sourceOf(record), count, isCurrent);
      if (isCurrent()) this.#unverified.delete(record.name);
    } catch (error) {
      if (!isCurrent() || !(error instanceof StoreError) || error.code !== 'damaged') return;
      world.fail(error);
      onDamaged(error);
    }
  }
}
