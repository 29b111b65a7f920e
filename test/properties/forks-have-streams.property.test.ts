// A fork at any position is a world of its own to streams: the operator makes its journal of its inputs, and the lives of its
// entities begin with what its parent's past has made of them.

import fc from 'fast-check';
import { firstValueFrom, from, lastValueFrom, take, toArray } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { world as worldOperator } from '../../core/engine/world-operator.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { postIds, presentPost, presentTransaction } from '../support/engine/expected-lives.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

it('begin with the past of the parent, at any position', async () => {
  const begun = { transactions: 0, posts: 0 };
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

      const present = await fork.read((states, view) => {
        const { nowMs } = view();
        const transactions = [...states.wallet.transactions.values()];
        return {
          transactions: transactions.map(({ id }) => presentTransaction(states, id, nowMs)),
          posts: postIds(states).map((id) => presentPost(states, id, nowMs)),
        };
      });
      for (const value of present.transactions)
        expect(await firstValueFrom(fork.transactions$(value.id))).toEqual(value);
      for (const value of present.posts)
        expect(await firstValueFrom(fork.posts$(value.id))).toEqual(value);
      const all = await lastValueFrom(fork.posts$().pipe(take(present.posts.length), toArray()));
      expect(all).toEqual(present.posts.toSorted((left, right) => left.id - right.id));
      begun.transactions += present.transactions.length;
      begun.posts += present.posts.length;
      await engine.close();
    }),
    runs(25),
  );
  expect(begun.transactions).toBeGreaterThan(0);
  expect(begun.posts).toBeGreaterThan(0);
});
