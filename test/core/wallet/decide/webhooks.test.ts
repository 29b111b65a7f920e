import { describe, expect, it } from 'vitest';
import type { WalletCommand } from '../../../../core/wallet/commands.ts';
import type { DeliveryOutcome } from '../../../../core/wallet/commands/webhooks.ts';
import { retryDelaysMs } from '../../../../core/wallet/decide/webhooks.ts';
import type { WebhookAttempted } from '../../../../core/wallet/events/webhooks.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import {
  type NotificationType,
  openDeliveriesMax,
} from '../../../../core/wallet/records/webhook.ts';
import type { WalletState } from '../../../../core/wallet/state.ts';
import { webhooksInFlight } from '../../../../core/wallet/views/webhooks.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { accelerate, cancel, firstEventOf, transfer } from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  type FundedWorld,
  start,
  type WalletWorld,
} from '../../../support/wallet/setups.ts';
import { steer, walletAt } from '../../../support/wallet/world-queries.ts';

const endpoint = 'https://hooks.example/?key=of-ours';

function subscribe(
  world: WalletWorld,
  notificationTypes: readonly NotificationType[] = ['*'],
  network: 'test' | 'main' = 'test',
): string {
  const command = { type: 'CreateSubscription', network, endpoint, notificationTypes } as const;
  const made = firstEventOf(world.having(command).events, 'SubscriptionCreated');
  return made.subscriptionId;
}

/** The delivery attempts among events. */
function attemptsIn(events: WalletWorld['events']): readonly WebhookAttempted[] {
  return events.filter((event) => event.type === 'WebhookAttempted');
}

function report(
  { notificationId, attempt }: Pick<WebhookAttempted, 'notificationId' | 'attempt'>,
  outcome: DeliveryOutcome = { kind: 'answered', status: 500 },
): WalletCommand {
  return { type: 'ReportDelivery', notificationId, attempt, outcome };
}

function firstAttempt(world: WalletWorld): WebhookAttempted {
  const [attempt] = attemptsIn(world.after(0).events);
  if (attempt === undefined) throw new Error('Nothing was attempted.');
  return attempt;
}

/** The type of the notification of an attempt, and the state of its transaction. */
function contentOf({ notification }: WebhookAttempted): readonly string[] {
  if (notification.notificationType === 'webhooks.test') return ['webhooks.test'];
  return [notification.notificationType, notification.transaction.state];
}

describe('an attempt', () => {
  it('is decided at the instant of the change, and has no endpoint in its data', () => {
    const world = given(wallet);
    const subscriptionId = subscribe(world);
    const attempted = firstAttempt(world);
    expect(attempted).toEqual({
      type: 'WebhookAttempted',
      notificationId: expect.any(String),
      subscriptionId,
      ordinal: 0,
      attempt: 1,
      notification: { notificationType: 'webhooks.test', madeMs: epochMs },
      aside: { endpoint },
    });
    const texts = world.entries.flatMap(({ events }) => events.map(({ text }) => text)).join('');
    expect(texts).not.toContain('hooks.example');
  });

  it.each([
    ['test', 7],
    ['main', 12],
  ] as const)('on a %s network is attempted %d times, then dropped', (network, times) => {
    const world = given(wallet);
    subscribe(world, ['*'], network);
    let attempt = firstAttempt(world);
    const delays: number[] = [];
    for (;;) {
      const failed = firstEventOf(world.having(report(attempt)).events, 'WebhookFailed');
      if (failed.retryMs === undefined) break;
      delays.push(failed.retryMs - world.state.nowMs);
      const [next, ...more] = attemptsIn(world.after(failed.retryMs - world.state.nowMs).events);
      expect(more).toEqual([]);
      expect(next).toEqual({ ...attempt, attempt: attempt.attempt + 1 });
      attempt = next as WebhookAttempted;
    }
    expect(attempt.attempt).toBe(times);
    expect(delays).toEqual(retryDelaysMs[network]);
    expect(world.wallet.deliveries.size).toBe(0);
  });

  it('is no progress when it is repeated: skip does not jump to it', () => {
    const world = given(wallet);
    subscribe(world);
    world.having(report(firstAttempt(world)));
    expect(world.state.dues.list()).toMatchObject([{ name: 'repeat', class: 'schedule' }]);
  });

  it.each([199, 200, 204, 299, 300, 301, 404, 500])('succeeds with 2xx alone: %d', (status) => {
    const world = given(wallet);
    subscribe(world);
    const events = world.having(report(firstAttempt(world), { kind: 'answered', status })).events;
    const isDelivered = status >= 200 && status < 300;
    expect(events).toMatchObject([{ type: isDelivered ? 'WebhookDelivered' : 'WebhookFailed' }]);
    expect(world.wallet.deliveries.size).toBe(isDelivered ? 0 : 1);
  });

  it('has one outcome: a second report, or one of another attempt, changes nothing', () => {
    const world = given(wallet);
    subscribe(world);
    const attempt = firstAttempt(world);
    world
      .when(report({ ...attempt, attempt: 2 }))
      .then()
      .when(report({ ...attempt, notificationId: 'of-nobody' }))
      .then()
      .having(report(attempt))
      .when(report(attempt, { kind: 'answered', status: 200 }))
      .then();
    const [again] = attemptsIn(world.after('1s').events);
    world
      .having(report(again as WebhookAttempted, { kind: 'answered', status: 200 }))
      .when(report(again as WebhookAttempted))
      .then();
  });

  it('without an outcome is in flight', () => {
    const world = given(wallet);
    const subscriptionId = subscribe(world);
    expect(webhooksInFlight(world.wallet)).toEqual([]);
    const { notificationId, notification } = firstAttempt(world);
    expect(webhooksInFlight(world.wallet)).toEqual([
      { notificationId, subscriptionId, attempt: 1, notification, endpoint },
    ]);
  });

  it('is not attempted for removed or disabled subscriptions', () => {
    for (const change of ['RemoveSubscription', 'UpdateSubscription'] as const) {
      const world = given(wallet);
      const subscriptionId = subscribe(world);
      const failed = firstAttempt(world);
      world.having(report(failed));
      const of = { network: 'test', subscriptionId } as const;
      world.having(
        change === 'RemoveSubscription'
          ? { type: change, ...of }
          : { type: change, ...of, name: 'off', isEnabled: false },
      );
      expect(attemptsIn(world.after('24h').events)).toEqual([]);
      world.when(report(failed)).then();
      expect(world.wallet.deliveries.size).toBe(0);
    }
  });
});

