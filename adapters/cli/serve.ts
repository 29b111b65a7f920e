// `reprise serve`: a store, an engine and a server, until a signal comes.

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  FixtureError,
  StoreError,
  changedClock,
  type ClockMode,
  type ClockSetting,
  type EventStore,
  type WorldRecord,
} from '../../core/index.ts';
import {
  calendarConfigOf,
  calendarSettingsIn,
  type CalendarConfig,
  type CalendarUser,
} from '../services/calendar/config.ts';
import { walletConfigOf, walletSettingsIn } from '../services/wallet/config.ts';
import { storedKey } from '../fingerprints.ts';
import { storedFixture } from '../fixture/seed-commands.ts';
import type { Fixture } from '../contracts/world-spec.ts';
import { neutralNamespace } from '../services/calendar/links.ts';
import { closeServer } from '../http/close-server.ts';
import { createNodeServer } from '../http/node.ts';
import type { RsaBits } from '../services/wallet/entity-keys.ts';
import { createMemoryStore } from '../memory/event-store.ts';
import { epochMsDefault, openReprise, seedDefault, type Reprise } from '../reprise.ts';
import { reason } from '../sqlite/damage.ts';
import type { Durability } from '../sqlite/database.ts';
import type { SqliteOptions } from '../sqlite/event-store.ts';
import { CliError, exitCodes } from './errors.ts';
import { fixtureNamed, refusedFixture, type NamedFixture } from './fixture.ts';
import { forgetOldRuns, newRecordingFile, newRunFile, register, removeRun } from './local-files.ts';
import { knownKeys, printedKeys, printedUsers } from './known-secrets.ts';
import { takePort, type Port } from './port.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly durability: Durability;
  readonly seed?: string;
  readonly epochMs?: number;
  readonly ids?: WorldRecord['ids'];
  readonly fixture?: string;
  readonly clock?: ClockMode;
  readonly rate?: number;
  readonly idle?: boolean;
  readonly walletKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
  readonly rsaBits: RsaBits;
  readonly worldsOnDemand?: boolean;
  readonly allowHost?: readonly string[];
  readonly outboundWait?: number;
  readonly record?: string;
  readonly json?: boolean;
}

/** What the process gives: read by the composition root, nowhere else. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly processId: number;
  readonly now: () => Date;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Shows how far long work is, in place of what it showed before; nothing with an empty text. Only to people. */
  readonly progress: (text: string) => void;
  readonly isRunning: (processId: number) => boolean;
  /** Whether somebody looks at what is printed, and how wide that is. */
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** Aborted when standard output can no longer be written: its reader is gone. */
  readonly outputEnded: AbortSignal;
  /** Resolves with the name of the signal that asks the process to stop. */
  readonly stopped: () => Promise<string>;
}

/** The speech key of a first run (design section 4). */
const speechKey = 'reprise-demo';
/** How long connections may finish what they began. */
const shutdownMs = 5_000;

/** Serves until the process is asked to stop; resolves with the exit code. */
export async function serve(options: ServeOptions, surroundings: Surroundings): Promise<number> {
  const { env } = surroundings;
  const token = env['REPRISE_TOKEN'] ?? randomBytes(24).toString('base64url');
  if (!/^\S{8,200}$/.test(token))
    throw new CliError('REPRISE_TOKEN is 8 to 200 characters without spaces.');
  const named = options.fixture === undefined ? undefined : fixtureNamed(options.fixture);
  const port = await takePort(options.port, options.host);
  try {
    return await serveOn(port, token, named, options, surroundings);
  } finally {
    port.release();
  }
}

