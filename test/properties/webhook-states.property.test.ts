import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evolve } from '../../core/wallet/evolve.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { txHashOf } from '../../core/wallet/records/transaction.ts';
import type { WalletState } from '../../core/wallet/state.ts';
import { transactionDetails } from '../../core/wallet/details/transaction.ts';
import type { TransactionView } from '../../core/wallet/views/transaction.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { sessionArbitrary, startSession, walletEventsOf } from '../support/arbitraries/session.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { accept } from '../support/wallet/pure-worlds.ts';

/** The transactions that a client would see if it polled after each event, each time the state or the hash changes. */
function polled(events: ReturnType<typeof walletEventsOf>): ReadonlyMap<string, TransactionView[]> {
  const state = pureWorld('session').wallet as unknown as WalletState;
  const seen = new Map<string, string>();
  const stories = new Map<string, TransactionView[]>();
  let isSubscribed = false;
  for (const { event, atMs } of events) {
    evolve(state, event as WalletEvent, atMs);
    for (const transaction of state.transactions.values()) {
      const { id } = transaction;
      const shown = `${transaction.state} ${txHashOf(transaction) ?? ''}`;
      if (seen.get(id) === shown) continue;
      seen.set(id, shown);
      const isEarly = transaction.state === 'INITIATED' || transaction.state === 'CLEARED';
      if (isEarly || !isSubscribed) continue;
      stories.set(id, [...(stories.get(id) ?? []), transactionDetails(state, transaction)]);
    }
    isSubscribed ||= event.type === 'SubscriptionCreated';
  }
  return stories;
}

/** The transactions that the subscriber receives, by id, in the order of sending. */
function sent(events: ReturnType<typeof walletEventsOf>): ReadonlyMap<string, TransactionView[]> {
  const stories = new Map<string, TransactionView[]>();
  for (const envelope of events) {
    const event = envelope.event as WalletEvent;
    if (event.type !== 'WebhookAttempted' || !('transaction' in event.notification)) continue;
    if (event.attempt > 1) continue; // a retry
    const { transaction } = event.notification;
    stories.set(transaction.id, [...(stories.get(transaction.id) ?? []), transaction]);
  }
  return stories;
}

it('webhooks report the states that polls show, in the same words and order', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const session = startSession();
      for (const network of ['test', 'main'] as const) {
        const endpoint = 'https://hooks.example/';
        const notificationTypes = ['*'] as const;
        accept(session, { type: 'CreateSubscription', network, endpoint, notificationTypes });
      }
      for (const action of actions) {
        // The two subscriptions stay the only ones, and monitors filter no event.
        if (action.do !== 'subscribe' && action.do !== 'monitor') session.act(action);
      }
      session.pass(0); // fires the dues of the last action
      const events = walletEventsOf(session.entries);
      const stories = sent(events);
      expect(stories).toEqual(polled(events));
      for (const [, story] of stories) {
        for (const { transactionType, state } of story) seen.add(`${transactionType} ${state}`);
      }
    }),
    runs(50, firstCases({ seed: 7, count: 2 }, sessionArbitrary)),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'OUTBOUND QUEUED',
      'OUTBOUND SENT',
      'OUTBOUND STUCK',
      'OUTBOUND CONFIRMED',
      'OUTBOUND COMPLETE',
      'OUTBOUND CANCELLED',
      'INBOUND CONFIRMED',
      'INBOUND COMPLETE',
    ]),
  );
});
