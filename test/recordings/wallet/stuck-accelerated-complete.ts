// A transfer with LOW fees on a congested chain: it is stuck because no block contains it, is accelerated, and completes.

import { strict as assert } from 'node:assert';
import { blockchain, subtract, must, expectRefusal, type Session } from '../session.ts';

export async function stuckAcceleratedComplete(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('stuck');
  await session.fund(sender, { native: '5', usdc: '100' });
  await expectRefusal(client.accelerateTransaction({ id: sender.id }), 404, 156003);

  await control('PATCH', `/wallet/chains/${blockchain}`, { congestion: 4 });
  const id = await session.send(sender, receiver, '2.5', 'LOW');
  await session.pass('1s');
  const sent = await transaction(id);
  assert.equal(sent.state, 'SENT');
  const chain = await control<{ height: number; baseFeeGwei: string }>(
    'GET',
    `/wallet/chains/${blockchain}`,
  );
  await session.settle();
  const stuck = await transaction(id);
  assert.equal(stuck.state, 'STUCK');
  assert.equal(stuck.txHash, sent.txHash);
  const later = await control<typeof chain>('GET', `/wallet/chains/${blockchain}`);
  assert.ok(later.height > chain.height + 9, 'blocks came and none took it');
  assert.ok(Number(later.baseFeeGwei) > Number(chain.baseFeeGwei), 'the base fee has left it behind');

  const behind = await session.send(sender, receiver, '1', 'HIGH');
  await session.settle();
  assert.equal((await transaction(behind)).state, 'STUCK', 'what is behind it has to wait');
  const lowest = must(
    (await client.getLowestNonceTransaction({ blockchain, address: sender.address })).data,
  );
  assert.equal(lowest.transaction?.id, id);
  assert.ok(Number(lowest.feeInfo?.feeDifferenceAmount) > 0);
  const { data: open } = await client.listTransactions({ state: 'STUCK' });
  assert.equal(open?.transactions?.length, 2);

  await session.accelerate(id);
  const accelerated = await transaction(id);
  assert.equal(accelerated.state, 'SENT');
  assert.notEqual(accelerated.txHash, stuck.txHash);
  await session.settle();
  const complete = await transaction(id);
  assert.deepEqual([complete.state, complete.txHash], ['COMPLETE', accelerated.txHash]);
  const next = await transaction(behind);
  assert.equal(next.state, 'COMPLETE', 'what was behind it came through');

  await expectRefusal(session.accelerate(id), 400, 155215);
  const left = subtract(subtract('5', complete.networkFee), next.networkFee);
  assert.deepEqual(await balances(sender), { 'ETH-SEPOLIA': left, USDC: '96.5' });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0', USDC: '3.5' });
  await control('GET', '/events?type=TransactionStuck');
}
