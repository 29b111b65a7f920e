// A transfer that fails for lack of gas: the wallet has the token to send, but no native token for the fee.

import { strict as assert } from 'node:assert';
import { expectRefusal, type Session } from '../session.ts';

export async function failedForGas(session: Session): Promise<void> {
  const { control, transaction, balances } = session;
  const { sender, receiver } = await session.createWalletPair('failed-for-gas');
  await session.fund(sender, { usdc: '100' });

  const id = await session.send(sender, receiver, '10', 'MEDIUM');
  assert.equal((await transaction(id)).state, 'INITIATED', 'it is taken all the same');
  await session.settle();
  const failed = await transaction(id);
  assert.equal(failed.state, 'FAILED');
  assert.equal(failed.errorReason, 'INSUFFICIENT_NATIVE_TOKEN');
  assert.ok(failed.errorDetails !== undefined && failed.errorDetails !== '');
  assert.deepEqual([failed.txHash, failed.networkFee], [undefined, undefined], 'nothing was sent');
  await expectRefusal(session.cancel(id), 400, 155215);
  await expectRefusal(session.accelerate(id), 400, 155215);
  assert.deepEqual(await balances(sender), { 'ETH-SEPOLIA': '0', USDC: '100' });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0' });

  await session.fund(sender, { native: '1' });
  const again = await session.send(sender, receiver, '100', 'MEDIUM');
  await session.settle();
  assert.equal((await transaction(again)).state, 'COMPLETE', 'nothing was held back for the first');
  await control('GET', '/events?type=TransactionFailed');
}
