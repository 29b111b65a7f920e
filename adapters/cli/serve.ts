// `reprise serve`: a store, an engine and a server, until a signal comes.

import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  FixtureError,
  StoreError,
  changedClock,
  omitUndefined,
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
import { walletConfigOf } from '../services/wallet/config.ts';
import { channelPaths } from '../services/speech/channels.ts';
import { speechConfigOf } from '../services/speech/config.ts';
import { storedKey } from '../fingerprints.ts';
import { storedSpeechKey } from '../services/speech/keys.ts';
import { storedFixture } from '../fixture/seed-commands.ts';
import { withFaultProfile } from '../fixture/profile.ts';
import type { FaultProfileName } from '../faults/profiles.ts';
import type { Fixture } from '../contracts/world-spec.ts';
import { neutralNamespace } from '../services/calendar/links.ts';
import { closeServer } from '../http/close-server.ts';
import { createNodeServer } from '../http/node.ts';
import type { RsaBits } from '../services/wallet/entity-keys.ts';
import { createMemoryStore } from '../memory/event-store.ts';
import { epochMsDefault, openReprise, seedDefault, type Reprise } from '../reprise.ts';
import type { RepriseOptions, WorldDefaults } from '../reprise-options.ts';
import { reason } from '../sqlite/damage.ts';
import type { Durability } from '../sqlite/durability.ts';
import type { SqliteOptions } from '../sqlite/event-store.ts';
import { CliError, exitCodes } from './errors.ts';
import { fixtureRefusal, preparedFixtureNamed, type NamedFixture } from './fixture.ts';
import { removeOldRuns, newRecordingFile, newRunFile, register, removeRun } from './local-files.ts';
import { printedKeys, printedUsers } from './known-secrets.ts';
import { givenWalletKeys, printableKeys, type PrintableKeys } from './printable-keys.ts';
import { reservePort, type Port } from './port.ts';
import { tokenOf } from './token.ts';

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly data?: string;
  readonly memory?: boolean;
  readonly durability: Durability;
  readonly attachmentBytesMax?: number;
  readonly seed?: string;
  readonly epochMs?: number;
  readonly ids?: WorldRecord['ids'];
  readonly fixture?: string;
  readonly faults?: FaultProfileName;
  readonly clock?: ClockMode;
  readonly rate?: number;
  readonly idle?: boolean;
  readonly walletKey?: readonly string[];
  readonly speechKey?: readonly string[];
  readonly calendarAuth?: CalendarConfig['mode'];
  readonly rsaBits: RsaBits;
  readonly worldsOnDemand?: boolean;
  readonly journal?: boolean;
  readonly allowHost?: readonly string[];
  readonly outboundWait?: number;
  readonly record?: string;
  readonly json?: boolean;
}

/** The process and its environment; only the composition root reads them. */
export interface CliHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Of Node, such as `20.20.2`. */
  readonly nodeVersion: string;
  readonly processId: number;
  readonly now: () => Date;
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
  /** Replaces the progress line on a terminal; an empty text clears it. */
  readonly progress: (text: string) => void;
  /** Whether there is a terminal for it. */
  readonly showsProgress: boolean;
  readonly isRunning: (processId: number) => boolean;
  /** Whether standard output is a terminal, and its width. */
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  /** Aborted when standard output can no longer be written, because its reader is gone. */
  readonly outputEnded: AbortSignal;
  /** The bytes of standard input. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Resolves with the name of the first signal to stop. */
  readonly stopped: () => Promise<string>;
}

/** How long running requests may take to finish at the stop. */
const shutdownMs = 5_000;

/** Serves until a signal or a failure; resolves with the exit code. */
export async function serve(options: ServeOptions, host: CliHost): Promise<number> {
  const { env } = host;
  const token = tokenOf(env) ?? randomBytes(24).toString('base64url');
  const named =
    options.fixture === undefined ? undefined : await preparedFixtureNamed(options.fixture);
  const port = await reservePort(options.port, options.host);
  try {
    return await serveOn(port, token, named, options, host);
  } finally {
    port.release();
  }
}

