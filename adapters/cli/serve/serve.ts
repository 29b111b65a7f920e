// `reprise serve`: a store, an engine and a server, until a signal comes.

import { createHmac, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import {
  FixtureError,
  changedClock,
  omitUndefined,
  wallet,
  type ClockSetting,
  type EventStore,
} from '../../../core/index.ts';
import { calendarSettingsIn } from '../../services/calendar/config.ts';
import { storedFixture } from '../../fixture/seed-commands.ts';
import { sharedFaultId, withFaultProfile } from '../../fixture/profile.ts';
import type { Fixture } from '../../contracts/world-spec.ts';
import { closeServer } from '../../hosts/node/close-server.ts';
import { createNodeServer } from '../../hosts/node/node.ts';
import { inSlices } from '../../protocol/slices.ts';
import { openReprise, type Reprise } from '../../reprise.ts';
import { lazySite } from '../../studio/site/lazy-site.ts';
import type { NodeOptions } from '../../nodes/node-options.ts';
import type { RepriseOptions, WorldDefaults } from '../../reprise-options.ts';
import { reason } from '../../stores/damage.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { OnRequest } from '../../contracts/request-control.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { startAddressCheck } from './address-check.ts';
import { fixtureRefusal, type NamedFixture } from './fixture.ts';
import { removeOldRuns, newRecordingFile, register, removeRun } from '../support/local-files.ts';
import { printableKeys } from '../support/printable-keys.ts';
import { reservePort, urlAt, type Port } from './port.ts';
import { listedNodes } from './listed-nodes.ts';
import { printReady } from './ready-text.ts';
import { requestLog } from './request-log.ts';
import { checkResumed } from './resumed-store.ts';
import type { ServeOptions } from './serve-options.ts';
import { servedFixture } from './served-fixture.ts';
import { openServedStore, storeFailure, storePlaceOf } from './served-store.ts';
import { tokenOf } from './token.ts';

/** How long running requests may take to finish at the stop. */
export const shutdownMs = 5_000;
const sleepAfterMsDefault = 60_000;
/** No more damaged worlds are printed. */
const reportsMax = 1_000;

/** Serves until a signal or a failure; resolves with the exit code. */
export async function serve(options: ServeOptions, host: CliHost): Promise<number> {
  const { env } = host;
  const token = tokenOf(env);
  const named = await servedFixture(options, host);
  const onRequest = requestLog(options, host);
  const port = await reservePort(options.port, options.host);
  try {
    return await serveOn(port, token, { named, onRequest }, options, host);
  } finally {
    port.release();
  }
}

/** What is checked before a port is taken. */
interface CheckedServe {
  readonly named: NamedFixture | undefined;
  readonly onRequest: OnRequest | undefined;
}

/** Opens the store and serves it on a reserved port. */
async function serveOn(
  port: Port,
  givenToken: string | undefined,
  { named, onRequest }: CheckedServe,
  options: ServeOptions,
  host: CliHost,
): Promise<number> {
  const { cwd, version, now, processId, printError, isRunning } = host;
  const allowHosts = [options.host, ...(options.allowHost ?? [])];
  checkFaultIds(named, options);
  const fixture = withFaultProfile(named?.fixture, options.faults);
  const storePlace = storePlaceOf(options, host);
  const { ownFile, shown: file } = storePlace;
  const failures = new Set<'broken' | 'damaged'>();
  const reported = new Set<string>(); // a damaged world is found again at each request
  let stop: (cause: 'broken' | 'damaged') => void = () => undefined;
  const failed = new Promise<'broken' | 'damaged'>((resolve) => (stop = resolve));
  const fail = (cause: 'broken' | 'damaged') => {
    failures.add(cause);
    stop(cause);
  };
  const store = await openServedStore(storePlace, options, {
    onWarning: printError,
    onLost: ({ message }) => {
      printError(`${message} The server stops, since it can store nothing more.`);
      fail('damaged');
    },
  });
  let reprise: Reprise | undefined;
  let hasServed = false;
  try {
    const token = givenToken ?? (await newToken(store));
    reprise = await openWorlds(store, named, {
      token,
      version,
      ...omitUndefined({ node: nodeOf(store, options, port.number) }),
      rsaBits: options.rsaBits,
      worldsOnDemand: options.worldsOnDemand === true,
      ...omitUndefined({ sleepAfterMs: sleepAfterMsOf(options), worldsMax: options.worldsMax }),
      ...(typeof options.worldTtl === 'number' ? { worldTtlMs: options.worldTtl } : {}),
      journal: options.journal !== false,
      ...(onRequest === undefined ? {} : { onRequest }),
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
        failures.add('damaged');
        if (reported.has(message) || reported.size >= reportsMax) return;
        reported.add(message);
        printError(`${message} Requests to this world are refused; other worlds are served.`);
      },
      onStoreAway: (error) =>
        printError(
          error === undefined
            ? 'The store is reached again.'
            : `${error.detail ?? error.message} Requests are refused until the store is reached again.`,
        ),
    });
    checkResumed(reprise, options, fixture);
    await applyClock(reprise, options);
    if (options.record !== undefined) await startRecording(reprise, resolve(cwd, options.record));
    const server = createNodeServer(reprise.app, {
      allowHosts,
      site: lazySite(version, allowHosts),
      forwarding: reprise.forwarding,
    });
    const url = urlAt(options.host, port.number);
    const keys = printableKeys(reprise.engine.world('default'), options, fixture);
    const registration = { url, token, processId, ...omitUndefined(keys) };
    const unregister = tryRegister(cwd, port.number, registration, host);
    const stopped = host.stopped();
    try {
      await port.attach(server);
      hasServed = true;
      if (ownFile !== undefined) removeOldRuns(cwd, ownFile, isRunning);
      const nodes = (await listedNodes(reprise)).filter(({ isSelf }) => !isSelf);
      printReady(reprise, options, host, { url, token, file, fixture, keys, nodes });
      const check = startAddressCheck(reprise, printError);
      await inSlices(wallet.prepareCurves()); // later than the start, earlier than the first request for a key
      const cause = await Promise.race([stopped, failed]);
      check.stop();
      if (options.json !== true && options.log !== 'json') host.print(`Stopping (${cause}).`);
      reprise.endStreams();
      await reprise.drain();
      await closeServer(server, shutdownMs);
    } finally {
      unregister();
    }
  } finally {
    await reprise?.close();
    if (!hasServed && ownFile !== undefined) removeRun(ownFile);
  }
  if (failures.has('damaged')) return exitCodes.unreadable; // the close may find this, too
  return failures.has('broken') ? exitCodes.broken : exitCodes.fine;
}

