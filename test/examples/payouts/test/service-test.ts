// `test` with a world of its own, and the service running against it.

import { test as base } from 'reprise/vitest';
import type { Payout, PayoutRequest } from '../src/payout.ts';
import { startService, type Service } from '../src/service.ts';

const usdc = '5797fbd6-3795-519d-84ca-ec4c5f80c3b1'; // on ETH-SEPOLIA

export const test = base.extend<{ service: Service }>({
  service: async ({ world }, use) => {
    const service = await startService({
      baseUrl: world.url,
      apiKey: world.walletKey,
      entitySecret: world.entitySecret,
      walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
      tokenId: usdc,
      retryDelaysMs: [0, 0],
    });
    await use(service);
    await service.close();
  },
});

/** Asks the service for a payout, as its own clients do. */
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
