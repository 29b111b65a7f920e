// A fork at any position is a world of its own to streams: the operator makes its journal of its inputs, and the lives of its
// entities begin with what its parent's past has made of them.

import fc from 'fast-check';
import { firstValueFrom, from, lastValueFrom, toArray } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { world as worldOperator } from '../../core/engine/world-operator.ts';
import { transactionChangeView } from '../../core/wallet/streams.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

it('begin with the past of the parent, at any position', async () => {
  let begun = 0;
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
      const { entries } = sessionOf(actions);
      const engine = await engineOver(createMemoryStore());
      const parent = await engine.create(sessionRecord('law'));
      for (const { input } of entries) await feed(parent, input);
      const { position } = await parent.describe();
      const at = { position: some % (position + 1) };
      const fork = await engine.fork('law', { name: 'fork', at });

      const journal = await engine.store.read('fork', 1, 10_000);
      const inputs = journal.map(({ input }) => input);
      const again = await lastValueFrom(from(inputs).pipe(worldOperator(fork.record), toArray()));
      expect(again).toEqual(journal);

      const views = await fork.read(({ wallet }, view) =>
        [...wallet.transactions.values()].map(({ id }) =>
          transactionChangeView(wallet, id, view().nowMs),
        ),
      );
      for (const view of views) {
        expect(await firstValueFrom(fork.transactions$(view?.id))).toEqual(view);
        begun += 1;
      }
      await engine.close();
    }),
    runs(25),
  );
  expect(begun).toBeGreaterThan(0);
});