/** Opens the store and serves it on a reserved port. */
async function serveOn(
  port: Port,
  token: string,
  named: NamedFixture | undefined,
  options: ServeOptions,
  host: CliHost,
): Promise<number> {
  const { cwd, version, now, processId, printError, isRunning } = host;
  const allowHosts = [options.host, ...(options.allowHost ?? [])];
  const fixture = withFaultProfile(named?.fixture, options.faults);
  const ownFile =
    options.memory === true || options.data !== undefined
      ? undefined
      : newRunFile(cwd, now(), processId);
  const file = options.memory === true ? undefined : (options.data ?? ownFile);
  let fail: (cause: 'broken' | 'damaged') => void = () => undefined;
  const failed = new Promise<'broken' | 'damaged'>((resolve) => (fail = resolve));
  const store = await storeOf(file, options, {
    onWarning: printError,
    onLost: ({ message }) => {
      printError(`${message} The server stops, since it can store nothing more.`);
      fail('damaged');
    },
  });
  let reprise: Reprise | undefined;
  let hasServed = false;
  try {
    reprise = await openWorlds(store, named, {
      token,
      version,
      rsaBits: options.rsaBits,
      worldsOnDemand: options.worldsOnDemand === true,
      journal: options.journal !== false,
      allowHosts,
      outboundHosts: options.allowHost ?? [],
      ...(options.outboundWait === undefined ? {} : { outboundWaitMs: options.outboundWait }),
      defaults: defaultsOf(options, fixture),
      now,
      newRecordingFile: (world) => newRecordingFile(cwd, world, now(), processId, isRunning),
      onRecordingEnded: ({ file: ended, reason: why }) => {
        printError(`The recording ${ended} has ended: ${why ?? 'its world was removed.'}`);
      },
      onBroken: (error, { name, record, position }) => {
        printError(
          `${error.message} World '${name}', seed '${record.seed}', after position ${position}.`,
        );
        printError('This is a bug of Reprise. Please report it with the store file.');
        fail('broken');
      },
      onDamaged: ({ message }) => {
        printError(`${message} The damage is in older log entries that startup had skipped.`);
        fail('damaged');
      },
    });
    checkResumed(reprise, options, fixture);
    await applyClock(reprise, options);
    if (options.record !== undefined) await startRecording(reprise, resolve(cwd, options.record));
    const server = createNodeServer(reprise.app, { allowHosts });
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port.number}`;
    const keys = printableKeys(reprise.engine.world('default'), options, fixture);
    const registration = { url, token, processId, ...omitUndefined(keys) };
    const unregister = tryRegister(cwd, port.number, registration, host);
    const stopped = host.stopped();
    try {
      await port.attach(server);
      hasServed = true;
      if (ownFile !== undefined) removeOldRuns(cwd, ownFile, isRunning);
      printReady(reprise, options, host, { url, token, file, fixture, keys });
      const cause = await Promise.race([stopped, failed]);
      if (options.json !== true) host.print(`Stopping (${cause}).`);
      reprise.endStreams();
      await closeServer(server, shutdownMs);
      if (cause === 'damaged') return exitCodes.unreadable;
      return cause === 'broken' ? exitCodes.broken : exitCodes.fine;
    } finally {
      unregister();
    }
  } finally {
    await reprise?.close();
    if (!hasServed && ownFile !== undefined) removeRun(ownFile);
  }
}

async function storeOf(
  file: string | undefined,
  { durability, attachmentBytesMax }: Pick<ServeOptions, 'durability' | 'attachmentBytesMax'>,
  callbacks: Pick<SqliteOptions, 'onWarning' | 'onLost'>,
): Promise<EventStore> {
  const limits = attachmentBytesMax === undefined ? {} : { attachmentBytesMax };
  if (file === undefined) return createMemoryStore(limits);
  const { openSqliteStore } = await import('../sqlite/event-store.ts');
  try {
    return openSqliteStore({ file, durability, ...limits, ...callbacks });
  } catch (error) {
    throw toCliError(error);
  }
}

/** Opens the worlds of a store. Rejects with CliError if it is damaged, or the fixture is refused. */
export async function openWorlds(
  store: EventStore,
  fixture: NamedFixture | undefined,
  options: Omit<RepriseOptions, 'store'>,
): Promise<Reprise> {
  try {
    return await openReprise({ store, ...options });
  } catch (error) {
    await store.close();
    if (error instanceof FixtureError && fixture !== undefined) {
      throw fixtureRefusal(fixture, error);
    }
    throw toCliError(error);
  }
}

function toCliError(error: unknown): unknown {
  if (!(error instanceof StoreError)) return error;
  return new CliError(
    error.message,
    error.code === 'damaged' ? exitCodes.unreadable : exitCodes.usage,
  );
}

/** Settings of new worlds. Flags override the fixture. */
export function defaultsOf(
  options: Partial<ServeOptions>,
  fixture: Fixture | undefined,
): WorldDefaults {
  const {
    seed,
    epochMs,
    walletKey: walletKeys,
    speechKey: speechKeys,
    calendarAuth: mode,
  } = options;
  const flags = {
    ...omitUndefined({ walletKeys, speechKeys }),
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

/** Throws CliError if flags contradict the resumed store. */
function checkResumed(
  { engine }: Reprise,
  { seed, epochMs, ids, walletKey, speechKey, calendarAuth, faults }: ServeOptions,
  fixture: Fixture | undefined,
): void {
  const world = engine.world('default');
  if (world === undefined) return;
  const { record } = world;
  const printed = (ms: number) => new Date(ms).toISOString();
  if (seed !== undefined && seed !== record.seed) {
    throw new CliError(
      `The store was created with --seed '${record.seed}', not '${seed}'. Leave --seed out, or set another --data file.`,
    );
  }
  if (epochMs !== undefined && epochMs !== record.epochMs) {
    throw new CliError(
      `The store was created with --epoch ${printed(record.epochMs)}. Leave --epoch out, or set another --data file.`,
    );
  }
  if (fixture !== undefined && storedFixture(fixture).digest !== record.fixture?.digest) {
    const flags = faults === undefined ? '--fixture' : '--fixture and --faults';
    const origin = record.fixture === undefined ? `without ${flags}` : `with another ${flags}`;
    throw new CliError(
      `The store was created ${origin}. Leave ${flags} out, or set another --data file.`,
    );
  }
  const keysOf = (keys: readonly string[]) => keys.map(storedKey).join(' ');
  if (walletKey !== undefined && keysOf(walletKey) !== keysOf(walletConfigOf(world).walletKeys)) {
    throw new CliError(
      'The store was created with other keys than those of --wallet-key. Leave --wallet-key out, or set another --data file.',
    );
  }
  const speechKeys = speechKey?.map(storedSpeechKey).join(' ');
  if (speechKeys !== undefined && speechKeys !== speechConfigOf(world).speechKeys.join(' ')) {
    throw new CliError(
      'The store was created with other keys than those of --speech-key. Leave --speech-key out, or set another --data file.',
    );
  }
  const { mode } = calendarConfigOf(world);
  if (calendarAuth !== undefined && calendarAuth !== mode) {
    throw new CliError(
      `The store was created with --calendar-auth ${mode}. Leave --calendar-auth out, or set another --data file.`,
    );
  }
  if (ids !== undefined && ids !== world.settings().ids) {
    throw new CliError(
      `The store was created with --ids ${world.settings().ids}. Leave --ids out, or set another --data file.`,
    );
  }
}

/** Applies explicit clock flags to the default world, also of a resumed store. */
async function applyClock({ engine }: Reprise, options: ServeOptions): Promise<void> {
  const world = engine.world('default');
  if (world === undefined) return;
  const now = world.clock();
  const next = changedClock(now, clockChangeOf(options));
  const isSame = next.mode === now.mode && next.rate === now.rate && next.idle === now.idle;
  if (!isSame) await world.setClock(clockChangeOf(options));
}

function clockChangeOf({ clock, rate, idle }: Partial<ServeOptions>): Partial<ClockSetting> {
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
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new CliError(
      exists
        ? `${file} exists already, and recordings are never overwritten. Set --record to another file, or remove this one.`
        : `Cannot record into ${file} (${reason(error)}). Set --record to a file in a writable folder.`,
    );
  }
}

/** Registers the server for other verbs. If the folder is not writable, these need --url and the token. */
function tryRegister(
  cwd: string,
  port: number,
  registration: Parameters<typeof register>[2],
  { printError }: CliHost,
): () => void {
  try {
    return register(cwd, port, registration);
  } catch (error) {
    printError(
      `Cannot write into .reprise (${reason(error)}): other verbs need --url and REPRISE_TOKEN to find this server.`,
    );
    return () => undefined;
  }
}

interface ReadyInfo {
  readonly url: string;
  readonly token: string;
  readonly file: string | undefined;
  readonly fixture: Fixture | undefined;
  readonly keys: PrintableKeys;
}

function printReady(
  { engine }: Reprise,
  options: ServeOptions,
  { print, printError, version }: CliHost,
  { url, token, file, fixture, keys: { walletKey, speechKey } }: ReadyInfo,
): void {
  const world = engine.world('default');
  const walletKeys = world === undefined ? [] : walletConfigOf(world).walletKeys;
  const given = givenWalletKeys(options, fixture);
  if (walletKey === undefined) {
    printError(
      'The store has only fingerprints of its wallet keys. Use the key that the world was created with, repeat it with --wallet-key to print it here, or set another one with PATCH /__reprise/worlds/default/config.',
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
  const channels = channelPaths.join(', ');
  print(`  speech     ${url}${channels}  (WebSockets; key ${speechKey ?? '<secret>'})`);
  print(`  control    ${url}/__reprise  (Authorization: Bearer ${token})`);
  print(
    `  world      default, seed '${world?.record.seed ?? seedDefault}', clock ${clock?.mode ?? 'real'}${clock?.mode === 'real' ? ` x ${clock.rate}` : ''}, now ${new Date(world?.nowMs() ?? epochMsDefault).toISOString()}`,
  );
  print(`  store      ${file ?? 'memory, lost at the stop'}`);
  if (options.faults !== undefined) {
    print(`  faults     ${options.faults} (reprise fault list shows them)`);
  }
  if (options.record !== undefined) print(`  recording  world default into ${options.record}`);
  print('Ctrl-C stops the server.');
}

/** The URL of the calendar, and its authentication. */
function calendarLine(
  url: string,
  { mode, site, users }: CalendarConfig,
  given: readonly CalendarUser[],
): string {
  const root = `${url}/wp-json/${site.namespaces[0] ?? neutralNamespace}`;
  if (mode === 'open') return `${root}  (open: every caller has administrator rights)`;
  return `${root}  (application password ${printedUsers(users, given)})`;
}