/** All processes that share a store have one token: a request may be answered by another one than it was sent to. */
async function newToken({ leases }: EventStore): Promise<string> {
  if (leases === undefined) return randomBytes(24).toString('base64url');
  const hmac = createHmac('sha256', await leases.secret());
  return hmac.update('token of the control plane').digest('base64url');
}

/** How other processes of the store reach this one. */
function nodeOf(
  { leases }: EventStore,
  { advertise, host }: ServeOptions,
  port: number,
): NodeOptions | undefined {
  if (leases === undefined) return undefined;
  const isAny = host === '0.0.0.0' || host === '::';
  return { address: advertise ?? urlAt(isAny ? hostname() : host, port) };
}

/** How long a world is unused before it is put to sleep; undefined: it never is. */
function sleepAfterMsOf({ sleepAfter = sleepAfterMsDefault }: ServeOptions): number | undefined {
  return sleepAfter === 'never' ? undefined : sleepAfter;
}

/** Throws CliError if the fixture has a fault with an id of the profile. */
function checkFaultIds(named: NamedFixture | undefined, { faults }: ServeOptions): void {
  const id = sharedFaultId(named?.fixture, faults);
  if (named === undefined || id === undefined) return;
  throw new CliError(
    `The fixture ${named.named} has a fault '${id}', as --faults ${faults} has: change the id in the fixture, or omit --faults.`,
  );
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
    throw storeFailure(error);
  }
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
    unknownMembers,
  } = options;
  const flags = {
    ...omitUndefined({ walletKeys, speechKeys, unknownMembers }),
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