describe('notifications', () => {
  /** The outbound notifications of a transfer to the second wallet, on which `act` runs commands. */
  function notified(
    types: readonly NotificationType[],
    act: (world: FundedWorld, id: string) => void = () => undefined,
  ): readonly string[] {
    const world = given(wallet, fundedWallets());
    const from = world.entries.length;
    subscribe(world, types);
    const destination = walletAt(world, 1).address;
    const id = start(world, transfer(walletAt(world, 0).id, { destination }));
    act(world, id);
    world.after('1h');
    const events = world.entries.slice(from).flatMap((entry) => entry.events);
    return attemptsIn(events.map(({ event }) => event as WebhookAttempted))
      .filter(({ notification }) => {
        const about = 'transaction' in notification ? notification.transaction : undefined;
        return about !== undefined && (about.id === id || about.sourceAddress !== destination);
      })
      .map((attempt) => contentOf(attempt).join(' '))
      .filter((text) => text.startsWith('transactions.outbound'))
      .map((text) => text.slice('transactions.outbound '.length));
  }

  it('of an outbound transaction are its states from QUEUED on', () => {
    expect(notified(['*'])).toEqual(['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']);
    expect(notified(['transactions.*'])).toEqual(['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']);
    expect(notified(['transactions.outbound', 'contracts.*'])).toHaveLength(4);
    expect(notified(['transactions.inbound'])).toEqual([]);
  });

  it('include cancelled, denied and failed transactions', () => {
    expect(notified(['*'], (world, id) => void world.having(cancel(id)))).toEqual(['CANCELLED']);
    expect(notified(['*'], (world, id) => void world.having(steer(id, 'deny')))).toEqual([
      'DENIED',
    ]);
    const failing = notified(['*'], (world, id) => {
      world.after('1s').having(steer(id, 'fail'));
    });
    expect(failing).toEqual(['QUEUED', 'SENT', 'FAILED']);
  });

  it('include stuck transactions, and accelerated ones with their new hash', () => {
    const stuck = notified(['*'], (world, id) => {
      world.after('1s').having(steer(id, 'stick')).after('200s').having(accelerate(id));
    });
    expect(stuck).toEqual(['QUEUED', 'SENT', 'STUCK', 'SENT', 'CONFIRMED', 'COMPLETE']);
    const replaced = notified(['*'], (world, id) => {
      world.after('1s').having(accelerate(id));
    });
    expect(replaced).toEqual(['QUEUED', 'SENT', 'SENT', 'CONFIRMED', 'COMPLETE']);
  });

  it('are of one kind of network only', () => {
    const world = given(wallet, fundedWallets());
    subscribe(world, ['*'], 'main');
    world.having(report(firstAttempt(world), { kind: 'answered', status: 200 }));
    start(world, transfer(walletAt(world, 0).id));
    expect(attemptsIn(world.after('1h').events)).toEqual([]);
  });

  it('do not change when they are sent later', () => {
    const world = given(wallet, fundedWallets());
    subscribe(world, ['transactions.outbound']);
    const id = start(world, transfer(walletAt(world, 0).id));
    const queued = attemptsIn(world.after('500ms').events).find(
      (one) => contentOf(one)[1] === 'QUEUED',
    );
    if (queued === undefined) throw new Error('It was not told to be queued.');
    world.having(report(queued));
    const again = attemptsIn(world.after('1h').events).find(
      ({ notificationId, attempt }) => notificationId === queued.notificationId && attempt === 2,
    );
    expect(world.wallet.transactions.get(id)?.state).toBe('COMPLETE');
    expect(again?.notification).toEqual(queued.notification);
  });

  it('are limited in number: further ones are counted', () => {
    const world = given(wallet, fundedWallets());
    const id = subscribe(world);
    const { deliveries } = world.state.states['wallet'] as unknown as WalletState;
    const [first] = deliveries.values();
    if (first === undefined) throw new Error('Nothing is to be told.');
    for (let ordinal = 2; ordinal < openDeliveriesMax; ordinal += 1) {
      deliveries.insert({ ...first, ordinal, id: `${id}/${ordinal}`, attempts: 1 });
    }
    const own = { type: 'FundWallet', walletId: walletAt(world, 0).id } as const;
    for (let times = 0; times < 3; times += 1) world.having({ ...own, amounts: { native: '0.1' } });
    const { queued, missed } = world.wallet.subscriptions.get(id) ?? {};
    expect(world.wallet.deliveries.size).toBe(openDeliveriesMax);
    expect([queued, missed]).toEqual([2, 2]);
  });
});
