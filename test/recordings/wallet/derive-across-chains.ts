// One address on several chains: wallets created together, derived by id and by address, with both account types, and used.

import { strict as assert } from 'node:assert';
import { blockchain, must, expectRefusal, type Session } from '../session.ts';

const baseUsdc = 'bdf128b4-827b-5267-8f9e-243694989b5f';

export async function deriveAcrossChains(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { setId, sender, receiver } = await session.createWalletPair('derive');

  const onBase = await session.derive(sender.id, 'BASE-SEPOLIA', { name: 'base', refId: 'first' });
  assert.equal(onBase.status, 201);
  const { wallet: base } = onBase;
  assert.equal(base.address, sender.address);
  assert.notEqual(base.id, sender.id);
  const again = await session.derive(sender.id, 'BASE-SEPOLIA', { refId: 'second' });
  assert.equal(again.status, 200);
  assert.deepEqual(
    [again.wallet.id, again.wallet.name, again.wallet.refId],
    [base.id, 'base', 'second'],
  );

  const byAddress = {
    sourceBlockchain: 'BASE-SEPOLIA',
    walletAddress: sender.address,
    targetBlockchain: 'OP-SEPOLIA',
    metadata: { name: 'op' },
  } as const;
  const onOp = await client.deriveWalletByAddress(byAddress);
  assert.deepEqual([onOp.status, onOp.data?.wallet?.address], [201, sender.address]);
  assert.equal((await client.deriveWalletByAddress(byAddress)).status, 200);
  const walletAddress = `0x${'12'.repeat(20)}`;
  await expectRefusal(client.deriveWalletByAddress({ ...byAddress, walletAddress }), 404, 156001);
  await expectRefusal(client.deriveWallet({ id: sender.id, blockchain: 'ETH' }), 400, 156006);

  const together = await session.createWallets({
    walletSetId: setId,
    blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA', 'SOL-DEVNET'],
    count: 1,
  });
  const [first, second, solana] = together;
  assert.equal(first?.address, second?.address, 'one address on every EVM chain');
  assert.ok(![sender.address, receiver.address].includes(must(first).address));
  await expectRefusal(client.deriveWallet({ id: must(solana).id, blockchain }), 400, 155510);

  const [smart] = await session.createWallets({
    walletSetId: setId,
    blockchains: [blockchain],
    count: 1,
    accountType: 'SCA',
  });
  const twin = await session.derive(must(smart).id, 'ARB-SEPOLIA');
  assert.deepEqual(
    [twin.status, twin.wallet.address, twin.wallet.accountType],
    [201, smart?.address, 'SCA'],
  );

  await control('POST', `/wallet/wallets/${base.id}/fund`, { native: '1', usdc: '10' });
  const { data } = await client.createTransaction({
    walletAddress: base.address,
    blockchain: 'BASE-SEPOLIA',
    tokenAddress: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    destinationAddress: receiver.address,
    amount: ['4'],
    fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
    ...session.keys(),
  });
  await session.settle();
  const complete = await transaction(must(data).id);
  assert.deepEqual([complete.state, complete.blockchain, complete.tokenId], [
    'COMPLETE',
    'BASE-SEPOLIA',
    baseUsdc,
  ]);
  assert.equal((await balances(base))['USDC'], '6');
  assert.deepEqual(await balances(sender), { 'ETH-SEPOLIA': '0' }, 'chains hold money apart');
  const { data: listed } = await client.listWallets({ address: sender.address, order: 'ASC' });
  assert.deepEqual(
    listed?.wallets.map((one) => one.blockchain),
    ['ETH-SEPOLIA', 'BASE-SEPOLIA', 'OP-SEPOLIA'],
  );
}
