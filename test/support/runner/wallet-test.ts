// Tests of the wallet over HTTP: each has a server, two funded wallets and a transfer between them if it names them.

import type { TestAPI } from 'vitest';
import { createFundedWallets, settle, startTransfer } from '../server/requests.ts';
import { serverTest, type ServerFixtures, type ServerOptions } from './server-test.ts';

interface WalletFixtures {
  /** Two wallets of one set on ETH-SEPOLIA; the first has a native 5 and 100 USDC. */
  readonly wallets: Awaited<ReturnType<typeof createFundedWallets>>;
  /** A complete transfer of 1.25 USDC to the second wallet, with the reference `r`. */
  readonly completeId: string;
}

export function walletTest({ scope = 'test', ...options }: ServerOptions = {}) {
  return serverTest({ scope, ...options }).extend<WalletFixtures>({
    wallets: [async ({ server }, use) => use(await createFundedWallets(server)), { scope }],
    completeId: [
      async ({ server, wallets: { from, to } }, use) => {
        const fields = { walletId: from.id, destinationAddress: to.address, refId: 'r' };
        const id = await startTransfer(server, fields);
        await settle(server);
        await use(id);
      },
      { scope },
    ],
  }) as TestAPI<ServerFixtures & WalletFixtures>;
}
