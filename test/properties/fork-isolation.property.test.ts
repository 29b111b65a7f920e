import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import type { Engine } from '../../core/engine/engine-contract.ts';
import { forkWorld } from '../../core/engine/world-state.ts';
import { step } from '../../core/engine/step.ts';
import type { Input } from '../../core/kernel/input.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed, describeStored } from '../support/engine/engine-session.ts';
import { runs } from '../support/collections/forks.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { snapshotOf } from '../support/engine/whole-state.ts';
import { storeJournal, sessionRecord } from '../support/engine/stored-snapshots.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const kinds = [
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
] as const;

/** Inputs of one world, fed to another one too; commands with unknown ids are refused there. */
const inputsOf = (actions: Parameters<typeof sessionOf>[0]): readonly Input[] =>
  sessionOf(actions).entries.map(({ input }) => input);

async function feedAll(engine: Engine, name: string, inputs: readonly Input[]): Promise<void> {
  const world = engine.world(name);
  if (world === undefined) throw new Error('The fork is gone.');
  for (const input of inputs) await feed(world, input);
}

it.each(kinds)('forks with the same input are equal, in any order, in %s', async (_name, open) => {
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, sessionArbitrary, fc.nat(), async (actions, more, place) => {
      const { entries, state } = sessionOf(actions);
      const store = open();
      await storeJournal(store, sessionRecord('law'), entries);
      const engine = await engineOver(store);
      const at = { position: place % (state.position + 1) };
      for (const name of ['one', 'two']) await engine.fork('law', { name, at });
      await engine.fork('two', { name: 'three' });
      const inputs = inputsOf(more);
      const names = ['one', 'two', 'three'];
      for (const input of inputs) {
        for (const name of names) await feedAll(engine, name, [input]);
      }
      const views = await Promise.all(names.map((name) => describeStored(engine, name)));
      expect(views[1]).toEqual(views[0]);
      expect(views[2]).toEqual(views[0]);
      await engine.close();
    }),
    runs(4),
  );
});

it.each(kinds)(
  'forks with different input change neither each other nor their parent, in %s',
  async (_name, open) => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(sessionArbitrary, { minLength: 3, maxLength: 3 }),
        async (actions, others) => {
          const { entries } = sessionOf(actions);
          const names = ['law', 'one', 'two'];
          const parts = names.map((name, index) => ({
            name,
            inputs: inputsOf(others[index] ?? []),
          }));
          // Each in a world of its own that shares nothing.
          const alone = [];
          for (const { inputs } of parts) {
            const store = open();
            await storeJournal(store, sessionRecord('law'), entries);
            const engine = await engineOver(store);
            await feedAll(engine, 'law', inputs);
            alone.push(await describeStored(engine, 'law'));
            await engine.close();
          }
          const store = open();
          await storeJournal(store, sessionRecord('law'), entries);
          const engine = await engineOver(store);
          await engine.fork('law', { name: 'one' });
          await engine.fork('one', { name: 'two' });
          await Promise.all(parts.map(({ name, inputs }) => feedAll(engine, name, inputs)));
          for (const [index, { name }] of parts.entries()) {
            expect(await describeStored(engine, name)).toEqual(alone[index]);
          }
          await engine.close();
        },
      ),
      runs(3),
    );
  },
);

it('forks of a running state stay independent of the inputs of others', () => {
  fc.assert(
    fc.property(
      sessionArbitrary,
      fc.array(sessionArbitrary, { minLength: 2, maxLength: 4 }),
      (actions, others) => {
        const { state } = sessionOf(actions);
        const worlds = [{ state, inputs: inputsOf(others[0] ?? []) }];
        const text = snapshotOf(state);
        for (const other of others.slice(1)) {
          worlds.push({ state: forkWorld(worlds.at(-1)?.state ?? state), inputs: inputsOf(other) });
        }
        const untouched = forkWorld(state);
        const stepAll = (world: typeof state, inputs: readonly Input[]) => {
          for (const input of inputs) {
            const atMs = Math.max(world.nowMs, input.atMs);
            step(world, { ...input, n: world.inputs + 1, atMs });
          }
        };
        const lone = worlds.map((world) => {
          const again = sessionOf(actions).state;
          stepAll(again, world.inputs);
          return snapshotOf(again);
        });
        const longest = Math.max(...worlds.map(({ inputs }) => inputs.length));
        for (let index = 0; index < longest; index += 1) {
          for (const world of worlds) stepAll(world.state, world.inputs.slice(index, index + 1));
        }
        expect(worlds.map((world) => snapshotOf(world.state))).toEqual(lone);
        expect(snapshotOf(untouched)).toBe(text);
      },
    ),
    runs(15),
  );
});
