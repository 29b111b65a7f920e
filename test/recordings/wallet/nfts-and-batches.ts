// NFTs that are minted, transferred and minted by a contract call, and a smart account that batches several calls.

import { strict as assert } from 'node:assert';
import { Interface } from 'ethers';
import { blockchain, must, type Session, type Wallet } from '../session.ts';

const cats = `0x${'c0'.repeat(20)}`;
const items = `0x${'c1'.repeat(20)}`;
const usdcAddress = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';
const contracts = new Interface([
  'function transfer(address to, uint256 amount)',
  'function safeMint(address to, uint256 tokenId)',
  'function executeBatch((address target, uint256 value, bytes data)[] calls)',
]);

export async function nftsAndBatches(session: Session): Promise<void> {
  const { client, control, transaction, balances } = session;
  const { setId, sender, receiver } = await session.createWalletPair('nfts');
  await session.fund(sender, { native: '5' });

  const seven = { tokenAddress: cats, nftTokenId: '7', name: 'Cats', metadata: 'ipfs://cats/7' };
  await control('POST', `/wallet/wallets/${sender.id}/mint`, seven);
  const gems = { tokenAddress: items, standard: 'ERC1155', nftTokenId: '1', amount: '10' };
  await control('POST', `/wallet/wallets/${sender.id}/mint`, gems);
  assert.deepEqual(await nftsOf(session, sender), { '1': '10', '7': '1' });

  const send = async (tokenAddress: string, nftTokenIds: string[], amount: string[]) => {
    const { data } = await client.createTransaction({
      walletAddress: sender.address,
      blockchain,
      tokenAddress,
      nftTokenIds,
      amount,
      destinationAddress: receiver.address,
      fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
      ...session.keys(),
    });
    return must(data).id;
  };
  const sent = [await send(cats, ['7'], ['1']), await send(items, ['1'], ['4'])];
  const { data: called } = await client.createContractExecutionTransaction({
    walletId: sender.id,
    contractAddress: cats,
    abiFunctionSignature: 'safeMint(address,uint256)',
    abiParameters: [sender.address, '8'],
    fee: { type: 'level', config: { feeLevel: 'HIGH' } },
    ...session.keys(),
  });
  await session.settle();
  for (const id of [...sent, must(called).id]) {
    assert.equal((await transaction(id)).state, 'COMPLETE');
  }
  assert.deepEqual(await nftsOf(session, sender), { '1': '6', '8': '1' });
  assert.deepEqual(await nftsOf(session, receiver), { '1': '4', '7': '1' });

  const [smart] = await session.createWallets({
    walletSetId: setId,
    blockchains: [blockchain],
    count: 1,
    accountType: 'SCA',
  });
  const { id: walletId, address } = must(smart);
  await session.fund(must(smart), { native: '1', usdc: '10' });
  const calls = [
    [usdcAddress, 0n, contracts.encodeFunctionData('transfer', [receiver.address, 3_000_000])],
    [receiver.address, 10n ** 17n, '0x'],
    [cats, 0n, contracts.encodeFunctionData('safeMint', [receiver.address, 9])],
  ];
  const { data: batch } = await client.createContractExecutionTransaction({
    walletId,
    contractAddress: address,
    callData: contracts.encodeFunctionData('executeBatch', [calls]) as `0x${string}`,
    fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
    ...session.keys(),
  });
  await session.settle();
  assert.equal((await transaction(must(batch).id)).state, 'COMPLETE');
  const left = await balances({ id: walletId, address });
  assert.deepEqual(left, { 'ETH-SEPOLIA': '0.9', USDC: '7' }, 'the gas of a test network is free');
  assert.deepEqual(await balances(receiver), { 'ETH-SEPOLIA': '0.1', USDC: '3' });
  assert.deepEqual(await nftsOf(session, receiver), { '1': '4', '7': '1', '9': '1' });
}

/** The amount of each NFT in a wallet. */
async function nftsOf({ client }: Session, { id }: Wallet): Promise<Record<string, string>> {
  const { data } = await client.getWalletNFTBalance({ id });
  const held = must(data?.nfts);
  return Object.fromEntries(held.map(({ nftTokenId, amount }) => [must(nftTokenId), amount]));
}
