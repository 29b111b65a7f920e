import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed, describeStored } from '../support/engine/engine-session.ts';
import { storeJournal, sessionRecord } from '../support/engine/stored-snapshots.ts';
import { runs } from '../support/collections/forks.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs });

const folder = temporaryFolder();
let files = 0;

it('a fork with a seed has the past of its parent, survives restarts and replays equal', async () => {
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, sessionArbitrary, fc.nat(), async (actions, more, place) => {
      const { entries, state } = sessionOf(actions);
      const file = join(folder, `${(files += 1)}.db`);
      const store = openSqliteStore({ file });
      await storeJournal(store, sessionRecord('law'), entries);
      const engine = await engineOver(store);
      const at = { position: place % (state.position + 1) };
      await engine.fork('law', { name: 'plain', at });
      for (const name of ['one', 'two']) await engine.fork('law', { name, at, seed: 'roses' });
      const plain = await describeStored(engine, 'plain');
      expect({ ...(await describeStored(engine, 'one')), text: '' }).toEqual({
        ...plain,
        text: '',
      });
      for (const { input } of sessionOf(more).entries) {
        for (const name of ['one', 'two']) {
          const world = engine.world(name);
          if (world !== undefined) await feed(world, input);
        }
      }
      const views = [await describeStored(engine, 'one'), await describeStored(engine, 'two')];
      expect(views[1]).toEqual(views[0]);
      await engine.close();
      const again = await engineOver(openSqliteStore({ file }));
      expect(await describeStored(again, 'one')).toEqual(views[0]);
      expect((await again.replay('one')).divergence).toBeUndefined();
      expect(again.world('one')?.settings().forkSeed).toBe('roses');
      await again.close();
    }),
    runs(4),
  );
});
