// Opens the tables of a store: creates or migrates them, and refuses servers and tables that it cannot use, in one sentence.

import { StoreError } from '../../../core/index.ts';
import type { Durability } from '../durability.ts';
import type { Connections, RunSql } from './connection.ts';
import { isFailure, type Wording } from './failure.ts';
import { migrations, postgresSchema, schemaVersion } from './schema.ts';
import {
  forbiddenTable,
  mayMigrate,
  serverFacts,
  tablesFound,
  type ServerFacts,
  type TablesFound,
} from './server-facts.ts';

/** The role may not create the tables: another role runs this SQL. */
export class SchemaRightsError extends StoreError {
  /** One transaction, as text for psql. */
  readonly sql: string;

  constructor(message: string, sql: string) {
    super('unavailable', message);
    this.sql = sql;
  }
}

/** Earlier servers lack what the statements need, or are not maintained any more. */
const serverNumberMin = 130_000;
const serverVersionMin = '13';

/** Of the lock that processes take while they create or migrate the tables: 'Repr'. */
const migrationLock = 0x52657072;

const noRights = '42501';

/** Codes of Node for certificates that it does not trust. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** A server that a store can use, with the version of its tables; 0 if there are none. */
export interface UsableServer {
  readonly facts: ServerFacts;
  readonly version: number;
}

/** Rejects with StoreError, before anything is changed, if the store cannot be used; with StatementFailure if a statement fails. */
export async function openTables(
  connections: Connections,
  wording: Wording,
  durability: Durability,
  onWarning: (message: string) => void,
): Promise<void> {
  const { place } = wording;
  await inSentences(wording, async () => {
    const { facts, version } = await usableServer(connections.run, place);
    checkDurability(facts, place, durability, onWarning);
    if (version < schemaVersion) await migrate(connections, place, facts, version);
    await checkRights(connections.run, place);
  });
}

/** What is known without a change of anything. Rejects as `openTables` does, also if the role could not create or migrate the tables. */
export async function describeTables(run: RunSql, wording: Wording): Promise<UsableServer> {
  const { place } = wording;
  return inSentences(wording, async () => {
    const server = await usableServer(run, place);
    const { facts, version } = server;
    if (version === schemaVersion) await checkRights(run, place);
    else if (!(await mayMigrate(run))) throw mayNotMigrate(facts, place, version);
    return server;
  });
}

/** Rejects with StoreError unless there are tables of this version that the role may read; with StatementFailure if a statement fails. */
export async function checkReadable(run: RunSql, wording: Wording): Promise<void> {
  const { place } = wording;
  await inSentences(wording, async () => {
    const { version } = await usableServer(run, place, true);
    if (version === 0) throw new StoreError('unavailable', `There is no store at ${place}.`);
    if (version < schemaVersion) {
      const message = `The store at ${place} is of an earlier version of Reprise (${version}, this one reads ${schemaVersion}): start \`reprise serve\` once to migrate it.`;
      throw new StoreError('unavailable', message);
    }
    const forbidden = await forbiddenTable(run, ['SELECT']);
    if (forbidden === undefined) return;
    const message = `The role at ${place} may not read the table ${forbidden}: grant it SELECT on all tables that begin with reprise_.`;
    throw new StoreError('unavailable', message);
  });
}

async function usableServer(run: RunSql, place: string, isReading = false): Promise<UsableServer> {
  const facts = await serverFacts(run);
  checkServer(facts, place, isReading);
  return { facts, version: versionOf(await tablesFound(run), place) };
}

/** Turns refusals of the server into StoreErrors. */
async function inSentences<T>({ place, reason }: Wording, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFailure(error, 'refused')) throw error;
    if (error.code === noRights) throw mayNotUse('reprise_store', place);
    if (!untrusted.test(error.code ?? '')) throw error;
    if (error.code === otherName) {
      const message = `The certificate of ${place} is not for that host (${reason(error)}): name it in the URL as the certificate does.`;
      throw new StoreError('unavailable', message);
    }
    const message = `The certificate of ${place} is not trusted (${reason(error)}): name the file of its authority in the URL (sslmode=verify-full&sslrootcert=<file>).`;
    throw new StoreError('unavailable', message);
  }
}

