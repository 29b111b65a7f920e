// Decides when to take snapshots of a world: in the background, after enough events, while the host is idle. A failure here
// only makes the next start slower.

import { nextGeneration } from '../../tables/index.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Host } from '../../ports/host.ts';
import { emptyBaseline, type SnapshotBaseline } from './journal.ts';
import { writePages } from './snapshot.ts';
import { forkWorld, type WorldState } from '../world-state.ts';

/** The least number of events between two snapshots. */
export const snapshotEventsMin = 10_000;

/** A world with so many events after its last snapshot gets another before it sleeps: they would delay its waking. */
export const tailEventsMax = 1_000;

/** A snapshot delays the next one by so many events for each page that it wrote. */
export const eventsPerPage = 32;

/**
 * How long a snapshot waits for an idle host: before each of its pieces, and in total. Afterwards it writes a piece in each turn
 * of the event loop.
 */
export const pieceIdleWaitMsMax = 25;
export const idleWaitMsMax = 250;

/** Waits between the pieces of one snapshot; see `idleWaitMsMax`. */
export function createIdleWait({ monotonicMs, whenIdle, defer }: Host): () => Promise<void> {
  let leftMs = idleWaitMsMax;
  const nextTurn = () => new Promise<void>((resolve) => defer(resolve));
  return async () => {
    if (whenIdle === undefined || leftMs <= 0) return nextTurn();
    const startMs = monotonicMs();
    await whenIdle(Math.min(leftMs, pieceIdleWaitMsMax));
    leftMs -= monotonicMs() - startMs;
  };
}

export interface Snapshotter {
  /** Takes a snapshot of this state if it is time, once `whenDurable` resolves. */
  readonly consider: (state: WorldState, whenDurable: () => Promise<void>) => void;
  /**
   * Takes a snapshot of the state after the last input if its tail is long; where `present` has none, within an input, the next call of
   * `consider` takes it. Never rejects: without it, loading takes longer.
   */
  readonly saveTail: (
    present: () => WorldState | undefined,
    whenDurable: () => Promise<void>,
  ) => Promise<void>;
  /** Cancels: the world was loaded again, with this much of it in a snapshot. */
  readonly restart: (baseline: SnapshotBaseline) => void;
  /** Cancels and takes no more; resolves when nothing is in flight. */
  readonly stop: () => Promise<void>;
}

class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

/** `newWait` is called for each snapshot; the returned function is awaited before each piece. */
export function createSnapshotter(
  store: EventStore,
  world: string,
  eventsMin: number,
  newWait: () => () => Promise<void>,
): Snapshotter {
  let baseline: SnapshotBaseline = emptyBaseline;
  let dueAt = eventsMin;
  let run = 0; // a snapshot of an earlier run is cancelled
  let inFlight: Promise<void> | undefined;
  let cancel: () => void = () => undefined;

  async function write(
    frozen: WorldState,
    generation: number,
    whenDurable: () => Promise<void>,
  ): Promise<void> {
    const own = run;
    const wait = newWait();
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    const assertCurrent = () => {
      if (own !== run) throw new CancelledError();
    };
    const waitFor = async (others: Promise<void>) => {
      await Promise.race([others, cancelled]);
      assertCurrent();
    };
    await waitFor(whenDurable());
    await waitFor(wait());
    const writer = await store.snapshot(world, frozen.inputs);
    const yieldToLoop = () => waitFor(wait());
    const { snapshot, hashes, written } = await writePages(frozen, baseline, writer, yieldToLoop);
    await writer.finish(snapshot);
    assertCurrent();
    baseline = { generation, hashes, position: frozen.position };
    dueAt = frozen.position + Math.max(eventsMin, written * eventsPerPage);
  }

  function take(state: WorldState, whenDurable: () => Promise<void>): Promise<void> {
    const generation = nextGeneration();
    const frozen = forkWorld(state);
    dueAt = state.position + eventsMin; // in case it fails
    inFlight = write(frozen, generation, whenDurable)
      .catch(() => undefined)
      .finally(() => {
        inFlight = undefined;
        cancel = () => undefined;
      });
    return inFlight;
  }

  return {
    consider(state, whenDurable) {
      if (inFlight === undefined && state.position >= dueAt) void take(state, whenDurable);
    },
    async saveTail(present, whenDurable) {
      while (inFlight !== undefined) await inFlight; // another caller may begin one first
      if (dueAt === Number.POSITIVE_INFINITY) return;
      const leastPosition = baseline.position + tailEventsMax + 1;
      const state = present();
      if (state === undefined) dueAt = Math.min(dueAt, leastPosition);
      else if (state.position >= leastPosition) await take(state, whenDurable);
    },
    restart(loaded) {
      run += 1;
      cancel();
      baseline = loaded;
      dueAt = loaded.position + eventsMin;
    },
    async stop() {
      run += 1;
      cancel();
      dueAt = Number.POSITIVE_INFINITY;
      await inFlight;
    },
  };
}
