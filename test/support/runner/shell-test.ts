// Tests of the command line: each has a shell in a folder of its own, and a server and a transfer if it names them.

import { test, type TestAPI } from 'vitest';
import { openShell, type RunningServer, type Shell } from '../../adapters/cli/shell.ts';
import { createFundedWallets, startTransfer } from '../server/requests.ts';

interface ShellFixtures {
  readonly shell: Shell;
  /** A server in memory with a frozen clock. */
  readonly served: RunningServer;
  /** A transfer of 1.25 USDC on ETH-SEPOLIA, which the server has just received. */
  readonly transferId: string;
}

interface ShellOptions {
  /** Whether tests of a file have one shell each, or share one. Default: `test`. */
  readonly scope?: 'test' | 'file';
  /** The fixture that each test begins with, named or not. */
  readonly auto?: 'served' | 'transferId';
  /** More flags of the server. */
  readonly flags?: readonly string[];
}

export function shellTest({ scope = 'test', auto, flags = [] }: ShellOptions = {}) {
  return test.extend<ShellFixtures>({
    shell: [
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const shell = openShell();
        await use(shell);
        await shell.close();
      },
      { scope },
    ],
    served: [
      async ({ shell }, use) => use(await shell.serve(['--memory', '--clock', 'frozen', ...flags])),
      { scope, auto: auto === 'served' },
    ],
    transferId: [
      async ({ served: { server } }, use) => {
        const { from } = await createFundedWallets(server);
        await use(await startTransfer(server, { walletId: from.id }));
      },
      { scope, auto: auto === 'transferId' },
    ],
  }) as TestAPI<ShellFixtures>;
}
