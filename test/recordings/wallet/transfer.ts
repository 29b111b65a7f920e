// A plain transfer to COMPLETE, with all kinds of reads on the way.

import { strict as assert } from 'node:assert';
import { blockchain, subtract, expectRefusal, usdc, type Session } from '../session.ts';

export async function transfer(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { setId, sender, receiver } = await session.createWalletPair('transfer');
  await session.fund(sender, { native: '5', usdc: '100' });
  assert.deepEqual(await balances(sender), { 'ETH-SEPOLIA': '5', USDC: '100' });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0' });

  await client.listWalletSets();
  await client.getWalletSet({ id: setId });
  await client.listWallets({ walletSetId: setId, order: 'ASC' });
  await client.getWallet({ id: sender.id });
  await client.updateWallet({ id: sender.id, name: 'Sender', refId: 'who pays' });
  await client.getToken({ id: usdc });

  await expectRefusal(session.send(sender, { id: '', address: 'nowhere' }, '1', 'LOW'), 400, 155219);
  await expectRefusal(session.send(sender, receiver, 'much', 'LOW'), 400, 155224);
  await expectRefusal(client.getTransaction({ id: setId }), 404, 156003);
  await expectRefusal(client.getWallet({ id: setId }), 404, 156001);
  const stranger = session.clientWith('TEST_API_KEY:of:nobody');
  await expectRefusal(stranger.listWallets(), 401, 401);
  await expectRefusal(control('POST', '/clock/advance', { by: 'a while' }), 400, 'invalid-request');

  const id = await session.send(sender, receiver, '1.25', 'MEDIUM');
  const steps = [
    ['0s', 'INITIATED'],
    ['200ms', 'CLEARED'],
    ['200ms', 'QUEUED'],
    ['600ms', 'SENT'],
    ['23s', 'CONFIRMED'],
    ['143s', 'CONFIRMED'],
    ['1s', 'COMPLETE'],
  ] as const;
  for (const [by, state] of steps) {
    if (by !== '0s') await session.pass(by);
    assert.equal((await transaction(id)).state, state, `the state after another ${by}`);
  }
  await expectRefusal(session.cancel(id), 400, 155215);
  await expectRefusal(control('POST', `/wallet/transactions/${id}/stick`), 409, 'state-unfit');

  const { networkFee } = await transaction(id);
  assert.deepEqual(await balances(sender), {
    'ETH-SEPOLIA': subtract('5', networkFee),
    USDC: '98.75',
  });
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0', USDC: '1.25' });
  const { data } = await client.listTransactions({ walletIds: [receiver.id], order: 'ASC' });
  assert.deepEqual(
    data?.transactions?.map(({ transactionType, state }) => [transactionType, state]),
    [['INBOUND', 'COMPLETE']],
  );
  await client.listTransactions({ blockchain, pageSize: 1 });
  await control('GET', '/events?limit=5');
}
