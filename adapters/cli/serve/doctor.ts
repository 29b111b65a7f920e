// The checks of `reprise doctor`: of this installation, the folder and its settings, and the running server.

import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { StoreError, trimEndOf } from '../../../core/index.ts';
import { createClient, RepriseError } from '../../client/index.ts';
import { loadSqlite } from '../../stores/sqlite/connection.ts';
import { findConfigFile } from '../support/config-file.ts';
import { CliError } from '../support/errors.ts';
import { checkFixture } from './fixture-command.ts';
import { homeOrProject, registrations, type Registration } from '../support/local-files.ts';
import { reservePort } from './port.ts';
import { serveCommand } from './serve-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { notPostgres } from './served-store.ts';
import { isPostgresUrl } from '../../stores/postgres/url.ts';
import type { ServeOptions } from './serve-options.ts';
import { applySettings } from '../support/settings.ts';
import { tokenOf } from './token.ts';
import { isWritableFolder, noStoreIn } from '../support/writable-folder.ts';

export interface Finding {
  readonly check: string;
  readonly isFine: boolean;
  /** What is so; or what is wrong, and what to do. */
  readonly text: string;
}

/** The oldest Node that the package runs on. */
export const nodeMajorMin = 20;

/** How long a server may take to answer. */
const answerMsMax = 5_000;

/** Checks everything, and changes nothing. */
export async function checkAll(host: CliHost): Promise<readonly Finding[]> {
  const { finding: settings, options } = await checkSettings(host);
  const { port, host: address, data, store, fixture } = options;
  return [
    await checked('node', () => checkNode(host.nodeVersion)),
    await checked('sqlite', () => {
      loadSqlite();
      return 'SQLite can be loaded.';
    }),
    store === undefined
      ? await checked('folder', () => checkFolder(host.cwd, data))
      : await checked('store', async () => checkPostgres(store)),
    settings,
    ...(fixture === undefined ? [] : [await checked('fixture', () => fixtureOf(fixture, host))]),
    await checked('port', () => checkPort(port, address, host)),
    ...(await checkRunning(host)),
  ];
}

/** What a check says; the message of an error for operators. Other errors are bugs. */
async function checked(check: string, act: () => string | Promise<string>): Promise<Finding> {
  try {
    return { check, isFine: true, text: await act() };
  } catch (error) {
    const isExpected =
      error instanceof CliError || error instanceof StoreError || error instanceof RepriseError;
    if (!isExpected) throw error;
    return { check, isFine: false, text: error.message };
  }
}

function checkNode(version: string): string {
  if (Number.parseInt(version, 10) >= nodeMajorMin) return `Node is ${version}.`;
  throw new CliError(`Node is ${version}: install ${nodeMajorMin} or later.`);
}

/** Throws CliError if neither the store of a run nor the file of `--data` can be created. */
function checkFolder(cwd: string, data: string | undefined): string {
  const target = data === undefined ? homeOrProject(cwd) : dirname(resolve(cwd, data));
  if (isWritableFolder(target)) return `Stores can be created in ${target}.`;
  throw noStoreIn(target);
}

/** What the server of a store says about itself. Rejects with CliError or StoreError if it is not usable as it is. */
async function checkPostgres(url: string): Promise<string> {
  if (!isPostgresUrl(url)) throw notPostgres();
  const { postgresStatus } = await import('../../stores/postgres/status.ts');
  const status = await postgresStatus(url);
  const { place, version, waitsForStandby, losesWrites, knownSchemaVersion: known } = status;
  const standby = waitsForStandby
    ? 'commits wait for a standby'
    : 'no standby is synchronous, so that a failover may lose answered writes';
  const crash = losesWrites ? ', and so may a crash of its machine' : '';
  const tables =
    status.schemaVersion === 0
      ? 'it has no tables of a store yet'
      : `its tables have version ${status.schemaVersion} of ${known}`;
  return `PostgreSQL ${version} answers at ${place}; ${tables}; ${standby}${crash}.`;
}

