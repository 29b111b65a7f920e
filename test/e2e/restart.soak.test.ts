import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets';
import { longMs } from '../support/runner/timeouts.ts';
import { startServe, type ServeProcess } from '../support/server/serve-process.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const entitySecret = 'cd'.repeat(32);
let folder: string;

beforeEach(() => (folder = testFolder()));

const clientOf = ({ url: baseUrl, walletKey: apiKey }: ServeProcess) =>
  initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl });

async function worldOf({ url, token }: ServeProcess): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/__reprise/worlds/default`, { headers });
  return (await response.json()) as Record<string, unknown>;
}

describe('a server that is stopped and started on the same file', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('resumes its state after %s', async (signal) => {
    const flags = ['--data', join(folder, 'kept.db'), '--clock', 'frozen'];
    const first = await startServe(flags, { cwd: folder });
    const made = await clientOf(first).createWalletSet({ name: 'kept' });
    const before = await worldOf(first);
    const code = await first.stop(signal);
    expect(code).toBe(signal === 'SIGTERM' ? 0 : null);

    const second = await startServe(flags, { cwd: folder });
    try {
      expect(await worldOf(second)).toEqual(before);
      const { data } = await clientOf(second).getWalletSet({ id: made.data!.walletSet.id });
      expect(data?.walletSet).toEqual(made.data?.walletSet);
      const next = await clientOf(second).createWalletSet({ name: 'next' });
      expect(next.status).toBe(201);
    } finally {
      await second.stop();
    }
  });
});
