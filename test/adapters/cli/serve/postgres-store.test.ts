// `serve` with a store in PostgreSQL: where it comes from, and what is refused in one line without its password.

import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { schemaVersion } from '../../../../adapters/stores/postgres/schema.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { createWalletSet } from '../../../support/server/requests.ts';
import { openShell, type CommandResult, type Shell } from '../shell.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const it = shellTest();
const password = 'hunter2-of-the-store';
const serve = ['serve', '--port', '0', '--clock', 'frozen'];

/** The one line with which a command line is refused. */
function refusalIn({ exitCode, out, errors }: CommandResult): string {
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
  expect(errors).toHaveLength(1);
  expect(errors.join()).not.toContain(password);
  return errors.join();
}

describe('a store that is not of PostgreSQL', () => {
  const wrong = `mysql://me:${password}@host/database`;
  const sentence =
    /^--store needs a URL of PostgreSQL, such as postgres:.* SQLite file is --data\.$/;

  it.for([wrong, `me:${password}@host/database`, password, ''])(
    'is refused without a repetition: %s',
    async (text, { shell }) => {
      expect(refusalIn(await shell.run([...serve, '--store', text]))).toMatch(sentence);
      expect(existsSync(shell.path('.reprise'))).toBe(false);
    },
  );

  it('is refused in the environment and in the settings, too', async ({ shell }) => {
    expect(refusalIn(await shell.run(serve, { REPRISE_STORE: wrong }))).toMatch(sentence);
    shell.write('reprise.config.json', JSON.stringify({ store: wrong }));
    expect(refusalIn(await shell.run(serve))).toMatch(sentence);
    shell.write('reprise.config.json', JSON.stringify({ store: [wrong] }));
    expect(refusalIn(await shell.run(serve))).toMatch(/store must be one value, not a list/);
    shell.write('reprise.config.json', JSON.stringify({ store: wrong, data: 'a.db' }));
    expect(refusalIn(await shell.run(serve))).toMatch(/set \w+ or \w+, not both/);
  });

  it.for([['--memory'], ['--data', 'a.db']])(
    'is not named beside another store: %s',
    async (flags, { shell }) => {
      const url = `postgres://me:${password}@127.0.0.1:1/database`;
      const refused = refusalIn(await shell.run([...serve, '--store', url, ...flags]));
      expect(refused).toMatch(/--store <url>'/);
    },
  );
});

describe('a store in PostgreSQL that does not answer', () => {
  let shell: Shell;
  let refused: Promise<{ readonly result: CommandResult; readonly ms: number }>;

  /** Started first, and awaited last: it waits for 10 s. */
  beforeAll(() => {
    shell = openShell();
    const url = `postgres://me:${password}@127.0.0.1:1/database`;
    const startedMs = performance.now();
    refused = shell
      .run([...serve, '--store', url])
      .then((result) => ({ result, ms: performance.now() - startedMs }));
  });
  afterAll(async () => shell.close());

  describePostgres('beside one that does', () => {
    const { server, newUrl, run } = testServer();
    const withPassword = (url: string) => url.replace('@', `:${password}@`);
    /** The tables of a schema with all rows. */
    const dump = async (url: string) => {
      const tables = await run(
        `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = '${new URL(url).username}' ORDER BY 1`,
      );
      const rows = [];
      for (const { name } of tables) {
        rows.push([name, await run(`SELECT * FROM ${String(name)}`, url)]);
      }
      return rows;
    };

    it('is used, and resumed', async ({ shell: here }) => {
      const url = withPassword(await newUrl());
      const first = await here.serve(['--store', url, '--clock', 'frozen']);
      const set = await createWalletSet(first.server, { name: 'kept' });
      expect(first.ready).toMatchObject({ event: 'ready' });
      expect(await first.stop()).toBe(0);
      const second = await here.serve(['--store', url]);
      const answer = await second.server.request('GET', `/v1/w3s/walletSets/${set.id}`);
      expect(answer.body.data.walletSet).toEqual(set);
      expect(await second.stop()).toBe(0);
      const shown = await here.run([...serve, '--store', url]);
      expect(shown).toMatchObject({ exitCode: 0, errors: [] });
      expect(shown.out.join('\n')).toMatch(/postgres:\/\/test_\d+:\*\*\*@127\.0\.0\.1/);
      expect(shown.out.join('\n')).not.toContain(password);
    });

    it('is named by a flag, else the environment, else the settings', async ({ shell: here }) => {
      const [flag, variable, file] = [await newUrl(), await newUrl(), await newUrl()];
      const env = { REPRISE_STORE: variable };
      const used = async () => {
        const dumps = await Promise.all([flag, variable, file].map(dump));
        return dumps.map(({ length }) => length > 0);
      };
      here.write('reprise.config.json', JSON.stringify({ store: file, clock: 'frozen' }));
      for (const other of [['--memory'], ['--data', here.path('a.db')]]) {
        expect((await here.run([...serve, ...other], env)).exitCode).toBe(0);
        expect(await used()).toEqual([false, false, false]);
      }
      expect((await here.run([...serve, '--store', flag], env)).exitCode).toBe(0);
      expect(await used()).toEqual([true, false, false]);
      expect((await here.run(serve, env)).exitCode).toBe(0);
      expect(await used()).toEqual([true, true, false]);
      expect((await here.run(serve)).exitCode).toBe(0);
      expect(await used()).toEqual([true, true, true]);
    });

    it('is refused a role or database that does not exist', async ({ shell: here }) => {
      const role = withPassword(server().url('nobody'));
      const shown = `Cannot open ${role.replace(password, '***')}`;
      expect(refusalIn(await here.run([...serve, '--store', role]))).toBe(
        `${shown}: role "nobody" does not exist.`,
      );
      const database = server().url('postgres', 'none');
      expect(refusalIn(await here.run([...serve, '--store', database]))).toMatch(
        /database "none" does not exist\.$/,
      );
    });

    it('is prepared by another role where its own may not create tables', async ({
      shell: here,
    }) => {
      const url = await newUrl();
      const role = new URL(url).username;
      await run(`ALTER SCHEMA ${role} OWNER TO postgres; GRANT USAGE ON SCHEMA ${role} TO ${role}`);
      const store = ['--store', withPassword(url)];
      const refused = refusalIn(await here.run([...serve, ...store]));
      expect(refused).toContain('run the SQL of `reprise store schema` there');
      expect(await dump(url)).toEqual([]);
      await run(await here.prints('store', 'schema'), url);
      const before = await dump(url);
      expect(refusalIn(await here.run([...serve, ...store]))).toMatch(
        /may not read and write the table reprise_store: grant it SELECT, INSERT, UPDATE and DELETE/,
      );
      expect(await dump(url)).toEqual(before);
      await run(
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${role} TO ${role}`,
        url,
      );
      const { server: served, stop } = await here.serve(store);
      await createWalletSet(served);
      expect(await stop()).toBe(0);
    });

    it('is refused if it is of a later version, or not ours, and left unchanged', async ({
      shell: here,
    }) => {
      const [later, foreign] = [await newUrl(), await newUrl()];
      expect((await here.run([...serve, '--store', later])).exitCode).toBe(0);
      await run(`UPDATE reprise_store SET version = ${schemaVersion + 1}`, later);
      await run('CREATE TABLE reprise_worlds (id integer, name text)', foreign);
      await run(`INSERT INTO reprise_worlds VALUES (1, 'Mars')`, foreign);
      const role = new URL(foreign).username;
      await run(`ALTER TABLE reprise_worlds OWNER TO ${role}`, foreign);
      const before = await Promise.all([dump(later), dump(foreign)]);
      expect(refusalIn(await here.run([...serve, '--store', later]))).toContain(
        `is of a later version of Reprise (${schemaVersion + 1}, this one knows ${schemaVersion}); update Reprise.`,
      );
      expect(refusalIn(await here.run([...serve, '--store', foreign]))).toMatch(
        /has a table reprise_worlds that is not of a store; choose another database or schema\.$/,
      );
      expect(await Promise.all([dump(later), dump(foreign)])).toEqual(before);
    });

    it('is examined by doctor', async ({ shell: here }) => {
      const url = await newUrl();
      const found = async (REPRISE_STORE = withPassword(url)) => {
        const { out } = await here.run(['doctor'], { REPRISE_PORT: '0', REPRISE_STORE });
        expect(out.join()).not.toContain(password);
        return out[2];
      };
      const place = withPassword(url).replace(password, '***');
      const version = String((await run('SHOW server_version'))[0]?.['server_version']);
      const answers = `PostgreSQL ${version} answers at ${place}`;
      const mayLose = 'so that a failover may lose answered writes.';
      expect(await found()).toContain(
        `ok   ${answers}; it has no tables of a store yet; no standby is synchronous, ${mayLose}`,
      );
      await here.run([...serve, '--store', url]);
      expect(await found()).toContain(
        `${answers}; its tables have version ${schemaVersion} of ${schemaVersion}; no standby`,
      );
      await run(`ALTER SYSTEM SET synchronous_standby_names = 'other'`);
      await run('SELECT pg_reload_conf()');
      await vi.waitFor(async () => expect(await found()).toContain('; commits wait for a standby'));
      await run('ALTER SYSTEM RESET synchronous_standby_names');
      await run('SELECT pg_reload_conf()');
      await run(`UPDATE reprise_store SET version = ${schemaVersion + 1}`, url);
      expect(await found()).toContain(
        `of a later version of Reprise (${schemaVersion + 1}, this one knows ${schemaVersion}); update Reprise`,
      );
      await run('DROP TABLE reprise_store', url);
      expect(await found()).toMatch(/has a table reprise_\w+ that is not of a store/);
      expect(await found(`mysql://me:${password}@host/db`)).toMatch(/needs a URL of PostgreSQL/);
      const nobody = `postgres://me:${password}@127.0.0.1:1/db`;
      expect(await found(nobody)).toMatch(/Cannot ask postgres:\/\/me:\*\*\*@\S+: .*ECONNREFUSED/);
    });
  });

  it('is tried for 10 s, and refused in one line', async () => {
    const { result, ms } = await refused;
    expect(refusalIn(result)).toMatch(
      /^Cannot open postgres:\/\/me:\*\*\*@127\.0\.0\.1:1\/database: .*ECONNREFUSED/,
    );
    expect(ms).toBeGreaterThan(9_900);
    expect(existsSync(shell.path('.reprise'))).toBe(false);
  });
});
