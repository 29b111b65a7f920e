// The list of transactions, what they did to balances, their webhooks, and what can be done about them.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { actionsFor } from '../../../../../../adapters/studio/page/views/transactions/actions.ts';
import {
  balanceChangesOf,
  printChange,
} from '../../../../../../adapters/studio/page/views/transactions/balance-changes.ts';
import { deliveriesOf } from '../../../../../../adapters/studio/page/views/transactions/deliveries.ts';
import {
  amountOf,
  transactionRows,
} from '../../../../../../adapters/studio/page/views/transactions/list.ts';
import { transactionEventsOf } from '../../../../../../adapters/studio/page/views/transactions/transaction-events.ts';
import { steeringActions } from '../../../../../../core/wallet/commands.ts';
import { forkPureWorld } from '../../../../../support/engine/pure-world.ts';
import { sessionArbitrary, sessionOf } from '../../../../../support/arbitraries/session.ts';
import { historyOf } from '../../../../../support/studio/histories.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { runs } from '../../../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

describe('the list of transactions', () => {
  it('has all, the newest first, and those that have each word', () => {
    fc.assert(
      fc.property(sessionArbitrary, (actions) => {
        const state = sessionOf(actions).wallet;
        const all = [...state.transactions.values()];
        expect(transactionRows(state, ' ').ids).toEqual(all.map(({ id }) => id).toReversed());
        for (const transaction of all.slice(0, 5)) {
          const words = `${transaction.id} ${transaction.state.toLowerCase()} ${amountOf(state, transaction)}`;
          expect(transactionRows(state, words).ids).toEqual([transaction.id]);
        }
        expect(transactionRows(state, 'no-such-word').ids).toEqual([]);
      }),
      runs(30),
    );
  });
});

describe('what can be done about a transaction', () => {
  /** Refusals that follow from other transactions or the wallet, not from the state. */
  const elsewhere = ['FUNDS_SPENT', 'NATIVE_BALANCE_TOO_LOW', 'WALLET_FROZEN'];
  /** Accepted again, without an effect. */
  const idle = ['stick', 'unstick'];

  it('is what the domain accepts, and nothing else is', () => {
    fc.assert(
      fc.property(sessionArbitrary, (actions) => {
        const session = sessionOf(actions);
        for (const transaction of session.wallet.transactions.values()) {
          const { id: transactionId, state } = transaction;
          const offered = actionsFor(transaction).map(({ words }) => words[1]);
          for (const action of steeringActions) {
            const command = { type: 'SteerTransaction', transactionId, action } as const;
            const outcome = forkPureWorld(session).decide('wallet', command);
            const isOffered = offered.includes(action);
            const code = outcome.ok ? 'none' : outcome.error.code;
            if (idle.includes(action) && (state === 'SENT' || state === 'STUCK')) continue;
            // A reorganisation also depends on later transactions.
            if (elsewhere.includes(code) || (action === 'reorg' && isOffered)) continue;
            expect({ state, action, code, isOffered }).toMatchObject({ isOffered: outcome.ok });
          }
        }
      }),
      runs(40),
    );
  });
});

describe('the balances of a transaction', () => {
  it('change by what it moves, as long as nothing else happens', () => {
    fc.assert(
      fc.property(sessionArbitrary, (actions) => {
        const { wallet: state } = sessionOf(actions);
        for (const transaction of state.transactions.values()) {
          const changes = balanceChangesOf(state, state, transaction);
          expect(changes.every(({ before, after }) => before === after)).toBe(true);
          const places = changes.map(({ address, tokenId }) => `${address}/${tokenId}`);
          expect(new Set(places).size).toBe(places.length);
        }
      }),
      runs(20),
    );
  });

  it('are printed with their sign', () => {
    expect([0n, 1_250_000n, -1n].map((units) => printChange(units, 6))).toEqual([
      '0',
      '+1.25',
      '−0.000001',
    ]);
  });
});

describe('the webhooks of a transaction', () => {
  it('are all those that tell of it, each with its attempts in order', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const history = await historyOf(sessionOf(actions));
        const { events } = history;
        const index = transactionEventsOf(history);
        const told = events.flatMap(({ event }) =>
          event.type === 'WebhookAttempted' && 'transaction' in event.notification
            ? [[event.notification.transaction.id, event.notificationId, event.attempt] as const]
            : [],
        );
        for (const id of new Set(told.map(([transactionId]) => transactionId))) {
          const shown = deliveriesOf(events, index.of(id).webhooks).flatMap((delivery) =>
            delivery.attempts.map(({ attempt }) => [id, delivery.notificationId, attempt]),
          );
          const expected = told.filter(([transactionId]) => transactionId === id);
          expect(shown.map(String).toSorted()).toEqual(expected.map(String).toSorted());
        }
      }),
      runs(25),
    );
  });
});
