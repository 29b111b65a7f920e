// A payment of the real client: what it creates, and the transfer.

import type { realClient } from '../server/server.ts';

type RealClient = ReturnType<typeof realClient>;
type CreateTransaction = Parameters<RealClient['createTransaction']>[0];

const blockchain = 'AVAX-FUJI';
const usdc = 'ff47a560-9795-5b7c-adfc-8f47dad9e06a';

/** Creates two wallets on AVAX-FUJI, the first of them with coins and USDC. */
export async function fundedPair(client: RealClient) {
  const { data: created } = await client.createWalletSet({ name: 'payouts' });
  const { data } = await client.createWallets({
    walletSetId: created!.walletSet.id,
    blockchains: [blockchain],
    count: 2,
  });
  const [sender, receiver] = data!.wallets;
  const { address } = sender!;
  await client.requestTestnetTokens({ address, blockchain, native: true, usdc: true });
  return { created, wallets: data, sender: sender!, receiver: receiver! };
}

/** Transfers 1 USDC between them. */
export async function payOnce(
  client: RealClient,
  { sender, receiver }: Awaited<ReturnType<typeof fundedPair>>,
  feeLevel: 'LOW' | 'MEDIUM' | 'HIGH',
) {
  const transfer: CreateTransaction = {
    walletId: sender.id,
    tokenId: usdc,
    destinationAddress: receiver.address,
    amount: ['1'],
    fee: { type: 'level', config: { feeLevel } },
  };
  const { data } = await client.createTransaction(transfer);
  return data!;
}
