// Three PostgreSQL servers: a primary, and two standbys of which any one must have a commit before it is acknowledged.

import pg from 'pg';
import { conninfoOf, startPostgres, type PostgresServer } from './server.ts';

export interface Replicas {
  readonly primary: () => PostgresServer;
  /**
   * Kills the primary and promotes the standby that is furthest; the other one follows it, and must have each commit from then on.
   * Resolves once the new primary accepts writes.
   */
  readonly failOver: () => Promise<void>;
  /** Runs SQL on the primary as the superuser. */
  readonly run: (sql: string) => Promise<readonly Record<string, unknown>[]>;
  readonly remove: () => Promise<void>;
}

interface Standby {
  readonly name: string;
  readonly server: PostgresServer;
}

// Processes are killed, not machines: nothing needs to reach the disk.
const settings = ['wal_keep_size=512MB', 'max_wal_senders=6', 'fsync=off'];

export async function startReplicas(): Promise<Replicas> {
  let primary = await startPostgres({ settings });
  const all = [primary];
  let standbys: Standby[] = [];
  for (const name of ['standby_1', 'standby_2']) {
    const server = await startPostgres({ settings, standbyOf: { port: primary.port, name } });
    all.push(server);
    standbys.push({ name, server });
  }
  await requireAnyOf(primary, standbys);

  return {
    primary: () => primary,
    run: async (sql) => runOn(primary, sql),
    async failOver() {
      await primary.kill();
      const [promoted, ...others] = await byProgress(standbys);
      if (promoted === undefined) throw new Error('There is no standby left.');
      await runOn(promoted.server, 'SELECT pg_promote()');
      primary = promoted.server;
      standbys = others;
      for (const { name, server } of others) {
        const conninfo = conninfoOf({ port: primary.port, name });
        await runOn(server, `ALTER SYSTEM SET primary_conninfo = '${conninfo}'`);
        await runOn(server, 'SELECT pg_reload_conf()');
      }
      await requireAnyOf(primary, others);
    },
    async remove() {
      for (const server of all) await server.remove();
    },
  };
}

/** The standby that has received most first. */
async function byProgress(standbys: readonly Standby[]): Promise<readonly Standby[]> {
  const progress = await Promise.all(
    standbys.map(async (standby) => {
      const [row] = await runOn(
        standby.server,
        "SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn AS bytes",
      );
      return { standby, bytes: Number(row?.['bytes']) };
    }),
  );
  return progress.sort((one, other) => other.bytes - one.bytes).map(({ standby }) => standby);
}

async function requireAnyOf(primary: PostgresServer, standbys: readonly Standby[]): Promise<void> {
  const names = standbys.map(({ name }) => name).join(', ');
  await runOn(primary, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${names})'`);
  await runOn(primary, 'SELECT pg_reload_conf()');
}

async function runOn(
  server: PostgresServer,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url() });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