/** The options of `serve` by the environment and the configuration file; the defaults if these are refused. */
async function checkSettings(
  host: CliHost,
): Promise<{ readonly finding: Finding; readonly options: ServeOptions }> {
  const serve = serveCommand(host, () => undefined);
  const finding = await checked('settings', async () => {
    await applySettings(serve, host, () => serve);
    const file = findConfigFile(host.cwd, undefined);
    return file === undefined ? 'There is no configuration file.' : `${file.name} is valid.`;
  });
  return { finding, options: serve.opts<ServeOptions>() };
}

async function fixtureOf(name: string, host: CliHost): Promise<string> {
  const { error } = await checkFixture(name, host);
  if (error !== undefined) throw new CliError(error);
  return `The fixture ${name} is valid.`;
}

/** Rejects with CliError if the port is not free, unless a server of this folder has it. */
async function checkPort(port: number, address: string, host: CliHost): Promise<string> {
  const owner = registrations(host.cwd, host.isRunning).find(
    ({ url }) => new URL(url).port === String(port),
  );
  if (owner !== undefined) return `Port ${port} is that of the running server.`;
  const reserved = await reservePort(port, address);
  reserved.release();
  return `Port ${port === 0 ? reserved.number : port} is free.`;
}

/** The server that the verbs talk to, if there is one, and its token. */
async function checkRunning(host: CliHost): Promise<readonly Finding[]> {
  const known = registrations(host.cwd, host.isRunning);
  const url = (await urlOfClients(host)) ?? known[0]?.url;
  if (url === undefined) {
    const text = 'No server was started in this folder; `reprise serve` starts one.';
    return [{ check: 'server', isFine: true, text }, await checked('token', () => ownToken(host))];
  }
  const server = await checked('server', () => checkServer(url, host));
  // What the server thinks of the token is seen when it answers.
  if (!server.isFine) return [server, await checked('token', () => ownToken(host))];
  const registration = known.find((entry) => entry.url === trimEndOf(url, '/'));
  return [server, await checked('token', () => checkToken(url, registration, host))];
}

/** The URL for verbs by the environment and the configuration file, whose errors are a finding of their own. */
async function urlOfClients(host: CliHost): Promise<string | undefined> {
  const client = new Command('client').option('--url <url>');
  try {
    await applySettings(client, host, () => serveCommand(host, () => undefined));
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
  return client.opts<{ url?: string }>().url;
}

async function checkServer(url: string, { version }: CliHost): Promise<string> {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    throw new CliError(`'${url}' is not valid: a URL such as http://127.0.0.1:4600 is expected.`);
  }
  const { version: running } = await clientOf(url, 'none').health();
  if (running === version) return `The server at ${url} answers, version ${running}.`;
  throw new CliError(
    `The server at ${url} is version ${running}, this is ${version}: stop it and start it again.`,
  );
}

const ownToken = ({ env }: CliHost): string =>
  tokenOf(env) === undefined ? 'REPRISE_TOKEN is not set.' : 'REPRISE_TOKEN is valid.';

async function checkToken(
  url: string,
  registration: Registration | undefined,
  { env }: CliHost,
): Promise<string> {
  const token = tokenOf(env) ?? registration?.token;
  if (token === undefined) {
    throw new CliError(
      `The token of ${url} is unknown. Set REPRISE_TOKEN to the token that the server printed at startup.`,
    );
  }
  try {
    const worlds = await clientOf(url, token).worlds.list();
    return `The server accepts the token. Worlds: ${worlds.length}.`;
  } catch (error) {
    if (!(error instanceof RepriseError)) throw error;
    if (error.code === 'unreachable') {
      throw new CliError(
        `The server at ${url} does not list its worlds: its store may be away. ${url}/__reprise/ready says why.`,
      );
    }
    if (error.code !== 'unauthorized') throw error;
    throw new CliError(
      `The server at ${url} refuses the token. Set REPRISE_TOKEN to the one that it printed at startup.`,
    );
  }
}

function clientOf(url: string, token: string) {
  return createClient({
    url,
    token,
    fetch: (target, init) => fetch(target, { ...init, signal: AbortSignal.timeout(answerMsMax) }),
  });
}
