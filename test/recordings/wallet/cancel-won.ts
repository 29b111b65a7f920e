// A cancellation that wins: its zero-value transaction offers a higher fee and is in a block before the original can be.

import { strict as assert } from 'node:assert';
import { subtract, expectRefusal, type Session } from '../session.ts';

export async function cancelWon(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('cancel-won');
  await session.fund(sender, { native: '5', usdc: '100' });
  await expectRefusal(session.cancel(sender.id), 404, 156003);

  const id = await session.send(sender, receiver, '10', 'LOW');
  await session.pass('2s');
  const sent = await transaction(id);
  assert.equal(sent.state, 'SENT');
  await session.cancel(id); // at 2 s: ten seconds before the block that would contain it
  assert.equal((await transaction(id)).state, 'SENT', 'nothing is decided yet');
  await expectRefusal(session.accelerate(id), 400, 155229);
  await session.pass('10s');
  const cancelled = await transaction(id);
  assert.equal(cancelled.state, 'CANCELLED');
  await session.settle();
  assert.equal((await transaction(id)).state, 'CANCELLED');
  await expectRefusal(session.cancel(id), 400, 155215);

  assert.deepEqual(await balances(sender), {
    'ETH-SEPOLIA': subtract('5', cancelled.networkFee),
    USDC: '100',
  });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0' });
  const { data } = await client.listTransactions({ walletIds: [receiver.id] });
  assert.deepEqual(data?.transactions, [], 'the receiver never heard of it');
  const { events } = await control<{ events: unknown[] }>(
    'GET',
    '/events?type=CancellationConfirmed',
  );
  assert.equal(events.length, 1);
}
