// A version of the wallet's client that needs a newer Node than Reprise: every method of it is called on that Node.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Node } from './install.ts';

const run = promisify(execFile);

const client = '@circle-fin/developer-controlled-wallets';

export const newerClientVersion = '10.8.1';

/** Installs the client into the folder, and runs its tests on this Node. Rejects with their output if one fails. */
export async function testNewerClient(node: Node, root: string, folder: string): Promise<void> {
  const flags = ['--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder];
  await run('npm', ['install', ...flags, `${client}@${newerClientVersion}`], { cwd: folder });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  await run(node.path, [vitest, 'run', 'test/e2e/every-method.test.ts'], {
    cwd: root,
    env: { ...process.env, NEWER_WALLET_CLIENT: join(folder, 'node_modules', client) },
    maxBuffer: 64 * 1024 * 1024,
  });
}
