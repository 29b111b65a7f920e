// A transfer that is stuck, for tests of the studio.

import { onTestFinished } from 'vitest';
import { realClient, testKey } from '../server/server.ts';
import { startStudio, type StudioServer } from './server.ts';

export interface StuckTransfer {
  readonly server: StudioServer;
  /** Of the transaction. */
  readonly id: string;
}

/**
 * A server until the end of the test, on whose world `default` a chain is congested, and a transfer offers little. `isRecorded`: a
 * recording of the world goes on.
 */
export async function stuckTransfer({ isRecorded = false } = {}): Promise<StuckTransfer> {
  const server = await startStudio({ defaults: { fixture: 'wallet/treasury' } });
  onTestFinished(() => server.close());
  const client = realClient(server.url, testKey);
  const world = server.client.world('default');
  if (isRecorded) await world.recording.start();
  const { data: from } = await client.listWallets({
    refId: 'operations',
    blockchain: 'ETH-SEPOLIA',
  });
  const { data: to } = await client.listWallets({ refId: 'till' });
  await world.wallet.chains.change('ETH-SEPOLIA', { congestion: 4 });
  const { data } = await client.createTransaction({
    walletId: from?.wallets[0]?.id ?? '',
    destinationAddress: to?.wallets[0]?.address ?? '',
    tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
    amount: ['1.25'],
    fee: { type: 'level', config: { feeLevel: 'LOW' } },
  });
  await world.clock.advance('10m');
  return { server, id: data?.id ?? '' };
}
