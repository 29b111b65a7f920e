// What is known about a server and the tables of a store there; reads only.

import type { RunSql } from './connection.ts';
import { columnsOf, schemaVersion } from './schema.ts';

export interface ServerFacts {
  /** Such as `15.14 (Debian 15.14-0+deb12u1)`. */
  readonly version: string;
  /** Such as 150014. */
  readonly number: number;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly role: string;
  /** The schema of new tables; null if the role may use none. */
  readonly schema: string | null;
  readonly fsync: string;
  readonly synchronousCommit: string;
  /** The standbys that a commit waits for; empty if it waits for none. */
  readonly synchronousStandbys: string;
}

export async function serverFacts(run: RunSql): Promise<ServerFacts> {
  const [facts] = await run<ServerFacts>(
    `SELECT current_setting('server_version') AS "version",
      current_setting('server_version_num')::integer AS "number",
      current_setting('server_encoding') AS "encoding",
      pg_is_in_recovery() AS "isStandby",
      current_user::text AS "role",
      current_schema()::text AS "schema",
      current_setting('fsync') AS "fsync",
      current_setting('synchronous_commit') AS "synchronousCommit",
      current_setting('synchronous_standby_names') AS "synchronousStandbys"`,
  );
  return facts as ServerFacts;
}

/** Whether commits wait for another server, so that a failover loses none. */
export function waitsForStandby(facts: ServerFacts): boolean {
  return facts.synchronousStandbys !== '' && !['off', 'local'].includes(facts.synchronousCommit);
}

/**
 * - `none`: there are no tables of our names.
 * - `foreign`: there are some that no store has.
 * - `changed`: a store of the present version, whose tables are not as it created them.
 */
export type TablesFound =
  | { readonly is: 'none' }
  | { readonly is: 'foreign'; readonly table: string }
  | { readonly is: 'changed'; readonly table: string; readonly version: number }
  | { readonly is: 'store'; readonly version: number };

/** The columns of reprise_store in all versions. */
const storeColumns = ['id', 'version', 'openings', 'attachments', 'attachment_bytes'];

export async function tablesFound(run: RunSql): Promise<TablesFound> {
  const names = Object.keys(columnsOf);
  const rows = await run<{ readonly table: string; readonly columns: readonly string[] }>(
    `SELECT t.name AS "table", array_agg(a.attname::text ORDER BY a.attname::text COLLATE "C") AS "columns"
    FROM unnest($1::text[]) AS t (name)
    JOIN pg_attribute a ON a.attrelid = to_regclass(t.name) AND a.attnum > 0 AND NOT a.attisdropped
    GROUP BY t.name ORDER BY t.name`,
    [names],
  );
  const [first] = rows;
  if (first === undefined) return { is: 'none' };
  const found = new Map(rows.map(({ table, columns }) => [table, columns.join()]));
  const isAsCreated = (table: string) =>
    found.get(table) === [...(columnsOf[table] ?? [])].sort().join();
  const columns = rows.find(({ table }) => table === 'reprise_store')?.columns ?? [];
  const isStore = storeColumns.every((column) => columns.includes(column));
  if (!isStore) return { is: 'foreign', table: first.table };
  const [store] = await run<{ readonly version: number }>('SELECT version FROM reprise_store');
  if (store === undefined) return { is: 'foreign', table: 'reprise_store' };
  const { version } = store;
  const changed = version === schemaVersion && names.find((table) => !isAsCreated(table));
  return typeof changed === 'string'
    ? { is: 'changed', table: changed, version }
    : { is: 'store', version };
}

/** A table on which the role lacks one of these rights, by default those to read and write; undefined if it may use all. */
export async function forbiddenTable(
  run: RunSql,
  rights: readonly string[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
): Promise<string | undefined> {
  const mayAll = rights.map((right) => `has_table_privilege(t.name, '${right}')`).join(' AND ');
  const [forbidden] = await run<{ readonly name: string }>(
    `SELECT t.name FROM unnest($1::text[]) AS t (name) WHERE NOT (${mayAll}) ORDER BY t.name LIMIT 1`,
    [Object.keys(columnsOf)],
  );
  return forbidden?.name;
}

/** Whether the role may create the tables, or change those that there are: only their owner may. */
export async function mayMigrate(run: RunSql): Promise<boolean> {
  const [found] = await run<{ readonly isAllowed: boolean }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AND coalesce(bool_and(
      pg_has_role(c.relowner, 'USAGE')), true) AS "isAllowed"
    FROM unnest($1::text[]) AS t (name) JOIN pg_class c ON c.oid = to_regclass(t.name)`,
    [Object.keys(columnsOf)],
  );
  return found?.isAllowed === true;
}
