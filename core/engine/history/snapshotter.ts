// When a world is written down: beside its running, once enough has happened since the last time, and in calm moments where
// there are some. What goes wrong here costs the next start some time and nothing else.

import { nextGeneration } from '../../tables/index.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { Host } from '../../ports/host.ts';
import { emptyBaseline, type SnapshotBaseline } from './journal.ts';
import { writePages } from './snapshot.ts';
import { forkWorld, type WorldState } from '../world-state.ts';

/** How many events lie between two snapshots at least. */
export const snapshotEventsMin = 10_000;

/** A snapshot is worth this many events for each page that the last one wrote. */
export const eventsPerPage = 32;

/**
 * How long a snapshot waits for a calm moment before each of its pieces, and for all such moments together. On a host that is
 * never calm it takes a turn of the event loop for each piece from then on.
 */
export const pieceIdleWaitMsMax = 25;
export const idleWaitMsMax = 250;

/** The wait between the pieces of a snapshot: for calm moments while its time for them lasts, else for the next turn. */
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
  /** Takes a snapshot of this state if it is time. Resolves `isStored` before it counts. */
  readonly consider: (state: WorldState, isStored: () => Promise<void>) => void;
  /** The state was loaded anew, and this of it is saved. */
  readonly restart: (saved: SnapshotBaseline) => void;
  /** Gives up what is under way and takes no more; resolves when nothing is. */
  readonly stop: () => Promise<void>;
}

/** A snapshot was given up. */
class CancelledError extends Error {
  override readonly name = 'StoppedError';
}

/** `resting` begins a snapshot, and gives what is to be waited for before each piece of it. */
export function createSnapshotter(
  store: EventStore,
  world: string,
  eventsMin: number,
  resting: () => () => Promise<void>,
): Snapshotter {
  let saved: SnapshotBaseline = emptyBaseline;
  let dueAt = eventsMin;
  let run = 0; // what another run began is given up
  let underWay: Promise<void> | undefined;
  let giveUp: () => void = () => undefined;

  async function take(
    frozen: WorldState,
    generation: number,
    isStored: () => Promise<void>,
  ): Promise<void> {
    const own = run;
    const rest = resting();
    const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
    const goOn = () => {
      if (own !== run) throw new CancelledError();
    };
    const waitFor = async (others: Promise<void>) => {
      await Promise.race([others, givenUp]);
      goOn();
    };
    await waitFor(isStored());
    await waitFor(rest());
    const writer = await store.snapshot(world, frozen.inputs);
    const yieldToLoop = () => waitFor(rest());
    const { snapshot, hashes, written } = await writePages(frozen, saved, writer, yieldToLoop);
    await writer.finish(snapshot);
    goOn();
    saved = { generation, hashes, position: frozen.position };
    dueAt = frozen.position + Math.max(eventsMin, written * eventsPerPage);
  }

  return {
    consider(state, isStored) {
      if (underWay !== undefined || state.position < dueAt) return;
      const generation = nextGeneration();
      const frozen = forkWorld(state);
      dueAt = state.position + eventsMin; // where it fails
      underWay = take(frozen, generation, isStored)
        .catch(() => undefined)
        .finally(() => {
          underWay = undefined;
          giveUp = () => undefined;
        });
    },
    restart(loaded) {
      run += 1;
      giveUp();
      saved = loaded;
      dueAt = loaded.position + eventsMin;
    },
    async stop() {
      run += 1;
      giveUp();
      dueAt = Number.POSITIVE_INFINITY;
      await underWay;
    },
  };
}
