// A fork at any position is a world of its own to streams: the operator computes its journal from its inputs, and the lives of
// its entities start with their state in the parent's past.

import fc from 'fast-check';
import { from, lastValueFrom, toArray, type Observable } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { world as worldOperator } from '../../core/engine/world-operator.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { postIds, presentPost, presentTransaction } from '../support/engine/expected-lives.ts';
import { drainEventLoop } from '../support/engine/running-world.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

/** Collects the values that a life emits while nothing happens. */
async function firstValues<Value>(life$: Observable<Value>): Promise<readonly Value[]> {
  const values: Value[] = [];
  const subscription = life$.subscribe((value) => values.push(value));
  await drainEventLoop();
  subscription.unsubscribe();
  return values;
}

it('lives in a fork begin with the past of the parent, at any position', async () => {
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
        expect(await firstValues(fork.transactions$(value.id))).toEqual([value]);
      for (const value of present.posts)
        expect(await firstValues(fork.posts$(value.id))).toEqual([value]);
      const posts = present.posts.toSorted((left, right) => left.id - right.id);
      expect(await firstValues(fork.posts$())).toEqual(posts);
      begun.transactions += present.transactions.length;
      begun.posts += present.posts.length;
      await engine.close();
    }),
    runs(25, firstCases({ seed: 1, count: 3 }, sessionArbitrary, fc.nat())),
  );
  expect(begun.transactions).toBeGreaterThan(0);
  expect(begun.posts).toBeGreaterThan(0);
});
