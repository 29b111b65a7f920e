// Opening a store in PostgreSQL: tables are created once, and servers and tables that it cannot use are refused in one sentence that
// has no password.

import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openReprise } from '../../../../adapters/reprise.ts';
import { loadPostgres } from '../../../../adapters/stores/postgres/connection.ts';
import { SchemaRightsError } from '../../../../adapters/stores/postgres/database.ts';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { limitsDefault } from '../../../../adapters/stores/postgres/limits.ts';
import {
  columnsOf,
  migrations,
  postgresSchema,
  schemaVersion,
} from '../../../../adapters/stores/postgres/schema.ts';
import { postgresStatus } from '../../../../adapters/stores/postgres/status.ts';
import { shownUrl } from '../../../../adapters/stores/postgres/url.ts';
import { StoreError } from '../../../../core/index.ts';
import { recordOf } from '../../../contract/event-store.contract.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { startPostgres } from '../../../support/postgres/server.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const soon = { ...limitsDefault, awayMsMax: 300 };

/** The sentence with which a URL is refused, to `doctor`, too. */
async function refusal(url: string, limits = soon): Promise<string> {
  const error: unknown = await openPostgresStore({ url }, limits).then(
    async (store) => store.close(),
    (failure: unknown) => failure,
  );
  if (!(error instanceof StoreError)) throw new Error('It was not refused.', { cause: error });
  expect(error.message).not.toContain('\n');
  expect(error.message).toMatch(/[.]$/);
  expect(inspect(error, { depth: 9 })).not.toContain('hunter2');
  const asked = error.message.replace(/^Cannot open/, 'Cannot ask');
  await expect(postgresStatus(url)).rejects.toMatchObject({ code: error.code, message: asked });
  return error.message;
}

