// A transfer that screening denies: it is never sent, and its reserved amount is free again.

import { strict as assert } from 'node:assert';
import { subtract, expectRefusal, type Session } from '../session.ts';

export async function denied(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('denied');
  await session.fund(sender, { native: '5', usdc: '100' });

  const id = await session.send(sender, receiver, '60', 'HIGH');
  await expectRefusal(session.send(sender, receiver, '60', 'HIGH'), 400, 155258);
  await control('POST', `/wallet/transactions/${id}/deny`);
  await session.settle();
  const refused = await transaction(id);
  assert.equal(refused.state, 'DENIED');
  assert.equal(refused.txHash, undefined, 'it never reached the chain');
  assert.ok(refused.errorReason !== undefined);
  await expectRefusal(session.cancel(id), 400, 155215);
  await expectRefusal(control('POST', `/wallet/transactions/${id}/deny`), 409, 'state-unfit');
  assert.deepEqual(await balances(sender), { 'ETH-SEPOLIA': '5', USDC: '100' });

  const next = await session.send(sender, receiver, '60', 'HIGH');
  await session.settle();
  const complete = await transaction(next);
  assert.equal(complete.state, 'COMPLETE');
  assert.deepEqual(await balances(sender), {
    'ETH-SEPOLIA': subtract('5', complete.networkFee),
    USDC: '40',
  });
  const { data } = await client.listTransactions({ state: 'DENIED' });
  assert.deepEqual(
    data?.transactions?.map((one) => one.id),
    [id],
  );
}
