import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Engine } from '../../core/engine/engine-contract.ts';
import { step } from '../../core/engine/step.ts';
import { initialWorld } from '../../core/engine/world-state.ts';
import type { JournalEntry } from '../../core/kernel/input.ts';
import type { EventStore } from '../../core/ports/event-store.ts';
import { eventsOf, sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed, describeStored, stateText } from '../support/engine/engine-session.ts';
import { runs } from '../support/collections/forks.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { rules } from '../support/engine/pure-world.ts';
import { storeJournal, sessionRecord } from '../support/engine/stored-snapshots.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { reopenedStores, type Reopen } from '../support/store/reopened-stores.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
let files = 0;

const kinds = reopenedStores(() => join(folder, `${(files += 1)}.db`));

/**
 * Feeds a world the same inputs and stops it at the end of the decision that reached the position. The remaining dues of
 * that instant stay pending; inputs without events that follow directly are included.
 */
function stoppedAt(entries: readonly JournalEntry[], position: number) {
  const world = initialWorld(sessionRecord('law'), rules);
  for (const { input, events } of entries) {
    const isWhole = (events.at(-1)?.position ?? 0) <= position;
    if (!isWhole && world.position >= position) break;
    const at = events.find((event) => event.position === position);
    if (isWhole || at?.cause === undefined) {
      step(world, input);
      if (!isWhole) break;
      continue;
    }
    // Finds the least sequence up to which dues must fire to reach the position.
    const n = world.inputs + 1;
    const stopped = (through: number) => {
      const part = initialWorld(sessionRecord('law'), rules);
      for (const before of entries.slice(0, n - 1)) step(part, before.input);
      step(part, { kind: 'time', n, atMs: at.atMs, through });
      return part;
    };
    let [low, high] = [0, world.dues.sequence + 20 * entries.length * events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stopped(middle).position >= position) high = middle;
      else low = middle + 1;
    }
    return stopped(low);
  }
  return world;
}

/** Opens an engine with the journal of a session. */
async function setUp(actions: Parameters<typeof sessionOf>[0], reopen: Reopen) {
  const { entries, state } = sessionOf(actions);
  const store = reopen();
  await storeJournal(store, sessionRecord('law'), entries);
  return { entries, state, engine: await engineOver(store) };
}

async function restarted(engine: Engine, reopen: Reopen): Promise<Engine> {
  await engine.close();
  return engineOver(reopen());
}

it.each(kinds)(
  'a fork at any position equals a world that stopped there, in %s',
  async (_name, kind) => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        async (actions, places) => {
          const reopen = kind();
          const { entries, state, engine } = await setUp(actions, reopen);
          const parent = await describeStored(engine, 'law');
          const names = new Map<string, { position: number; text: string }>();
          for (const place of new Set(places.map((some) => some % (state.position + 1)))) {
            const name = `at ${place}`;
            await engine.fork('law', { name, at: { position: place } });
            const stopped = stoppedAt(entries, place);
            const view = await describeStored(engine, name);
            expect(view).toEqual({
              position: stopped.position,
              digest: stopped.digest,
              nowMs: stopped.nowMs,
              pendingDues: stopped.dues.size,
              nextDueMs: stopped.dues.next()?.dueMs,
              text: stateText(stopped),
            });
            names.set(name, view);
          }
          const again = await restarted(engine, reopen);
          for (const [name, view] of names) expect(await describeStored(again, name)).toEqual(view);
          expect(await describeStored(again, 'law')).toEqual(parent);
          await again.close();
        },
      ),
      runs(4),
    );
  },
);

/** Changes of a parent while its forks exist. */
const fates = ['goes on', 'is reset', 'is removed'] as const;

it.each(kinds)(
  'forks, and forks of forks, reach the state of their parent, whatever happens to it, in %s',
  async (_name, kind) => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...fates),
        fc.constantFrom(...fates),
        fc.boolean(),
        async (actions, place, nearer, fate, fateOfFork, isRestarted) => {
          const reopen = kind();
          const { entries, state, engine: first } = await setUp(actions, reopen);
          const whole = stateText(state);
          let engine = first;
          const forked = async (parent: string, name: string, some: number) => {
            const { position = 0 } = (await engine.world(parent)?.describe()) ?? {};
            await engine.fork(parent, { name, at: { position: some % (position + 1) } });
          };
          const befall = async (name: string, what: (typeof fates)[number]) => {
            if (what === 'is removed') await engine.remove(name);
            else if (what === 'is reset') await engine.reset(name);
            if (what !== 'goes on') return;
            await engine.world(name)?.advance({ byMs: 50_000 });
          };
          await forked('law', 'fork', place);
          await forked('fork', 'fork of fork', nearer);
          await forked('fork of fork', 'third', nearer);
          const views = {
            fork: await describeStored(engine, 'fork'),
            'fork of fork': await describeStored(engine, 'fork of fork'),
            third: await describeStored(engine, 'third'),
          };
          await befall('law', fate);
          expect(await describeStored(engine, 'fork')).toEqual(views.fork);
          await befall('fork', fateOfFork);
          if (isRestarted) engine = await restarted(engine, reopen);
          await befall('fork of fork', 'is removed');
          expect(await describeStored(engine, 'third')).toEqual(views.third);
          const world = engine.world('third');
          if (world === undefined) throw new Error('The fork is gone.');
          await feedLaterInputs(engine, 'third', entries);
          expect((await describeStored(engine, 'third')).text).toBe(whole);
          engine = await restarted(engine, reopen);
          expect((await describeStored(engine, 'third')).text).toBe(whole);
          expect(await textsOf(engine.store, 'third')).toEqual(
            eventsOf(entries).map(({ text }) => text),
          );
          const { divergence } = await engine.replay('third');
          expect(divergence).toBeUndefined();
          await engine.close();
        },
      ),
      runs(6),
    );
  },
);

const textsOf = async (store: EventStore, world: string) =>
  (await store.events(world, { from: 1, limit: 100_000 })).map(({ text }) => text);

/** Feeds a fork the inputs that its first ancestor received after the fork's position. */
async function feedLaterInputs(engine: Engine, name: string, entries: readonly JournalEntry[]) {
  const world = engine.world(name);
  if (world === undefined) throw new Error('The fork is gone.');
  const { position } = await world.describe();
  const rest = entries.findIndex(({ events }) => (events.at(-1)?.position ?? 0) > position);
  if (rest === -1) return;
  for (const { input } of entries.slice(rest)) await feed(world, input);
}
