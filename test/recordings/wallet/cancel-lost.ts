// A cancellation that loses: it is sent so late that the next block contains the original before the cancellation arrives.

import { strict as assert } from 'node:assert';
import { subtract, expectRefusal, type Session } from '../session.ts';

export async function cancelLost(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('cancel-lost');
  await session.fund(sender, { native: '5', usdc: '100' });

  const id = await session.send(sender, receiver, '10', 'MEDIUM');
  await session.pass('23500ms');
  const sent = await transaction(id);
  assert.equal(sent.state, 'SENT');
  await session.cancel(id); // arrives after 600 ms; the next block comes after 500 ms
  assert.equal((await transaction(id)).state, 'SENT', 'nothing is decided yet');
  await session.pass('500ms');
  const confirmed = await transaction(id);
  assert.deepEqual([confirmed.state, confirmed.txHash], ['CONFIRMED', sent.txHash]);
  await expectRefusal(session.cancel(id), 400, 155215);
  await session.settle();
  assert.equal((await transaction(id)).state, 'COMPLETE');

  assert.deepEqual(await balances(sender), {
    'ETH-SEPOLIA': subtract('5', confirmed.networkFee),
    USDC: '90',
  });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0', USDC: '10' });
  const { data } = await client.listTransactions({ includeAll: true, order: 'ASC' });
  assert.deepEqual(
    data?.transactions?.map(({ transactionType, state }) => [transactionType, state]),
    [
      ['INBOUND', 'COMPLETE'],
      ['INBOUND', 'COMPLETE'],
      ['OUTBOUND', 'COMPLETE'],
      ['INBOUND', 'COMPLETE'],
    ],
  );
  const { events } = await control<{ events: unknown[] }>(
    'GET',
    '/events?type=CancellationConfirmed',
  );
  assert.deepEqual(events, []);
  await expectRefusal(client.getWallet({ id }), 404, 156001);
}
