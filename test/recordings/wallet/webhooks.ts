// Webhooks to a forbidden endpoint: each message is created, signed and retried, until the subscription is disabled and
// removed. None of this delays a transaction.

import { strict as assert } from 'node:assert';
import { must, expectRefusal, type Session } from '../session.ts';

export async function webhooks(session: Session): Promise<void> {
  const { client, transaction } = session;
  const { sender, receiver } = await session.createWalletPair('webhooks');
  await session.fund(sender, { native: '5', usdc: '100' });
  await session.settle();
  const endpoint = 'https://hooks.example/wallet';
  const id = must(must((await client.createSubscription({ endpoint })).data).id);
  assert.deepEqual(
    (await client.listSubscriptions()).data?.map((one) => one.id),
    [id],
  );

  const sent = await session.send(sender, receiver, '1', 'MEDIUM');
  await session.pass('25s');
  assert.equal((await transaction(sent)).state, 'CONFIRMED');
  const attempts = await countOf(session, 'WebhookAttempted');
  assert.ok(attempts > 5, 'a test message, three states of one record, one of the other, retries');
  assert.equal(await countOf(session, 'WebhookDelivered'), 0);

  await client.updateSubscription({ id, name: 'silent', enabled: false });
  await session.settle();
  assert.equal((await transaction(sent)).state, 'COMPLETE');
  assert.equal(await countOf(session, 'WebhookAttempted'), attempts, 'it is silent');
  assert.equal((await client.getSubscription(id)).data?.enabled, false);
  await client.deleteSubscription(id);
  await expectRefusal(client.getSubscription(id), 404, 404);
}

async function countOf({ control }: Session, type: string): Promise<number> {
  const path = `/events?type=${type}&limit=1000`;
  return (await control<{ events: readonly unknown[] }>('GET', path)).events.length;
}
