// The service under test, and requests of its clients.

import type { TestWorld } from 'reprise/testing';
import type { Payout, PayoutRequest } from '../src/payout.ts';
import { startService, type Service } from '../src/service.ts';

const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1'; // on ETH-SEPOLIA

/** Starts the service with the wallets of a world. */
export function serviceFor(world: TestWorld): Promise<Service> {
  return startService({
    baseUrl: world.url,
    apiKey: world.walletKey,
    entitySecret: world.entitySecret,
    walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
    tokenId: usdc,
    retryDelaysMs: [0, 0],
  });
}

export const payoutTo = (world: TestWorld): PayoutRequest => ({
  reference: 'invoice-7',
  address: world.wallet('till').address,
  amount: '12.50',
});

export async function postPayout(
  { url }: Service,
  payout: Partial<PayoutRequest>,
): Promise<{ status: number; body: Required<Payout> }> {
  const response = await fetch(`${url}/payouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payout),
  });
  return { status: response.status, body: (await response.json()) as Required<Payout> };
}
