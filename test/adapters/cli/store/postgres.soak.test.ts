// The verbs of a store in PostgreSQL: what they leave alone, and what they say where a password is missing.

import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { migrations } from '../../../../adapters/stores/postgres/schema.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { openShell } from '../shell.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { startPostgres } from '../../../support/postgres/server.ts';
import { nextOf } from '../../../support/store/families.ts';
import { longMs } from '../../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

describePostgres('a store in PostgreSQL', () => {
  const { server, newUrl, run } = testServer(['fsync=off']);

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

  it('is verified and copied by a role that may only read, without a change', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    for (const name of ['a', 'b']) await store.create(recordOf(name), undefined, nextOf([], [9]));
    await store.close();
    await run("UPDATE reprise_worlds SET name = NULL WHERE name = 'b'", url); // not swept yet
    const role = new URL(url).username;
    await run(`REVOKE INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${role} FROM ${role}`, url);
    const counts = async () =>
      run('SELECT * FROM (SELECT count(*) FROM reprise_inputs) i, reprise_store', url);
    const before = await counts();
    expect(before).toMatchObject([{ count: '2', openings: '0' }]);
    const world = '1 world, 1 input, 0 snapshots; as written.';
    expect(await shell.prints('store', 'verify', url)).toContain(world);
    const copied = '1 copied; 1 input written.';
    expect(await shell.prints('store', 'copy', url, 'copy.db')).toContain(copied);
    expect(await counts()).toEqual(before);
    await run(`REVOKE SELECT ON reprise_events FROM ${role}`, url);
    expect(await shell.refuses('store', 'verify', url)).toMatch(
      /may not read the table reprise_events: grant it SELECT on all tables/,
    );
    const { exitCode, errors } = await shell.run(['store', 'copy', 'copy.db', url]);
    expect(exitCode).toBe(1);
    expect(errors.at(-1)).toMatch(/may not read and write the table reprise_\w+: grant it/);
  });

  it('is not copied onto itself, however its URL is spelt', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const [url, another] = [await newUrl(), await newUrl()];
    for (const one of [url, another]) await (await openPostgresStore({ url: one })).close();
    const spelt = `${url.replace('127.0.0.1', 'localhost').replace('postgres:', 'postgresql:')}?ssl=0`;
    expect(await shell.refuses('store', 'copy', url, spelt)).toBe(
      'The two stores are the same one: name another store to copy into.',
    );
    expect((await shell.run(['store', 'copy', url, another])).exitCode).toBe(0);
  });

  it('of an earlier version is not migrated by a verify or a copy', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    await run(`SET ROLE ${new URL(url).username}; ${migrations[0] ?? ''}`, url);
    const refused = /is of an earlier version of Reprise \(1, this one reads \d+\): start/;
    expect(await shell.refuses('store', 'verify', url)).toMatch(refused);
    expect(await shell.refuses('store', 'copy', url, 'copy.db')).toMatch(refused);
    expect(await run('SELECT version FROM reprise_store', url)).toEqual([{ version: 1 }]);
  });

  it('is verified on a standby', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const primary = server().url();
    await (await openPostgresStore({ url: primary })).close();
    const standbyOf = { port: server().port, name: 'standby' };
    const standby = await startPostgres({ settings: ['fsync=off'], standbyOf });
    onTestFinished(() => standby.remove());
    expect(await shell.prints('store', 'verify', standby.url())).toContain('as written.');
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
