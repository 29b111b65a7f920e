// The cause of a webhook is the event that it reports. The cause of a transaction's next step is an event of that transaction,
// or another event that moved the step.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Envelope } from '../../core/kernel/message.ts';
import { evolve } from '../../core/wallet/evolve.ts';
import { transactionsIn, type WalletEvent } from '../../core/wallet/events.ts';
import { react } from '../../core/wallet/react.ts';
import { txHashOf } from '../../core/wallet/records/transaction.ts';
import type { WalletState } from '../../core/wallet/state.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { sessionArbitrary, startSession, walletEventsOf } from '../support/arbitraries/session.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { accept } from '../support/wallet/pure-worlds.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

type WalletEnvelope = Envelope & { readonly event: WalletEvent };

const walletEnvelopes = (entries: Parameters<typeof walletEventsOf>[0]) =>
  walletEventsOf(entries) as unknown as readonly WalletEnvelope[];

/** Finds the last position before another one at which a transaction entered a state under a hash. */
function lastEntered(
  events: readonly WalletEnvelope[],
): (id: string, state: string, before: number) => number {
  const state = pureWorld('session').wallet as unknown as WalletState;
  const shown = new Map<string, string>();
  const positions = new Map<string, number[]>();
  for (const { event, atMs, position } of events) {
    evolve(state, event, atMs);
    for (const transaction of state.transactions.values()) {
      const now = `${transaction.state} ${txHashOf(transaction) ?? ''}`;
      if (shown.get(transaction.id) === now) continue;
      shown.set(transaction.id, now);
      const key = `${transaction.id} ${transaction.state}`;
      positions.set(key, [...(positions.get(key) ?? []), position]);
    }
  }
  return (id, name, before) =>
    (positions.get(`${id} ${name}`) ?? []).findLast((position) => position < before) ?? 0;
}

/** The event that a message reports. */
function originOf(
  { event, position }: WalletEnvelope,
  events: ReadonlyMap<number, WalletEnvelope>,
  arrived: ReturnType<typeof lastEntered>,
): number | undefined {
  if (event.type !== 'WebhookAttempted') return undefined;
  const last = (fits: (other: WalletEvent) => boolean) =>
    [...events.values()].findLast((other) => other.position < position && fits(other.event));
  const { notificationId, subscriptionId, notification, attempt } = event;
  if (attempt > 1) {
    return last(
      (other) => other.type === 'WebhookFailed' && other.notificationId === notificationId,
    )?.position;
  }
  if ('transaction' in notification) {
    const { id, state } = notification.transaction;
    return arrived(id, state, position);
  }
  return last(
    (other) => other.type === 'SubscriptionCreated' && other.subscriptionId === subscriptionId,
  )?.position;
}

it('the cause of a webhook is the event that it reports', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const session = startSession();
      for (const network of ['test', 'main', 'test'] as const) {
        const endpoint = 'https://hooks.example/';
        const notificationTypes = ['*'] as const;
        accept(session, { type: 'CreateSubscription', network, endpoint, notificationTypes });
      }
      for (const action of actions) session.act(action);
      session.pass(600_000);
      const events = walletEnvelopes(session.entries);
      const byPosition = new Map(events.map((envelope) => [envelope.position, envelope]));
      const arrived = lastEntered(events);
      for (const envelope of events) {
        const origin = originOf(envelope, byPosition, arrived);
        if (envelope.event.type !== 'WebhookAttempted') continue;
        expect(envelope.cause).toBe(origin);
        seen.add(byPosition.get(origin ?? 0)?.event.type ?? 'nothing');
      }
    }),
    runs(40, firstCases({ seed: 7, count: 2 }, sessionArbitrary)),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['SubscriptionCreated', 'TransactionConfirmed', 'InboundDetected']),
  );
});

/** By transaction: the positions of events about it, and of events that moved one of its dues. */
function promisers(events: readonly WalletEnvelope[]): ReadonlyMap<string, ReadonlySet<number>> {
  const state = pureWorld('session').wallet as unknown as WalletState;
  const instants = new Map<string, number | undefined>();
  const positions = new Map<string, Set<number>>();
  const note = (id: string, position: number) =>
    positions.set(id, (positions.get(id) ?? new Set()).add(position));
  for (const { event, atMs, position } of events) {
    evolve(state, event, atMs);
    for (const id of transactionsIn(event)) note(id, position);
    for (const change of react(event, state, atMs)) {
      const key = `${change.subject} ${change.name}`;
      const dueMs = change.change === 'set' ? Math.max(change.dueMs, atMs) : undefined;
      if (instants.get(key) !== dueMs) note(change.subject, position);
      instants.set(key, dueMs);
    }
  }
  return positions;
}

it('the cause of a step of a transaction is an event about it, or one that moved the step', () => {
  let others = 0;
  fc.assert(
    fc.property(sessionArbitrary, (actions) => {
      const session = startSession();
      for (const action of actions) session.act(action);
      session.pass(600_000);
      const events = walletEnvelopes(session.entries);
      const promised = promisers(events);
      const byPosition = new Map(events.map(({ position, event }) => [position, event]));
      for (const { event, cause } of events) {
        if (cause === undefined || !('transactionId' in event)) continue;
        const id = 'outboundId' in event ? event.outboundId : event.transactionId;
        expect(promised.get(id) ?? new Set()).toContain(cause);
        const by = byPosition.get(cause);
        if (by !== undefined && !transactionsIn(by).includes(id)) others += 1;
      }
    }),
    runs(60, firstCases({ seed: 7, count: 8 }, sessionArbitrary)),
  );
  expect(others).toBeGreaterThan(0);
});