async function checkRights(run: RunSql, place: string): Promise<void> {
  const forbidden = await forbiddenTable(run);
  if (forbidden !== undefined) throw mayNotUse(forbidden, place);
}

function mayNotUse(table: string, place: string): StoreError {
  const message = `The role at ${place} may not read and write the table ${table}: grant it SELECT, INSERT, UPDATE and DELETE on all tables that begin with reprise_.`;
  return new StoreError('unavailable', message);
}

function checkServer(
  { number, version, encoding, isStandby, schema }: ServerFacts,
  place: string,
  isReading: boolean,
): void {
  const refusal = (message: string) => new StoreError('unavailable', message);
  if (number < serverNumberMin) {
    throw refusal(`${place} is PostgreSQL ${version}; a store needs ${serverVersionMin} or later.`);
  }
  if (isStandby && !isReading) {
    throw refusal(`${place} is a standby, which accepts no writes; name its primary.`);
  }
  if (encoding !== 'UTF8') {
    throw refusal(`The database at ${place} has the encoding ${encoding}; a store needs UTF8.`);
  }
  if (schema === null) {
    throw refusal(
      `The role at ${place} may use no schema: set its search_path to one that exists.`,
    );
  }
}

function checkDurability(
  { fsync, synchronousCommit }: ServerFacts,
  place: string,
  durability: Durability,
  onWarning: (message: string) => void,
): void {
  const setting =
    fsync === 'off' ? 'fsync' : synchronousCommit === 'off' ? 'synchronous_commit' : undefined;
  if (setting === undefined) return;
  const message = `PostgreSQL at ${place} has ${setting} = off: a crash of it loses answered writes.`;
  if (durability === 'full') {
    throw new StoreError('unavailable', `${message} Turn it on, or choose durability 'normal'.`);
  }
  onWarning(message);
}

/** The version of the tables; 0 if there are none. Throws StoreError for tables that this program cannot use. */
function versionOf(found: TablesFound, place: string): number {
  switch (found.is) {
    case 'none':
      return 0;
    case 'foreign': {
      const message = `${place} has a table ${found.table} that is not of a store; choose another database or schema.`;
      throw new StoreError('unavailable', message);
    }
    case 'changed': {
      const message = `${place} is damaged: its table ${found.table} was changed.`;
      throw new StoreError('damaged', message);
    }
    case 'store': {
      if (found.version <= schemaVersion) return found.version;
      const message = `The store at ${place} is of a later version of Reprise (${found.version}, this one knows ${schemaVersion}); update Reprise.`;
      throw new StoreError('unavailable', message);
    }
  }
}

/** Creates or migrates the tables, unless another process has done so meanwhile. */
async function migrate(
  connections: Connections,
  place: string,
  facts: ServerFacts,
  version: number,
): Promise<void> {
  try {
    await connections.transaction(async (run) => {
      await run('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
      await runMigrations(run, versionOf(await tablesFound(run), place));
    });
  } catch (error) {
    if (!isFailure(error, 'refused') || error.code !== noRights) throw error;
    throw mayNotMigrate(facts, place, version);
  }
}

function mayNotMigrate(
  { role, schema }: ServerFacts,
  place: string,
  version: number,
): SchemaRightsError {
  const what = version === 0 ? 'create the tables of a store' : 'change the tables';
  return new SchemaRightsError(
    `The role '${role}' may not ${what} in the schema ${schema ?? ''} at ${place}: let a role that may run the SQL of \`reprise store schema\` there, and grant '${role}' SELECT, INSERT, UPDATE and DELETE on the tables.`,
    postgresSchema(version),
  );
}

async function runMigrations(run: RunSql, version: number): Promise<void> {
  if (version >= schemaVersion) return;
  for (const migration of migrations.slice(version)) await run(migration);
  await run('UPDATE reprise_store SET version = $1 WHERE id = 1', [schemaVersion]);
}
