import { describe, expect, it, vi } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- to count the rows that are read
import { Pages } from '../../../../core/tables/rows/pages.ts';
import type { ReportDelivery } from '../../../../core/wallet/commands/webhooks.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { hasWebhookInFlight, webhooksInFlight } from '../../../../core/wallet/views/webhooks.ts';
import { given } from '../../../support/given.ts';
import { firstEventOf } from '../../../support/wallet/commands.ts';
import type { WalletWorld } from '../../../support/wallet/setups.ts';

/** Subscribes to notifications, which attempts the test message. */
function attempt(world: WalletWorld) {
  const endpoint = 'https://hooks.example/';
  const command = { type: 'CreateSubscription', network: 'test', endpoint } as const;
  const created = world.having({ ...command, notificationTypes: ['*'] });
  const { subscriptionId } = firstEventOf(created.events, 'SubscriptionCreated');
  const { notificationId } = firstEventOf(world.after(0).events, 'WebhookAttempted');
  const answer = (status: number): ReportDelivery => {
    const outcome = { kind: 'answered', status } as const;
    return { type: 'ReportDelivery', notificationId, attempt: 1, outcome };
  };
  return { subscriptionId, notificationId, answer };
}

/** A world in which so many webhooks were delivered. */
function afterWebhooks(count: number): WalletWorld {
  const world = given(wallet);
  for (let round = 0; round < count; round += 1) {
    const { subscriptionId, answer } = attempt(world);
    const remove = { type: 'RemoveSubscription', network: 'test', subscriptionId } as const;
    world.having(answer(200), remove);
  }
  return world;
}

/** The number of rows that are read. */
function readsOf(task: () => unknown): number {
  const read = vi.spyOn(Pages.prototype, 'get');
  try {
    task();
    return read.mock.calls.length;
  } finally {
    read.mockRestore();
  }
}

describe('webhooks in flight', () => {
  it('are those whose last attempt has no outcome', () => {
    const world = given(wallet);
    expect(hasWebhookInFlight(world.wallet)).toBe(false);
    const [first, second] = [attempt(world), attempt(world)];
    const ids = () => webhooksInFlight(world.wallet).map(({ notificationId }) => notificationId);
    expect(ids()).toEqual([first.notificationId, second.notificationId]);
    world.having(first.answer(500));
    expect([ids(), hasWebhookInFlight(world.wallet)]).toEqual([[second.notificationId], true]);
    world.having(second.answer(200));
    expect([ids(), hasWebhookInFlight(world.wallet)]).toEqual([[], false]);
    world.after('1s');
    expect([ids(), hasWebhookInFlight(world.wallet)]).toEqual([[first.notificationId], true]);
  });

  it.each([
    ['none', () => undefined],
    ['one', attempt],
  ] as const)('are found without reading past ones: %s', (_count, start) => {
    const [few, many] = [2, 200].map((count) => {
      const world = afterWebhooks(count);
      start(world);
      hasWebhookInFlight(world.wallet); // indexes what is new since the last query
      const of = (view: (state: typeof world.wallet) => unknown) =>
        readsOf(() => view(world.wallet));
      return [of(hasWebhookInFlight), of(webhooksInFlight)];
    });
    expect(many).toEqual(few);
  });
});
