import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { SendOutcome, WebhookMessage } from '../../../adapters/contracts/webhooks.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import type { EventStore, faults, World } from '../../../core/index.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { addFault } from '../../support/faults/commands.ts';
import { expectEqual, recordingFolder } from '../../support/recording/recordings.ts';
import { createWallets, createWalletSet, firstEventOf } from '../../support/wallet/commands.ts';
import { token } from '../../support/server/server.ts';

/** A message that arrived at the endpoint: its notification id and the virtual instant, in ms after the epoch. */
interface ReceivedWebhook {
  readonly id: string;
  readonly atMs: number;
}

const folder = recordingFolder();

let store: EventStore;
let reprise: Reprise;
let received: ReceivedWebhook[];
let outcome: SendOutcome;

async function open(): Promise<void> {
  reprise = await openReprise({
    store,
    token,
    isPaced: false,
    post,
    defaults: { clock: { mode: 'frozen', rate: 1 } },
  });
}

async function post({ body }: WebhookMessage): Promise<SendOutcome> {
  const { notificationId: id } = JSON.parse(body) as { notificationId: string };
  received.push({ id, atMs: world().nowMs() - epochMs });
  return outcome;
}

beforeEach(async () => {
  received = [];
  outcome = { kind: 'answered', status: 200 };
  store = createMemoryStore();
  await open();
});

afterEach(() => reprise.close());

function world(name = 'default'): World {
  const found = reprise.engine.world(name);
  if (found === undefined) throw new Error(`There is no world ${name}`);
  return found;
}

function send(command: WalletCommand): Promise<readonly WalletEvent[]> {
  return world().send({
    domain: 'wallet',
    prepare: () => ({ command }),
    respond: (decided) => {
      if (!decided.ok) throw new Error(`${command.type} is refused`);
      return decided.value.map(({ event }) => event as WalletEvent);
    },
  });
}

function add(effect: faults.FaultEffect, when: faults.FaultCondition = { count: 1 }) {
  const command = addFault(undefined, { effect, when });
  return world().send({
    domain: 'faults',
    prepare: () => ({ command }),
    respond: ({ ok }) => expect(ok).toBe(true),
  });
}

/** Creates `count` subscriptions; the test message of each is a webhook. */
async function subscribe(count = 1): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await send({
      type: 'CreateSubscription',
      network: 'test',
      endpoint: 'http://127.0.0.1/hook',
      notificationTypes: ['*'],
    });
  }
  await pass(0);
}

/** Funds a wallet, which leads to two notifications: confirmed in a block, and complete. */
async function receiveFunds(): Promise<void> {
  const { walletSetId } = firstEventOf(await send(createWalletSet()), 'WalletSetCreated');
  const { wallets } = firstEventOf(await send(createWallets(walletSetId)), 'WalletsCreated');
  await send({ type: 'FundWallet', walletId: wallets[0]?.id ?? '', amounts: { native: '1' } });
  await pass(300_000);
}

const pass = (byMs: number) => world().advance({ byMs });

async function eventsOf(type: string) {
  const entries = await store.read('default', 1, 1_000);
  return entries
    .flatMap(({ events }) => events)
    .filter(({ event }) => event.type === type)
    .map(({ event }) => event as unknown as Record<string, unknown>);
}

const instants = () => received.map(({ atMs }) => atMs);
const orderOf = (ids: readonly string[]) => received.map(({ id }) => ids.indexOf(id));

/** Notifications in the order in which they were attempted. */
const attemptedIds = async () =>
  [
    ...new Set((await eventsOf('WebhookAttempted')).map(({ notificationId }) => notificationId)),
  ] as string[];

describe('a webhook that is lost', () => {
  beforeEach(() => add({ kind: 'lose-webhook' }));

  it('does not arrive: the service receives no answer, and retries it', async () => {
    await subscribe();
    expect(received).toEqual([]);
    expect(await eventsOf('WebhookFailed')).toMatchObject([{ outcome: { kind: 'timeout' } }]);
    await pass(1_000);
    expect(instants()).toEqual([1_000]);
    expect(await eventsOf('WebhookDelivered')).toMatchObject([{ attempt: 2 }]);
  });

  it('is named by the event of the strike', async () => {
    await subscribe();
    const [{ notificationId } = {}] = await eventsOf('WebhookAttempted');
    const request = { service: 'wallet', notificationId, attempt: 1 };
    expect(await eventsOf('FaultStruck')).toMatchObject([{ request }]);
  });

  it('stays lost after a restart', async () => {
    await subscribe();
    await reprise.close();
    await open();
    await pass(999);
    expect(received).toEqual([]);
    await pass(1);
    expect(instants()).toEqual([1_000]);
  });
});