describe('a store in PostgreSQL without the package pg', () => {
  it('says what to install', async () => {
    const missing = Object.assign(new Error('Cannot find package'), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    await expect(loadPostgres(async () => Promise.reject(missing))).rejects.toThrow(
      'needs the package pg, which is not installed: run `npm install pg`',
    );
  });
});

describe('the options of a store in PostgreSQL', () => {
  it('are checked, without a repetition of the URL', async () => {
    const opening = openPostgresStore({ url: 'mysql://me:hunter2@host/db' });
    await expect(opening).rejects.toThrow(
      /^openPostgresStore: url needs a URL that begins with postgres:\/\/\.$/,
    );
  });
});

describe('an unreachable server', () => {
  it('is refused without the password, after some time', async () => {
    const message = await refusal('postgres://me:hunter2@127.0.0.1:1/db?password=hunter2');
    expect(message).toMatch(
      /^Cannot open postgres:\/\/me:\*\*\*@127\.0\.0\.1:1\/db\?password=\*\*\*: connect ECONNREFUSED/,
    );
    expect(message).not.toContain('hunter2');
  });

  it('is refused if the URL is not understood', async () => {
    const message = await refusal('postgres://me:hunter2@host/db?sslrootcert=/does/not/exist');
    expect(message).toMatch(
      /is not a URL of PostgreSQL: its sslrootcert \/does\/not\/exist cannot be read \(ENOENT\)/,
    );
    expect(message).not.toContain('hunter2');
  });
});

describePostgres('a store in PostgreSQL', () => {
  const { server, newUrl, run } = testServer(['fsync=off']);
  const folder = temporaryFolder();

  /** All content of a schema, with the definitions of its tables. */
  const dump = async (url: string) => {
    const tables = await run(
      `SELECT table_name, column_name, data_type FROM information_schema.columns
      WHERE table_schema = '${new URL(url).username}' ORDER BY 1, 2`,
    );
    const names = [...new Set(tables.map((row) => String(row['table_name'])))];
    const rows = [];
    for (const name of names) rows.push(await run(`SELECT * FROM ${name}`, url));
    return { tables, rows };
  };

  it('is opened by its URL alone, and closed with what has opened it', async () => {
    const store = await newUrl();
    const first = await openReprise({ store });
    await first.worlds.create({ name: 'harbour' });
    await first.close();
    await expect(openReprise({ store, token: 'short' })).rejects.toThrow(/token must have/);
    const second = await openReprise({ store });
    expect((await second.engine.open('harbour'))?.record.name).toBe('harbour');
    await second.close();
    await expect(second.engine.store.find('harbour')).rejects.toThrow(/is closed/);
  });

  it('creates its tables once, though many processes open it', async () => {
    const url = await newUrl();
    const opening = Array.from({ length: 5 }, async () => openPostgresStore({ url }));
    const stores = await Promise.all(opening);
    const counts = [];
    for (const store of stores) counts.push(await store.counts.countOpening());
    expect(counts).toEqual([1, 2, 3, 4, 5]);
    for (const store of stores) await store.close();
  });

  it('has the columns that are expected of it', async () => {
    const url = await newUrl();
    await (await openPostgresStore({ url })).close();
    const { tables } = await dump(url);
    const found: Record<string, string[]> = {};
    for (const { table_name: table, column_name: column } of tables) {
      (found[String(table)] ??= []).push(String(column));
    }
    const expected = Object.entries(columnsOf).map(([table, columns]) => [
      table,
      [...columns].sort(),
    ]);
    expect(found).toEqual(Object.fromEntries(expected));
  });

  it('goes on where it was closed', async () => {
    const url = await newUrl();
    const first = await openPostgresStore({ url });
    await first.create(recordOf('a'));
    await first.close();
    await first.close(); // a second close has no effect
    await expect(first.find('a')).rejects.toMatchObject({ code: 'unavailable' });
    const second = await openPostgresStore({ url });
    expect(await second.find('a')).toEqual(recordOf('a'));
    await second.close();
  });

  it.each(migrations.slice(1).map((_, index) => index + 1))(
    'of version %s is migrated with what it has',
    async (version) => {
      const url = await newUrl();
      const role = new URL(url).username;
      const sql = migrations.slice(0, version).join('');
      await run(
        `SET ROLE ${role}; ${sql}; UPDATE reprise_store SET version = ${version}, openings = 7`,
        url,
      );
      const store = await openPostgresStore({ url });
      expect(await store.counts.countOpening()).toBe(8);
      await store.close();
      expect(await postgresStatus(url)).toMatchObject({ schemaVersion });
    },
  );

  it('is refused by an earlier version, unchanged', async () => {
    const url = await newUrl();
    await (await openPostgresStore({ url })).close();
    await run(`UPDATE reprise_store SET version = ${schemaVersion + 1}`, url);
    const before = await dump(url);
    expect(await refusal(url)).toMatch(
      /is of a later version of Reprise \(\d+, this one knows \d+\)/,
    );
    expect(await dump(url)).toEqual(before);
  });

  it.each([
    ['has another store table', 'CREATE TABLE reprise_store (id integer)'],
    ['has a table of one of our names', 'CREATE TABLE reprise_worlds (id integer, name text)'],
  ])('leaves a schema alone that %s', async (_what, sql) => {
    const url = await newUrl();
    await run(sql, url);
    await run(`ALTER TABLE ${sql.split(' ')[2] ?? ''} OWNER TO ${new URL(url).username}`, url);
    const before = await dump(url);
    expect(await refusal(url)).toMatch(/has a table reprise_\w+ that is not of a store/);
    expect(await dump(url)).toEqual(before);
  });

  it('finds that a table was changed', async () => {
    const url = await newUrl();
    await (await openPostgresStore({ url })).close();
    await run('ALTER TABLE reprise_events DROP COLUMN aside', url);
    expect(await refusal(url)).toMatch(/is damaged: its table reprise_events was changed/);
  });

  it('gives the SQL to a role that may not create tables', async () => {
    const url = await newUrl();
    const role = new URL(url).username;
    await run(`ALTER SCHEMA ${role} OWNER TO postgres; GRANT USAGE ON SCHEMA ${role} TO ${role}`);
    await refusal(url);
    const error: unknown = await openPostgresStore({ url }, soon).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(SchemaRightsError);
    expect(String(error)).toMatch(/may not create the tables of a store in the schema test_\d+/);
    expect(await dump(url)).toEqual({ tables: [], rows: [] });
    const { sql } = error as SchemaRightsError;
    expect(sql).toBe(postgresSchema());
    await run(sql, url);
    expect(await refusal(url)).toMatch(/may not read and write the table reprise_store/);
    await run(`GRANT SELECT ON reprise_store TO ${role}`, url);
    expect(await refusal(url)).toMatch(/may not read and write the table reprise_attachments/);
    await run(
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${role} TO ${role}`,
      url,
    );
    const store = await openPostgresStore({ url });
    await store.create(recordOf('a'));
    await store.remove('a');
    expect(await store.counts.begun('a')).toBe(1);
    await store.close();
  });

  it('is refused a database or role that does not exist', async () => {
    expect(await refusal(server().url('nobody'))).toMatch(/role "nobody" does not exist\.$/);
    expect(await refusal(server().url('postgres', 'none'))).toMatch(/"none" does not exist\.$/);
  });

  it('is refused a database with another encoding', async () => {
    await run(
      `CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    );
    expect(await refusal(server().url('postgres', 'latin'))).toMatch(
      /has the encoding LATIN1; a store needs UTF8/,
    );
  });

  it('is refused a standby', async () => {
    const standbyOf = { port: server().port, name: 'standby' };
    const standby = await startPostgres({ settings: ['fsync=off'], standbyOf });
    onTestFinished(() => standby.remove());
    expect(await refusal(standby.url())).toMatch(/is a standby, which accepts no writes; name its/);
  });

  it('of an earlier version is refused to a role that may not migrate it', async () => {
    const url = await newUrl();
    const role = new URL(url).username;
    await run(migrations[0] ?? '', url);
    await run(`GRANT ALL ON ALL TABLES IN SCHEMA ${role} TO ${role}`, url);
    expect(await refusal(url)).toMatch(/may not change the tables in the schema test_\d+/);
  });

  it('warns of a server that loses writes, and refuses it where all must be durable', async () => {
    const url = await newUrl();
    const warnings: string[] = [];
    const store = await openPostgresStore({ url, onWarning: (it) => void warnings.push(it) });
    await store.close();
    expect(warnings).toMatchObject([expect.stringContaining('has fsync = off')]);
    const opening = openPostgresStore({ url, durability: 'full' });
    await expect(opening).rejects.toThrow(/loses answered writes/);
  });

  it('is described for operators', async () => {
    const url = await newUrl();
    const place = shownUrl(url);
    const status = { place, waitsForStandby: false, losesWrites: true };
    expect(await postgresStatus(url)).toMatchObject({ ...status, schemaVersion: 0 });
    await (await openPostgresStore({ url })).close();
    const role = new URL(url).username;
    await run(`ALTER ROLE ${role} SET synchronous_commit = 'remote_apply'`);
    expect(await postgresStatus(url)).toMatchObject({ ...status, schemaVersion });
    await expect(postgresStatus('postgres://me:hunter2@127.0.0.1:1/db')).rejects.toThrow(
      /^Cannot ask postgres:\/\/me:\*\*\*@127/,
    );
  });

  it('is opened by a server that starts meanwhile', async () => {
    const own = await startPostgres({ settings: ['fsync=off'] });
    await own.stop();
    const opening = openPostgresStore({ url: own.url() });
    await own.start();
    await (await opening).close();
    await own.remove();
  });

  it('is refused a wrong password, and a certificate that is not trusted', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
    const request = `req -x509 -newkey rsa:2048 -nodes -subj /CN=localhost -days 2 -addext ${names}`;
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', [...request.split(' '), ...files], { stdio: 'ignore' });
    const own = await startPostgres({
      settings: ['fsync=off'],
      prepare(data) {
        const { uid, gid } = statSync(data);
        for (const file of [folder, key, certificate]) chownSync(file, uid, gid);
        return {
          settings: ['ssl=on', `ssl_key_file=${key}`, `ssl_cert_file=${certificate}`],
          access: [
            'hostssl all secret 127.0.0.1/32 scram-sha-256',
            'host all all 127.0.0.1/32 trust',
          ],
        };
      },
    });
    try {
      const superuser = await openPostgresStore({ url: own.url() });
      await superuser.close();
      const trusting = `sslmode=verify-full&sslrootcert=${certificate}`;
      const url = own.url('secret:hunter2');
      const plain = 'sslmode=verify-full';
      expect(await refusal(`${url}?${plain}`)).toMatch(
        /^The certificate of postgres:\/\/secret:\*\*\*@\S+ is not trusted \(self-signed certificate\)/,
      );
      expect(await refusal(`${url}?sslmode=require`)).toMatch(/is not trusted/);
      const wrong = await refusal(`${url}?${trusting}`);
      expect(wrong).toMatch(/password authentication failed for user "secret"\.$/);
      expect(wrong).not.toContain('hunter2');
    } finally {
      await own.remove();
    }
  });
});
