// Two transfers whose blocks vanish. The first is pending again and in a later block; the second is gone with its block.

import { strict as assert } from 'node:assert';
import { subtract, expectRefusal, type Session } from '../session.ts';

export async function reorged(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('reorged');
  await session.fund(sender, { native: '5', usdc: '100' });

  const first = await session.send(sender, receiver, '10', 'MEDIUM');
  await expectRefusal(control('POST', `/wallet/transactions/${first}/reorg`), 409, 'state-unfit');
  await session.pass('25s');
  const confirmed = await transaction(first);
  assert.equal(confirmed.state, 'CONFIRMED');
  assert.equal((await balances(receiver))['USDC'], '10', 'the money is there');
  await control('POST', `/wallet/transactions/${first}/reorg`);
  const waiting = await transaction(first);
  assert.deepEqual([waiting.state, waiting.txHash], ['SENT', confirmed.txHash]);
  assert.deepEqual(
    [waiting.blockHash, waiting.networkFee],
    [undefined, undefined],
    'no block holds it',
  );
  assert.equal((await balances(receiver))['USDC'] ?? '0', '0', 'the money is gone again');
  await session.settle();
  const complete = await transaction(first);
  assert.deepEqual([complete.state, complete.txHash], ['COMPLETE', confirmed.txHash]);
  assert.notEqual(complete.blockHash, confirmed.blockHash, 'another block took it');

  const second = await session.send(sender, receiver, '20', 'MEDIUM');
  await session.pass('36s');
  assert.equal((await transaction(second)).state, 'CONFIRMED');
  await control('POST', `/wallet/transactions/${second}/reorg`, { to: 'failed' });
  await session.settle();
  const lost = await transaction(second);
  assert.deepEqual([lost.state, lost.errorReason], ['FAILED', 'FAILED_REORG']);
  assert.notEqual(lost.networkFee, undefined, 'whoever lost the race has paid for its gas');

  assert.deepEqual(await balances(sender), {
    'ETH-SEPOLIA': subtract(subtract('5', complete.networkFee), lost.networkFee),
    USDC: '90',
  });
  assert.equal((await balances(receiver))['USDC'], '10');
  const { data } = await client.listTransactions({ walletIds: [receiver.id], order: 'ASC' });
  assert.deepEqual(
    data?.transactions?.map(({ state }) => state),
    ['FAILED', 'COMPLETE', 'FAILED'],
    'what a lost block brought has failed; what came again is a record of its own',
  );
  await control('GET', '/events?type=TransactionReorganised');
  await control('GET', '/events?type=TransactionReturnedToMempool');
}
