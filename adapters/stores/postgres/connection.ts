// Connections to PostgreSQL: each statement or transaction runs on one of a few, and fails with what is known about its effect.
// A pooler in transaction mode may be between: no session has a state, and no statement has a name.

import { Socket } from 'node:net';
import type * as postgres from 'pg';
import type { Client, Pool, PoolClient, QueryResult } from 'pg';
import { StoreError } from '../../../core/index.ts';
import { clearTimeout, setTimeout } from '../../host-timers.ts';
import {
  codeOf,
  isPassing,
  readOnlyCode,
  StatementFailure,
  wordingOf,
  type Wording,
} from './failure.ts';
import type { PostgresLimits } from './limits.ts';
import { connectionUrl, urlFlaw } from './url.ts';

export type SqlValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null | Uint8Array)[];

/** Runs one statement. Rejects with StatementFailure. */
export type RunSql = <Row>(sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

export interface Connections {
  /** One statement as a transaction of its own. */
  readonly run: RunSql;
  /** Statements as one transaction. Rejects with StatementFailure, or with the error of `work`, which undoes all. */
  readonly transaction: <T>(work: (run: RunSql) => Promise<T>) => Promise<T>;
  /** Waits for statements under way. */
  readonly close: () => Promise<void>;
}

type Package = typeof postgres;

/** Loads a package by its name. */
type LoadPackage = (name: string) => Promise<unknown>;

/** Rejects with StoreError 'unavailable' that says what to install. */
export async function loadPostgres(load: LoadPackage = async () => import('pg')): Promise<Package> {
  try {
    const loaded = (await load('pg')) as Package & { readonly default?: Package };
    return loaded.default ?? loaded;
  } catch (error) {
    const isMissing =
      codeOf(error) === 'ERR_MODULE_NOT_FOUND' || codeOf(error) === 'MODULE_NOT_FOUND';
    const defect = isMissing ? 'which is not installed' : 'which cannot be loaded';
    const message = `A store in PostgreSQL needs the package pg, ${defect}: run \`npm install pg\` beside Reprise.`;
    throw new StoreError('unavailable', message);
  }
}

const int8 = 20;
/** After an error, the server says at once that it is ready for the next statement, or ends the connection. */
const readyMsMax = 5_000;
/** More statements than this do not wait for a connection. */
const waitingMax = 10_000;

/** Connections to the server of a URL; none is opened yet. Rejects with StoreError if the URL or the package is not usable. */
export async function connectionsTo(
  url: string,
  limits: PostgresLimits,
): Promise<{ readonly connections: Connections; readonly wording: Wording }> {
  const wording = wordingOf(url);
  const unusable = (why: string) =>
    new StoreError('unavailable', `${wording.place} is not a URL of PostgreSQL: ${why}.`);
  const flaw = urlFlaw(url);
  if (flaw !== undefined) throw unusable(flaw);
  const postgres = await loadPostgres();
  try {
    const connections = createConnections(postgres, connectionUrl(url), wording, limits);
    return { connections, wording };
  } catch (error) {
    throw unusable(wording.reason(error));
  }
}

/** Opens no connection yet. Throws errors of the package for a URL that it does not understand. */
function createConnections(
  { Client, Pool, types }: Package,
  url: string,
  wording: Wording,
  limits: PostgresLimits,
): Connections {
  const sockets = new Set<Socket>();
  const config = {
    connectionString: url,
    stream: () => trackedSocket(sockets),
    application_name: 'reprise',
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  };
  void new Client(config); // reads the URL now
  const pool = new Pool({
    ...config,
    max: limits.connectionsMax,
    connectionTimeoutMillis: limits.connectMsMax,
    allowExitOnIdle: true,
  });
  pool.on('error', ignore); // of a free connection: the next statement opens another
  // Also between two statements: a client without a listener would end the process.
  pool.on('connect', (client) => void client.on('error', ignore));

  const runOn =
    (client: PoolClient): RunSql =>
    async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await answerTo(client, sql, values, wording, limits.answerMsMax)).rows as Row[];

  async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(pool, wording);
    let isOpen = true;
    try {
      return await work(client);
    } catch (error) {
      isOpen = !(error instanceof StatementFailure) || error.kind === 'refused';
      throw error;
    } finally {
      if (!isOpen) destroy(client);
      client.release(!isOpen);
    }
  }

  return {
    run: async (sql, values) => onConnection(async (client) => runOn(client)(sql, values)),
    transaction: async (work) =>
      onConnection(async (client) => inTransaction(runOn(client), work, limits.silentMsMax)),
    async close() {
      await pool.end();
      for (const socket of sockets) socket.destroy(); // such as that of a client which could not log in
    },
  };
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