/** Opens the store and serves it on a port that is taken already. */
async function serveOn(
  port: Port,
  token: string,
  named: NamedFixture | undefined,
  options: ServeOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { cwd, version, now, processId, complain, isRunning } = surroundings;
  const allowHosts = [options.host, ...(options.allowHost ?? [])];
  const fixture = named?.fixture;
  const ownFile =
    options.memory === true || options.data !== undefined
      ? undefined
      : newRunFile(cwd, now(), processId);
  const file = options.memory === true ? undefined : (options.data ?? ownFile);
  let breakDown: (cause: 'broken' | 'damaged') => void = () => undefined;
  const brokenDown = new Promise<'broken' | 'damaged'>((resolve) => (breakDown = resolve));
  const store = await storeOf(file, options.durability, {
    onWarning: complain,
    onLost: ({ message }) => {
      complain(`${message} The server stops: nothing more could be kept.`);
      breakDown('damaged');
    },
  });
  let reprise: Reprise | undefined;
  let hasServed = false;
  try {
    reprise = await opened(store, named, {
      token,
      version,
      rsaBits: options.rsaBits,
      worldsOnDemand: options.worldsOnDemand === true,
      allowHosts,
      outboundHosts: options.allowHost ?? [],
      ...(options.outboundWait === undefined ? {} : { outboundWaitMs: options.outboundWait }),
      defaults: defaultsOf(options, fixture),
      now,
      newRecordingFile: (world) => newRecordingFile(cwd, world, now(), processId, isRunning),
      onRecordingEnded: ({ file: ended, reason: why }) => {
        complain(`The recording ${ended} has ended: ${why ?? 'its world is gone.'}`);
      },
      onBroken: (error, { name, record, position }) => {
        complain(
          `${error.message} World '${name}', seed '${record.seed}', behind position ${position}.`,
        );
        complain('This is a bug of Reprise. Please report it with the store file.');
        breakDown('broken');
      },
      onDamaged: ({ message }) => {
        complain(`${message} This was found in the past, which the start had not read.`);
        breakDown('damaged');
      },
    });
    checkResumed(reprise, options, fixture);
    await applyClock(reprise, options);
    if (options.record !== undefined) await startRecording(reprise, resolve(cwd, options.record));
    const server = createNodeServer(reprise.app, { allowHosts });
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port.number}`;
    const forget = registered(cwd, port.number, { url, token, processId }, surroundings);
    const stopped = surroundings.stopped();
    try {
      await port.serveBy(server);
      hasServed = true;
      if (ownFile !== undefined) forgetOldRuns(cwd, ownFile, isRunning);
      announce(reprise, options, surroundings, { url, token, file, fixture });
      const cause = await Promise.race([stopped, brokenDown]);
      if (options.json !== true) surroundings.print(`Stopping (${cause}).`);
      reprise.endStreams();
      await closeServer(server, shutdownMs);
      if (cause === 'damaged') return exitCodes.unreadable;
      return cause === 'broken' ? exitCodes.broken : exitCodes.fine;
    } finally {
      forget();
    }
  } finally {
    await reprise?.close();
    if (!hasServed && ownFile !== undefined) removeRun(ownFile);
  }
}

async function storeOf(
  file: string | undefined,
  durability: Durability,
  tell: Pick<SqliteOptions, 'onWarning' | 'onLost'>,
): Promise<EventStore> {
  if (file === undefined) return createMemoryStore();
  const { openSqliteStore } = await import('../sqlite/event-store.ts');
  try {
    return openSqliteStore({ file, durability, ...tell });
  } catch (error) {
    throw readable(error);
  }
}

async function opened(
  store: EventStore,
  fixture: NamedFixture | undefined,
  options: Omit<Parameters<typeof openReprise>[0], 'store'>,
): Promise<Reprise> {
  try {
    return await openReprise({ store, ...options });
  } catch (error) {
    await store.close();
    if (error instanceof FixtureError && fixture !== undefined) {
      throw refusedFixture(fixture, error);
    }
    throw readable(error);
  }
}

function readable(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new CliError(
    error.message,
    error.code === 'damaged' ? exitCodes.unreadable : exitCodes.usage,
  );
}

/** What flags say goes before what the fixture says. */
function defaultsOf(
  options: ServeOptions,
  fixture: Fixture | undefined,
): Partial<Omit<WorldRecord, 'name'>> {
  const { seed, epochMs, walletKey: walletKeys, calendarAuth: mode } = options;
  const flags = {
    ...(walletKeys === undefined ? {} : { walletKeys }),
    ...(mode === undefined ? {} : { calendar: { ...calendarSettingsIn(fixture?.config), mode } }),
  };
  const { ids = options.ids, ...config } = { ...fixture?.config, ...flags };
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(epochMs === undefined ? {} : { epochMs }),
    ...(ids === undefined ? {} : { ids: options.ids ?? ids }),
    ...(fixture === undefined ? {} : { fixture: storedFixture(fixture) }),
    clock: changedClock({ mode: 'real', rate: 1 }, clockChangeOf(options)),
    ...(Object.keys(config).length === 0 ? {} : { config }),
  };
}

/** A store that was kept is what it is: flags that say otherwise are a mistake. */
function checkResumed(
  { engine }: Reprise,
  { seed, epochMs, ids, walletKey, calendarAuth }: ServeOptions,
  fixture: Fixture | undefined,
): void {
  const world = engine.world('default');
  if (world === undefined) return;
  const { record } = world;
  const printed = (ms: number) => new Date(ms).toISOString();
  if (seed !== undefined && seed !== record.seed) {
    throw new CliError(
      `The store was made with --seed '${record.seed}', not '${seed}'. Leave --seed out, or name another --data file.`,
    );
  }
  if (epochMs !== undefined && epochMs !== record.epochMs) {
    throw new CliError(
      `The store was made with --epoch ${printed(record.epochMs)}. Leave --epoch out, or name another --data file.`,
    );
  }
  if (fixture !== undefined && storedFixture(fixture).digest !== record.fixture?.digest) {
    const made = record.fixture === undefined ? 'without --fixture' : 'with another --fixture';
    throw new CliError(
      `The store was made ${made}. Leave --fixture out, or name another --data file.`,
    );
  }
  const keysOf = (keys: readonly string[]) => keys.map(storedKey).join(' ');
  if (walletKey !== undefined && keysOf(walletKey) !== keysOf(walletConfigOf(world).walletKeys)) {
    throw new CliError(
      'The store was made with other keys than --wallet-key names. Leave --wallet-key out, or name another --data file.',
    );
  }
  const { mode } = calendarConfigOf(world);
  if (calendarAuth !== undefined && calendarAuth !== mode) {
    throw new CliError(
      `The store was made with --calendar-auth ${mode}. Leave --calendar-auth out, or name another --data file.`,
    );
  }
  if (ids !== undefined && ids !== world.settings().ids) {
    throw new CliError(
      `The store was made with --ids ${world.settings().ids}. Leave --ids out, or name another --data file.`,
    );
  }
}

/** A clock that is asked for explicitly holds for the default world from now on. */
async function applyClock({ engine }: Reprise, options: ServeOptions): Promise<void> {
  const world = engine.world('default');
  if (world === undefined) return;
  const now = world.clock();
  const next = changedClock(now, clockChangeOf(options));
  const isSame = next.mode === now.mode && next.rate === now.rate && next.idle === now.idle;
  if (!isSame) await world.setClock(clockChangeOf(options));
}

function clockChangeOf({ clock, rate, idle }: ServeOptions): Partial<ClockSetting> {
  return {
    ...(clock === undefined ? {} : { mode: clock }),
    ...(rate === undefined ? {} : { rate }),
    ...(idle === undefined ? {} : { idle }),
  };
}

async function startRecording({ engine, recordings }: Reprise, file: string): Promise<void> {
  const world = engine.world('default');
  if (world === undefined) return;
  try {
    await recordings.start(world, { file });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError(
      isThere
        ? `${file} is there already; a recording is never written over. Name another file with --record, or remove it.`
        : `Cannot record into ${file} (${reason(error)}).`,
    );
  }
}

/** Writes the server down where the other verbs look for it; where that may not be done they need --url and the token. */
function registered(
  cwd: string,
  port: number,
  registration: Parameters<typeof register>[2],
  { complain }: Surroundings,
): () => void {
  try {
    return register(cwd, port, registration);
  } catch (error) {
    complain(
      `Cannot write into .reprise (${reason(error)}): name this server to other verbs by --url.`,
    );
    return () => undefined;
  }
}

interface Announced {
  readonly url: string;
  readonly token: string;
  readonly file: string | undefined;
  readonly fixture: Fixture | undefined;
}

function announce(
  { engine }: Reprise,
  options: ServeOptions,
  { print, complain, version }: Surroundings,
  { url, token, file, fixture }: Announced,
): void {
  const world = engine.world('default');
  const walletKeys = world === undefined ? [] : walletConfigOf(world).walletKeys;
  const given = [
    ...(options.walletKey ?? []),
    ...(walletSettingsIn(fixture?.config).walletKeys ?? []),
  ];
  const [walletKey] = knownKeys(walletKeys, given);
  if (walletKey === undefined) {
    complain(
      'The store has only fingerprints of its wallet keys. Use the key that the world was made with, name it again with --wallet-key to see it here, or set another with PATCH /__reprise/worlds/default/config.',
    );
  }
  if (options.json === true) {
    return print(
      JSON.stringify({ event: 'ready', url, token, walletKey, speechKey, world: 'default' }),
    );
  }
  const clock = world?.clock();
  print(`Reprise ${version} at ${url}`);
  print(`  wallet     ${url}/v1/w3s  (key ${printedKeys(walletKeys, given)})`);
  if (world !== undefined) {
    const users = calendarSettingsIn(fixture?.config).users ?? [];
    print(`  calendar   ${calendarLine(url, calendarConfigOf(world), users)}`);
  }
  print(`  control    ${url}/__reprise  (Authorization: Bearer ${token})`);
  print(
    `  world      default, seed '${world?.record.seed ?? seedDefault}', clock ${clock?.mode ?? 'real'}${clock?.mode === 'real' ? ` x ${clock.rate}` : ''}, now ${new Date(world?.nowMs() ?? epochMsDefault).toISOString()}`,
  );
  print(`  store      ${file ?? 'memory: gone when this stops'}`);
  if (options.record !== undefined) print(`  recording  world default into ${options.record}`);
  print('Ctrl-C stops it; everything answered is stored.');
}

/** Where publishers find the calendar, and what they need. */
function calendarLine(
  url: string,
  { mode, site, users }: CalendarConfig,
  given: readonly CalendarUser[],
): string {
  const root = `${url}/wp-json/${site.namespaces[0] ?? neutralNamespace}`;
  if (mode === 'open') return `${root}  (open: everybody is its administrator)`;
  return `${root}  (application password ${printedUsers(users, given)})`;
}
