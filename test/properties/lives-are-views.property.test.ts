// The life of a transaction is what its view shows after each event, whenever an observer comes; its transitions are legal.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import { transactionView } from '../../core/wallet/views.ts';
import { transitions } from '../../core/wallet/records/lifecycle.ts';
import type { TransactionChange } from '../../core/wallet/streams.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { engineOver, feed } from '../support/engine/engine-session.ts';
import { sessionRecord } from '../support/engine/stored-snapshots.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

interface Followed {
  readonly values: TransactionChange[];
  hasEnded: boolean;
}

const isFinal = ({ state }: TransactionChange) => transitions[state].length === 0;

it('is the view, event by event', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
      const { entries, wallet } = sessionOf(actions);
      const ids = [...wallet.transactions.values()].map(({ id }) => id);
      const engine = await engineOver(createMemoryStore());
      const world = await engine.create(sessionRecord('law'));
      const lives = new Map<string, Followed>();
      const all: TransactionChange[] = [];
      const follow = (id: string) => {
        const life: Followed = { values: [], hasEnded: false };
        lives.set(id, life);
        world.transactions$(id).subscribe({
          next: (value) => life.values.push(value),
          complete: () => (life.hasEnded = true),
        });
      };
      world.transactions$().subscribe((value) => all.push(value));
      const late = some % (entries.length + 1);
      for (const [index, { input }] of entries.entries()) {
        if (index === late) ids.filter((_, place) => place % 2 === 1).forEach(follow);
        if (index === 0) ids.filter((_, place) => place % 2 === 0).forEach(follow);
        await feed(world, input);
      }
      const views = await world.read((states) =>
        ids.map((id) => transactionView(states.wallet, id)),
      );
      await engine.close();

      for (const [place, id] of ids.entries()) {
        const { values = [], hasEnded } = lives.get(id) ?? {};
        const last = values.at(-1);
        if (last === undefined) continue; // it was to be followed behind the last input
        followed += 1;
        const { state, txHash, block, errorReason, errorDetails } = last;
        const view = views[place];
        const shown = { state, txHash, block, errorReason, errorDetails };
        expect(shown).toEqual({
          state: view?.state,
          txHash: view?.txHash,
          block: view?.block,
          errorReason: view?.errorReason,
          errorDetails: view?.errorDetails,
        });
        expect(hasEnded).toBe(isFinal(last));
        for (const [index, value] of values.entries()) {
          const before = values[index - 1]?.state ?? value.state;
          expect([before, ...transitions[before]]).toContain(value.state);
        }
        const told = all.filter((value) => value.id === id);
        const events = values.filter(({ event }) => event !== undefined);
        expect(told.slice(told.length - events.length)).toEqual(events);
      }
    }),
    runs(25),
  );
  expect(followed).toBeGreaterThan(0);
});
