// A transfer in a world of a test, in process.

import type { TestWorld } from '../../../adapters/testing/index.ts';

const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1';

/** Sends USDC from the operations to the till of the fixture wallet/treasury; returns the id of the transfer. */
export async function transferIn(world: TestWorld, amount = '1.25'): Promise<string> {
  const response = await world.fetch('/v1/w3s/developer/transactions/transfer', {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.walletKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      idempotencyKey: '6f1a3a1e-6d2f-4c62-9f7a-8f5d1f0a2b3c',
      entitySecretCiphertext: world.entitySecretCiphertext(),
      walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
      destinationAddress: world.wallet('till').address,
      tokenId: usdc,
      amounts: [amount],
      feeLevel: 'MEDIUM',
    }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}
