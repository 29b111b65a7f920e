// The verbs of a store in PostgreSQL: what they leave alone, and what they say where a password is missing.

import { expect, it, onTestFinished, vi } from 'vitest';
import { openShell } from '../shell.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { startPostgres } from '../../../support/postgres/server.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describePostgres('a store in PostgreSQL', () => {
  const { newUrl, run } = testServer(['fsync=off']);

  it('gets no tables from a verify', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    expect(await shell.refuses('store', 'verify', url)).toContain(
      'There is no store at postgres://',
    );
    const { username } = new URL(url);
    expect(await run(`SELECT 1 FROM pg_tables WHERE schemaname = '${username}'`)).toEqual([]);
  });

  it('says that a password is missing', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const own = await startPostgres({
      settings: ['fsync=off'],
      prepare: () => ({ settings: [], access: ['host all all 127.0.0.1/32 scram-sha-256'] }),
    });
    onTestFinished(() => own.remove());
    expect(await shell.refuses('store', 'verify', own.url())).toMatch(/password/);
  });
});