describe('a webhook that is doubled', () => {
  it('arrives twice and counts once', async () => {
    await add({ kind: 'double-webhook' });
    await subscribe();
    expect(orderOf(await attemptedIds())).toEqual([0, 0]);
    expect(await eventsOf('WebhookDelivered')).toHaveLength(1);
    await pass(3_600_000);
    expect(received).toHaveLength(2);
  });
});

describe('a late webhook', () => {
  beforeEach(() => add({ kind: 'late-webhook', delayMs: 5_000 }));

  it('arrives on the virtual clock, and its service waits for it', async () => {
    await subscribe();
    await pass(4_999);
    expect(received).toEqual([]);
    expect(await eventsOf('WebhookFailed')).toEqual([]);
    await pass(1);
    expect(instants()).toEqual([5_000]);
    expect(await eventsOf('WebhookDelivered')).toMatchObject([{ attempt: 1 }]);
  });

  it('arrives at its instant within a longer advance', async () => {
    await subscribe();
    await pass(60_000);
    expect(instants()).toEqual([5_000]);
  });

  it('arrives at its instant after a restart, too', async () => {
    await subscribe();
    await reprise.close();
    await open();
    await pass(4_999);
    expect(received).toEqual([]);
    await pass(1);
    expect(instants()).toEqual([5_000]);
  });

  it('does not arrive once its subscription is gone', async () => {
    await subscribe();
    const [subscription] = world().peek((states) => [...states.wallet.subscriptions.values()]);
    const subscriptionId = subscription?.id ?? '';
    await send({ type: 'RemoveSubscription', network: 'test', subscriptionId });
    await pass(60_000);
    expect(received).toEqual([]);
  });
});

describe('a webhook that is swapped', () => {
  const swap = () => add({ kind: 'swap-webhooks', delayMs: 60_000 });

  it('arrives after the next one of its subscription', async () => {
    await swap();
    await subscribe();
    expect(received).toEqual([]);
    await receiveFunds();
    expect(orderOf(await attemptedIds())).toEqual([1, 0, 2]);
  });

  it('arrives alone if none follows in time', async () => {
    await swap();
    await subscribe();
    await pass(120_000);
    expect(instants()).toEqual([60_000]);
  });

  it('is not released by a webhook of another subscription', async () => {
    await swap();
    await subscribe(2);
    expect(orderOf(await attemptedIds())).toEqual([1]);
  });
});

describe('a world', () => {
  it('has the same events and instants if its faults strike no webhooks', async () => {
    await add({ kind: 'lose-answer' });
    await subscribe();
    expect(instants()).toEqual([0]);
    expect(await eventsOf('FaultPassed')).toEqual([]);
  });

  it('counts the webhooks that pass', async () => {
    await add({ kind: 'lose-webhook' }, { after: 1, count: 1 });
    await subscribe(3);
    expect(orderOf(await attemptedIds())).toEqual([0, 2]);
  });
});

it('each kind is recorded, and replays equal', async () => {
  const file = join(folder, `${randomUUID()}.jsonl`);
  await reprise.recordings.start(world(), { file });
  await add({ kind: 'lose-webhook' });
  await add({ kind: 'double-webhook' });
  await add({ kind: 'late-webhook', delayMs: 5_000, jitterMs: 1_000 });
  await add({ kind: 'swap-webhooks', delayMs: 60_000 });
  await subscribe(4);
  await receiveFunds();
  await reprise.recordings.stop('default');
  const count = received.length;
  const { entries } = await expectEqual(file);
  expect(received).toHaveLength(count); // a replay sends nothing
  const strikes = entries.filter((entry) => entry.kind === 'event' && entry.type === 'FaultStruck');
  expect(strikes).toHaveLength(4);
});
