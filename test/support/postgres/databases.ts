// One PostgreSQL for the tests of a file, with a schema of its own for each test. Without PostgreSQL the tests are skipped.

import { afterAll, beforeAll, describe } from 'vitest';
import pg from 'pg';
import { binaries, startPostgres, type PostgresServer } from './server.ts';

const isInstalled = binaries !== undefined;

const isCi = process.env['CI'] !== undefined;

/** Describes tests that need PostgreSQL. Skips them where it is missing; in CI they fail there. */
export function describePostgres(name: string, tests: () => void): void {
  describe.skipIf(!isInstalled && !isCi)(name, tests);
}

export interface TestServer {
  readonly server: () => PostgresServer;
  /** Creates a role with a schema of its name, and returns the URL of the role. */
  readonly newUrl: () => Promise<string>;
  /** Runs SQL as the superuser, in the schema of a URL from `newUrl` if one is given. Returns the rows. */
  readonly run: (sql: string, url?: string) => Promise<readonly Record<string, unknown>[]>;
}

/** A server for the tests of this block. */
export function testServer(settings: readonly string[] = []): TestServer {
  let server: PostgresServer | undefined;
  let roles = 0;

  beforeAll(async () => {
    if (!isInstalled) throw new Error('PostgreSQL is not installed: apt-get install postgresql.');
    server = await startPostgres({ settings });
  });
  afterAll(async () => {
    await server?.remove();
  });

  const present = (): PostgresServer => {
    if (server === undefined) throw new Error('The server has not started.');
    return server;
  };

  async function run(sql: string, url?: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: present().url() });
    client.on('error', () => undefined);
    await client.connect();
    try {
      if (url !== undefined) await client.query(`SET search_path TO ${new URL(url).username}`);
      const result = await client.query<Record<string, unknown>>(sql);
      return result.rows;
    } finally {
      await client.end();
    }
  }

  return {
    server: present,
    run,
    async newUrl() {
      roles += 1;
      const role = `test_${roles}`;
      await run(`CREATE ROLE ${role} LOGIN; CREATE SCHEMA ${role} AUTHORIZATION ${role}`);
      return present().url(role); // its schema is the first in the search path, as "$user"
    },
  };
}
