// A generated suite for `reprise/vitest`: many tests, each with a world, the real wallet client over HTTP, and one payout.

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Suite {
  readonly files: number;
  readonly testsPerFile: number;
  /** How many tests of a file run at the same time. Default: 1. */
  readonly concurrent?: number;
}

/** Writes the files of a suite into a folder that has the modules. */
export function writeSuite(folder: string, { files, testsPerFile, concurrent = 1 }: Suite): void {
  const options = { maxWorkers: 2, maxConcurrency: concurrent, testTimeout: 0, hookTimeout: 0 };
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', JSON.stringify({ type: 'module' }));
  write('vitest.config.js', `export default { test: ${JSON.stringify(options)} };\n`);
  for (let file = 1; file <= files; file += 1) {
    write(`payouts-${file}.test.js`, testFile(testsPerFile, concurrent > 1));
  }
}

/** Each test pays a different amount and must find only its own payout. */
function testFile(tests: number, isConcurrent: boolean): string {
  return `
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import { describe, expect, test as base } from 'reprise/vitest';

const test = base.extend({ worldOptions: { fixture: 'wallet/treasury' } });
const names = new Set();

describe${isConcurrent ? '.concurrent' : ''}('a payout', () => {
  test.for(Array.from({ length: ${tests} }, (_, index) => index + 1))('of %i', async (amount, { world }) => {
    const client = initiateDeveloperControlledWalletsClient({
      baseUrl: world.url,
      apiKey: world.walletKey,
      entitySecret: world.entitySecret,
    });
    const { data } = await client.createTransaction({
      walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
      destinationAddress: world.wallet('till').address,
      tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1', // USDC
      amount: [String(amount)],
      refId: \`payout-\${amount}\`,
      fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
    });
    await world.clock.untilIdle();
    expect((await world.tx(data.id).get()).state).toBe('COMPLETE');

    const { data: listed } = await client.listTransactions({ txType: 'OUTBOUND' });
    expect(listed.transactions.map(({ refId }) => refId)).toEqual([\`payout-\${amount}\`]);
    expect(await world.requests({ method: 'POST' })).toHaveLength(1);
    await expect(world).toHaveEmitted('TransactionCompleted', { transactionId: data.id });
    expect(names).not.toContain(world.name);
    names.add(world.name);
  });
});
`;
}

export interface Run {
  readonly output: string;
  readonly seconds: number;
  /** Of all processes. */
  readonly processorSeconds: number;
}

/** Runs the suite with vitest. Rejects if a test fails. */
export async function runSuite(folder: string): Promise<Run> {
  const { VITEST: _vitest, NODE_ENV: _env, ...env } = process.env;
  const command = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'];
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command],
    { cwd: folder, env: { ...env, NO_COLOR: '1', LC_ALL: 'C' } },
  );
  const times = stderr.trimEnd().split('\n').at(-1)?.split(' ').map(Number);
  const [seconds, user, system] = times as [number, number, number];
  return { output: stdout + stderr, seconds, processorSeconds: user + system };
}
