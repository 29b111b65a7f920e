// With the clock mode `skip`, queries that show unfinished transactions move the clock to their next change; others do not.

import { beforeEach, describe, expect, it } from 'vitest';
import {
  createFundedWallets,
  positionOf,
  serverForEach,
  startTransfer,
} from '../../../support/server/requests.ts';

describe('a clock that skips', () => {
  const server = serverForEach({ defaults: { clock: { mode: 'skip', rate: 1, idle: false } } });
  let walletId: string;
  let id: string;

  beforeEach(async () => {
    ({ id: walletId } = (await createFundedWallets(server())).from);
    id = await startTransfer(server(), { walletId });
  });

  async function isMovedBy(path: string): Promise<boolean> {
    const before = await positionOf(server());
    expect((await server().request('GET', path)).status).toBeLessThan(300);
    return (await positionOf(server())) > before;
  }

  it.each([
    '/v1/w3s/transactions',
    '/v1/w3s/transactions/:id',
    '/v1/w3s/wallets/:walletId/balances',
    '/v1/w3s/wallets/:walletId/nfts',
  ])('is moved by GET %s', async (path) => {
    expect(await isMovedBy(path.replace(':id', id).replace(':walletId', walletId))).toBe(true);
  });

  it.each([
    '/v1/w3s/wallets',
    '/v1/w3s/walletSets',
    '/v1/w3s/wallets/:walletId',
    '/v1/w3s/developer/wallets/balances?blockchain=ETH-SEPOLIA',
    '/v1/w3s/config/entity',
    '/v1/w3s/config/entity/monitoredTokens',
    '/v2/notifications/subscriptions',
    '/v1/w3s/developer/transactions/feeParameters?blockchain=ETH-SEPOLIA',
  ])('is not moved by GET %s', async (path) => {
    expect(await isMovedBy(path.replace(':walletId', walletId))).toBe(false);
  });
});
