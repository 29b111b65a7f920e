// PostgreSQL is killed under load, repeatedly (CRASH_RUNS times): what was acknowledged is stored once and in order, and a refused
// append is not stored. CRASH_SEED repeats the random choices of a run.

import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { limitsDefault } from '../../adapters/stores/postgres/limits.ts';
import { StoreError, type EventStore, type JournalEntry } from '../../core/index.ts';
import { nextEntries } from '../contract/event-store-forks.contract.ts';
import { recordOf } from '../contract/event-store.contract.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { rounds } from '../support/runner/soak.ts';

const runs = rounds('CRASH_RUNS', 3, 20);
/** The longest time that a server is under load. */
const loadMsMax = 400;
const all = 1_000_000;
/** No answer stays unknown, and no operation gives up before the server is back. */
const limits = { ...limitsDefault, awayMsMax: 60_000, settleMsMax: 60_000 };

interface Load {
  /** What was acknowledged, by world. */
  readonly stored: ReadonlyMap<string, readonly JournalEntry[]>;
  readonly acknowledged: () => number;
  readonly refused: () => number;
  readonly stop: () => Promise<void>;
}

/** Appends to many worlds of a store at once, in batches, and creates and removes worlds beside. */
async function startLoad(store: EventStore, mark: string): Promise<Load> {
  const names = Array.from({ length: 8 }, (_, index) => `${mark} ${index}`);
  const stored = new Map<string, readonly JournalEntry[]>();
  let [acknowledged, refusals, isStopped] = [0, 0, false];
  for (const name of names) {
    await store.create(recordOf(name));
    stored.set(name, []);
  }

  /** The worlds of one lane, in one append after the other. */
  async function append(lane: readonly string[]): Promise<void> {
    for (let round = 0; !isStopped; round += 1) {
      const batch = lane.map((world) => {
        const before = stored.get(world) ?? [];
        const entries = nextEntries(before, 1 + (round % 3), `${round}`);
        return { world, expectedInput: before.length, entries };
      });
      try {
        expect(await store.append(batch)).toEqual([]);
        acknowledged += 1;
        for (const { world, entries } of batch) {
          stored.set(world, [...(stored.get(world) ?? []), ...entries]);
        }
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        expect(error.code).toBe('unavailable');
        refusals += 1;
      }
    }
  }

  async function createAndRemove(): Promise<void> {
    for (let round = 0; !isStopped; round += 1) {
      const name = `${mark} short ${round}`;
      await store.create(recordOf(name), undefined, nextEntries([], 2));
      stored.set(name, nextEntries([], 2));
      if (round % 2 === 0) continue;
      try {
        await store.remove(name);
        stored.delete(name);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        refusals += 1; // it was not removed
      }
    }
  }

  const lanes = [names.slice(0, 3), names.slice(3, 6), names.slice(6)].map(append);
  const running = [...lanes, createAndRemove()];
  return {
    stored,
    acknowledged: () => acknowledged,
    refused: () => refusals,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

describePostgres('PostgreSQL that is killed under load', () => {
  const { server, newUrl } = testServer();
  const seed = seedOf('CRASH_SEED');
  const chance = seededRandom(seed);

  it(
    `has what it acknowledged, over ${runs} kills (CRASH_SEED=${seed})`,
    { timeout: 60_000 + runs * 15_000 },
    async () => {
      const url = await newUrl();
      const stores = [
        await openPostgresStore({ url }, limits),
        await openPostgresStore({ url }, limits),
      ];
      let acknowledged = 0;
      for (let run = 0; run < runs; run += 1) {
        const loads: Load[] = [];
        for (const [index, store] of stores.entries()) {
          loads.push(await startLoad(store, `run ${run} store ${index}`));
        }
        await wait(chance.below(loadMsMax));
        await server().kill();
        await server().start();
        const atRestart = loads.map((load) => load.acknowledged());
        // It goes on by itself: each append answers, and more of them are stored.
        for (const [index, load] of loads.entries()) {
          while (load.acknowledged() < (atRestart[index] ?? 0) + 3) await wait(5);
        }
        for (const load of loads) await load.stop();
        const fresh = await openPostgresStore({ url });
        for (const load of loads) {
          acknowledged += load.acknowledged();
          for (const [world, entries] of load.stored) {
            expect(await fresh.read(world, 1, all)).toEqual(entries);
          }
        }
        const listed = (await fresh.worlds({ limit: all })).map(({ name }) => name);
        const expected = loads.flatMap(({ stored }) => [...stored.keys()]);
        const ofThisRun = listed.filter((name) => name.startsWith(`run ${run} `));
        expect(ofThisRun).toEqual([...expected].sort());
        expect(await fresh.defects()).toEqual([]);
        await fresh.close();
      }
      expect(acknowledged).toBeGreaterThan(runs * 6);
      for (const store of stores) await store.close();
    },
  );
});
