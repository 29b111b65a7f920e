// A server is killed while its webhooks are in flight: the next one sends every pending webhook at least once, with the same id
// and the same bytes, and does not resend webhooks whose delivery is stored.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntil } from '../support/server/requests.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { sendRequest, type ServerAddress } from '../support/server/load.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { spawnServe, type ServeChild } from '../support/server/serve-child.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/server/webhook-receiver.ts';
import { rounds } from '../support/runner/soak.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const path = '/v2/notifications/subscriptions';
const kills = rounds('CRASH_RUNS', 2, 8);
/** Each of them sends one test notification. */
const subscriptions = 12;

let folder = '';
let receiver: WebhookReceiver;
let child: ServeChild | undefined;

beforeEach(async () => {
  folder = testFolder();
  receiver = await receiveWebhooks();
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await child?.exited;
  await receiver.close();
});

async function serve(): Promise<ServerAddress> {
  const flags = ['--data', join(folder, 'kept.db'), '--clock', 'skip', '--seed', 'kill-webhooks'];
  child = spawnServe(flags, { cwd: folder });
  return child.ready;
}

async function kill(): Promise<void> {
  child?.kill('SIGKILL');
  await child?.exited;
}

interface ReceivedWebhook {
  readonly type: string;
  readonly data: { readonly notificationId: string; readonly attempt: number };
}

async function eventsOf(place: ServerAddress, type: string): Promise<readonly ReceivedWebhook[]> {
  const query = `type=${type}&limit=1000`;
  const asked = {
    method: 'GET' as const,
    path: `/__reprise/worlds/default/events?${query}`,
    body: undefined,
  };
  return (await sendRequest(place, asked)).body.events as readonly ReceivedWebhook[];
}

async function moveOn(place: ServerAddress, by: string | number): Promise<void> {
  const path = '/__reprise/worlds/default/clock/advance';
  await sendRequest(place, { method: 'POST', path, body: { by } });
}

const seed = seedOf('CRASH_SEED');

it(
  `webhooks are sent at least once, under their first id (CRASH_SEED=${seed})`,
  { timeout: 120_000 },
  async () => {
    const chance = seededRandom(seed);
    let place = await serve();
    receiver.answerWith = 'nothing'; // so that they stay in flight
    for (let count = 0; count < subscriptions; count += 1) {
      await sendRequest(place, { method: 'POST', path, body: { endpoint: receiver.url } });
    }
    await waitUntil('one was sent', () => receiver.received.length > 0);
    for (let run = 0; run < kills; run += 1) {
      await wait(chance.below(200));
      await kill();
      receiver.answerWith = run % 2 === 0 ? 200 : 'nothing';
      place = await serve();
    }
    receiver.answerWith = 200;
    const attempted = async () => eventsOf(place, 'WebhookAttempted');
    const delivered = async () => eventsOf(place, 'WebhookDelivered');
    const areDelivered = async () => {
      await moveOn(place, 0); // outcomes enter the world when time is about to move
      return (await delivered()).length === subscriptions;
    };
    await waitUntil('all are delivered', areDelivered, 60_000);

    const ids = new Set((await attempted()).map(({ data }) => data.notificationId));
    expect(ids.size).toBe(subscriptions);
    const texts = new Map(receiver.received.map(({ body, text }) => [body.notificationId, text]));
    expect(new Set(texts.keys())).toEqual(ids);
    for (const { body, text } of receiver.received)
      expect(text).toBe(texts.get(body.notificationId));

    const before = receiver.received.length;
    await kill();
    place = await serve();
    await moveOn(place, '2h');
    expect(receiver.received).toHaveLength(before);
  },
);
