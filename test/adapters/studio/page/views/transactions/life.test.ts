// The life of a transaction, and its drawing: what the core has at each moment, and nothing that its table of states does not allow.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  attemptsOf,
  lifeOf,
  pathOf,
  until,
} from '../../../../../../adapters/studio/page/views/transactions/life.ts';
import { diagramOf } from '../../../../../../adapters/studio/page/views/transactions/diagram.ts';
import { transactionEventsOf } from '../../../../../../adapters/studio/page/views/transactions/transaction-events.ts';
import { wallet } from '../../../../../../core/index.ts';
import { sessionArbitrary } from '../../../../../support/arbitraries/session.ts';
import { sessionHistory } from '../../../../../support/studio/histories.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { runs } from '../../../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

/** Positions are looked at with this distance: each look is a fold. */
const every = 9;

describe('the life of a transaction', () => {
  it('has at every position the state that the world has, by legal steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { maxLength: 3 }),
        async (actions, picks) => {
          const history = await sessionHistory(actions);
          const { past, events } = history;
          const { states } = await past.at({ position: past.position });
          const ids = [...states.wallet.transactions.values()].map(({ id }) => id);
          for (const pick of picks) {
            const id = ids[pick % ids.length];
            if (id === undefined) continue;
            const { changes } = transactionEventsOf(history).of(id);
            const steps = await lifeOf(past, events, { id, changes });
            for (const { position } of events.filter((_, n) => n % every === pick % every)) {
              const moment = await past.at({ position });
              const expected = moment.states.wallet.transactions.get(id);
              const shown = until(steps, moment.position).at(-1)?.transaction;
              expect({ position, state: shown?.state }).toEqual({
                position,
                state: expected?.state,
              });
            }
            const path = pathOf(steps);
            for (const [index, { state }] of path.slice(1).entries()) {
              // A decision may pass through two states at once.
              const from = path[index]!.state;
              const next = wallet.transitions[from];
              const isLegal =
                next.includes(state) || next.some((via) => wallet.transitions[via].includes(state));
              expect({ from, state, isLegal }).toMatchObject({ isLegal: true });
            }
            const hashes = attemptsOf(steps).map(({ txHash }) => txHash);
            expect(new Set(hashes).size).toBe(hashes.length);
          }
        },
      ),
      runs(15),
    );
  });

  it('is the same when it is read in parts', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, cut) => {
        const history = await sessionHistory(actions);
        const { past, events } = history;
        const { states } = await past.at({ position: past.position });
        for (const { id } of [...states.wallet.transactions.values()].slice(-2)) {
          const { changes } = transactionEventsOf(history).of(id);
          const some = changes.slice(0, cut % (changes.length + 1));
          const first = await lifeOf(past, events, { id, changes: some });
          const whole = await lifeOf(past, events, { id, changes }, first);
          expect(whole).toEqual(await lifeOf(past, events, { id, changes }));
        }
      }),
      runs(15),
    );
  });
});

describe('the state diagram', () => {
  const step = (state: wallet.TransactionState, position: number) => ({ state, position, atMs: 0 });

  it('has each state of the domain in a place of its own, and each transition', () => {
    const { states, transitions } = diagramOf([]);
    expect(states.map(({ state }) => state)).toEqual(Object.keys(wallet.transitions));
    expect(new Set(states.map(({ x, y }) => `${x}/${y}`)).size).toBe(states.length);
    const drawn = transitions.map(({ from, to }) => `${from}>${to}`).toSorted();
    const known = Object.entries(wallet.transitions).flatMap(([from, next]) =>
      next.map((to) => `${from}>${to}`),
    );
    expect(drawn).toEqual(known.toSorted());
    expect(new Set(transitions.map(({ path }) => path)).size).toBe(known.length);
  });

  it('shows the path taken, and where it stands', () => {
    const { states, transitions } = diagramOf([
      step('INITIATED', 1),
      step('CLEARED', 2),
      step('QUEUED', 3),
      step('SENT', 4),
      step('STUCK', 5),
      step('SENT', 6),
      step('STUCK', 7),
    ]);
    const rolesOf = (role: string) =>
      states.filter((one) => one.role === role).map(({ state }) => state);
    expect(rolesOf('now')).toEqual(['STUCK']);
    expect(rolesOf('passed').toSorted()).toEqual(['CLEARED', 'INITIATED', 'QUEUED', 'SENT']);
    const taken = transitions
      .filter(({ times }) => times > 0)
      .map(({ from, to, times }) => [from, to, times]);
    expect(taken.at(-1)).toEqual(['SENT', 'STUCK', 2]);
    expect(taken).toHaveLength(5);
  });
});
