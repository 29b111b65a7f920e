// Tests of the wallet over HTTP: each has a server, two funded wallets and a transfer between them if it names them.

import { test, type TestAPI } from 'vitest';
import type { RepriseOptions } from '../../../adapters/reprise.ts';
import { createFundedWallets, settle, startTransfer } from '../server/requests.ts';
import { startServer, type TestServer } from '../server/server.ts';

interface WalletFixtures {
  readonly server: TestServer;
  /** Two wallets of one set on ETH-SEPOLIA; the first has a native 5 and 100 USDC. */
  readonly wallets: Awaited<ReturnType<typeof createFundedWallets>>;
  /** A complete transfer of 1.25 USDC to the second wallet, with the reference `r`. */
  readonly completeId: string;
}

interface WalletOptions extends Partial<RepriseOptions> {
  /** Whether tests of a file have one server each, or share one, which none of them changes. Default: `test`. */
  readonly scope?: 'test' | 'file';
}

export function walletTest({ scope = 'test', ...options }: WalletOptions = {}) {
  return test.extend<WalletFixtures>({
    server: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const server = await startServer(options);
        await use(server);
        await server.close();
      },
      { scope },
    ],
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
  }) as TestAPI<WalletFixtures>;
}