async function inTransaction<T>(
  run: RunSql,
  work: (run: RunSql) => Promise<T>,
  silentMsMax: number,
): Promise<T> {
  let isCommitting = false;
  try {
    await run(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${silentMsMax}`);
    const done = await work(run);
    isCommitting = true;
    await run('COMMIT');
    return done;
  } catch (error) {
    if (error instanceof StatementFailure && error.kind === 'lost' && !isCommitting) {
      // Without a COMMIT, the server undoes it when it finds the connection closed.
      throw new StatementFailure('unreachable', error.message, error.code);
    }
    const isOpen = !(error instanceof StatementFailure) || error.kind === 'refused';
    if (isOpen && !isCommitting) await run('ROLLBACK');
    throw error;
  }
}

async function connect(pool: Pool, wording: Wording): Promise<PoolClient> {
  if (pool.waitingCount >= waitingMax) {
    throw new StatementFailure('refused', 'too many statements wait for a connection');
  }
  try {
    return await pool.connect();
  } catch (error) {
    const kind = isPassing(error) ? 'unreachable' : 'refused';
    const message = isWithoutPassword(error)
      ? 'it asks for a password; set PGPASSWORD, or REPRISE_STORE to a URL that has it'
      : wording.reason(error);
    throw new StatementFailure(kind, message, codeOf(error), false);
  }
}

/** The package has no code for it. */
function isWithoutPassword(error: unknown): boolean {
  return error instanceof Error && error.message.includes('client password must be a string');
}

/** Runs a statement on a connection. Each failure says whether it was carried out. */
async function answerTo(
  client: PoolClient,
  sql: string,
  values: readonly SqlValue[],
  wording: Wording,
  answerMsMax: number,
): Promise<QueryResult> {
  const readiness = watchReadiness(client);
  try {
    return await within(answerMsMax, client.query(sql, [...values]));
  } catch (error) {
    const message = wording.reason(error);
    const code = codeOf(error);
    // An error is certain only if the connection goes on after it: else the server ended in the middle, perhaps after the commit.
    const isCertain = !(error instanceof NoAnswer) && (await readiness.comes());
    if (!isCertain) throw new StatementFailure('lost', message, code);
    const kind = code === readOnlyCode ? 'unreachable' : 'refused';
    throw new StatementFailure(kind, message, code);
  } finally {
    readiness.stop();
  }
}

class NoAnswer extends Error {}

/** Rejects with NoAnswer if the answer takes longer. */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(ignore); // it fails when its connection is dropped
  }
}

/** Watches whether the server says that it is ready for another statement, which it does not after a fatal error. */
function watchReadiness(client: PoolClient) {
  let settle: (isReady: boolean) => void = ignore;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const ready = (): void => settle(true);
  const ended = (): void => settle(false);
  client.once('drain', ready).once('end', ended).once('error', ended);
  return {
    async comes(): Promise<boolean> {
      const timer = setTimeout(ended, readyMsMax);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
      }
    },
    stop: (): void => void client.off('drain', ready).off('end', ended).off('error', ended),
  };
}

/** Drops a connection at once. Its statement is not cancelled: the server would acknowledge a cancelled wait for a standby. */
function destroy(client: PoolClient): void {
  (client as PoolClient & Client).connection.stream.destroy();
}

function ignore(): void {
  // The same failure is reported by the statement.
}
