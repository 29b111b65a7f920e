// Composes the program: an engine over a store, paced by the clock of the host, behind the routes of all services.

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openEngine,
  omitUndefined,
  StoreError,
  wallet,
  WorldElsewhere,
  type Engine,
  type EventStore,
  type Host,
} from '../core/index.ts';
import { frameTries } from './faults/frame-tries.ts';
import { filterFrames } from './faults/frames.ts';
import { answerUnderFaults, openUnderFaults } from './faults/inject.ts';
import { seedCommands } from './fixture/seed-commands.ts';
import { worldsMax } from './protocol/limits.ts';
import { createApp, type App } from './protocol/app.ts';
import { isCrossOrigin } from './hosts/node/host-name.ts';
import { createMemoryStore } from './stores/memory/event-store.ts';
import {
  checkedRepriseOptions,
  type CheckedOptions,
  type RepriseOptions,
} from './reprise-options.ts';
import { createWorlds, type Worlds } from './worlds.ts';
import type { NodesControl } from './contracts/nodes-control.ts';
import type { RequestControl } from './contracts/request-control.ts';
import type { CreateWorld } from './contracts/control-call.ts';
import { Credentials } from './control/credentials.ts';
import { createControlService } from './control/service.ts';
import { emptyBytes, type HttpRequest } from './protocol/messages.ts';
import { requestOf } from './protocol/request-target.ts';
import { createRequestControl } from './journal/request-control.ts';
import { reportRequests } from './journal/report-requests.ts';
import { RequestJournal } from './journal/request-journal.ts';
import { renderContext } from './journal/request-view.ts';
import { closeServices, oraclesOf, routeNamesOf, type Service } from './protocol/service.ts';
import { createCallEndpoint } from './outbound/call-endpoint.ts';
import { allowing } from './outbound/http-request.ts';
import { createPost } from './outbound/post.ts';
import { createSender, outboundWaitMsDefault, type Sender } from './outbound/sender.ts';
import { nodeHash } from './node-hash.ts';
import type { Forwarding } from './nodes/forwarding.ts';
import { ServerMetrics } from './metrics/server-metrics.ts';
import { joinNodes } from './nodes/join-nodes.ts';
import { whenIdle } from './pacing/when-idle.ts';
import { startPacing, type Pacing } from './pacing/pacing.ts';
import { startSleepTimers } from './pacing/sleep-timers.ts';
import { WorldTtl } from './pacing/world-ttl.ts';
import { openTenants } from './tenants/tenant-control.ts';
import { Recordings } from './recording/record/recordings.ts';
import { loopPhases } from './loop-phases.ts';
import { WorldCreation } from './world-creation.ts';
import { WorldSockets } from './protocol/world-sockets.ts';
import { services as modules } from './services/index.ts';
import { UploadReplays } from './studio/story/upload-replays.ts';
import type { Config, WorldSpec } from './contracts/world-spec.ts';
import { monotonicMs } from './host-timers.ts';

export type { RepriseOptions } from './reprise-options.ts';
export { epochMsDefault, seedDefault } from './world-creation.ts';

export interface Reprise {
  readonly engine: Engine;
  readonly app: App;
  readonly recordings: Recordings;
  /** The token of the control plane. */
  readonly token: string;
  readonly worlds: Worlds;
  /** The last requests of each world; undefined without a journal. */
  readonly requests: RequestControl | undefined;
  /** For a server of this process, if it shares its worlds with others: see RepriseOptions.node. */
  readonly forwarding: Forwarding | undefined;
  /** The processes that share the store: see RepriseOptions.node. */
  readonly nodes: Pick<NodesControl, 'list' | 'leaseId'> | undefined;
  /** Lets the other processes go on with the worlds, before this one stops; it still answers. Recorded worlds stay. */
  readonly drain: () => Promise<void>;
  /** Ends all streams and refuses new ones, so that a server can stop. */
  readonly endStreams: () => void;
  /** Ends open event streams, commits what is pending, closes the store, and completes all observables. */
  readonly close: () => Promise<void>;
}

/** The Node process as a host of the engine. */
export const nodeHost: Host = {
  hash: nodeHash,
  monotonicMs,
  defer: loopPhases.onCommitPhase,
  whenIdle,
};

const noPacing: Pacing = {
  onRequest: () => undefined,
  onSocket: () => () => undefined,
  stop: () => undefined,
};

/**
 * Opens a store and the world `default` in it; other worlds are loaded at their first request. Rejects with StoreError, and with
 * OptionsError if an option is wrong.
 */
export async function openReprise(given: RepriseOptions = {}): Promise<Reprise> {
  const options = await checkedRepriseOptions(given);
  return typeof options.store === 'string'
    ? openOverPostgres(options.store, given)
    : openChecked({ ...options, store: options.store ?? createMemoryStore() });
}

async function openOverPostgres(url: string, options: RepriseOptions): Promise<Reprise> {
  const { openPostgresStore } = await import('./stores/postgres/event-store.ts'); // its package is optional
  const onWarning = (message: string) => process.emitWarning(message);
  const store = await openPostgresStore({ url, onWarning });
  try {
    return await openReprise({ ...options, store });
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openChecked(options: CheckedOptions & { store: EventStore }): Promise<Reprise> {
  await wallet.curveLoaded; // ten times as fast as the one before
  const { version = 'embedded', host = nodeHost, onBroken, onDamaged } = options;
  const { store, token = randomBytes(24).toString('base64url') } = options;
  const worldsAwakeMax = options.worldsMax ?? worldsMax;
  const metrics = new ServerMetrics({
    version,
    services: [...modules.map(({ name }) => name), 'control'],
    worldsMax: worldsAwakeMax,
  });
  const shared =
    options.node &&
    (await joinNodes(store, options.node, version, host.monotonicMs, metrics.nodeMeter));
  const sender = senderOf(options, () => shared?.lease.isHeld() !== false);
  const isAllowed = allowing(options.outboundHosts ?? []);
  const services = modules.map((module) =>
    module.create({ ...omitUndefined({ rsaBits: options.rsaBits }), isAllowed }),
  );
  let isOpen = false;
  const opened = await openEngine({
    store: closedAfter(async () => recordings.close(), shared?.store ?? store),
    host,
    worldsMax: worldsAwakeMax,
    sleepAfterMs: options.sleepAfterMs,
    seedCommands,
    loads: 'on-demand',
    hasWork: sender.hasPending,
    outbound: sender.outbound,
    ...omitUndefined({ lease: shared?.lease }),
    meter: metrics.meter,
    oracles: oraclesOf(services),
    reactions: [frameTries(services)],
    ...(onBroken === undefined ? {} : { onBroken }),
    onObserverFailed: options.onObserverFailed ?? warn,
    onDamaged: (error) => {
      if (isOpen) onDamaged?.(error); // until then, the start fails with it
    },
  });
  const ttl = ttlOf(opened, options.worldTtlMs);
  const engine = ttl?.engine ?? opened;
  metrics.follow({ engine, inFlight: sender.inFlight, isHeld: shared?.lease.isHeld });
  const tenants =
    engine.store.tenants && openTenants(engine, engine.store.tenants, host.monotonicMs);
  const limited = tenants?.limiter.open ?? engine.open;
  const creation = new WorldCreation(engine, options.defaults, tenants?.control.creating);
  const createWorld = (spec: WorldSpec) => creation.create(spec);
  await ensureDefault(engine, createWorld);
  sender.follow(engine);
  const pacing = options.isPaced === false ? noPacing : startPacing(engine, host.monotonicMs);
  const stopping = new AbortController();
  const ensured = (name: string, open?: Engine['open']) => creation.ensure(name, open);
  const found = (name: string, open = engine.open) => open(name);
  const sessions = services.flatMap((service) => service.sessions ?? []);
  const recordings = new Recordings({
    engine,
    sessions,
    writtenBy: `reprise ${version}`,
    services: services.map(({ name }) => name),
    rsaBits: options.rsaBits ?? 2048,
    newFile: options.newRecordingFile ?? temporaryFile,
    now: options.now ?? (() => new Date()),
    ...omitUndefined({ node: options.node?.address }),
    ...(options.onRecordingEnded === undefined ? {} : { onEnded: options.onRecordingEnded }),
  });
  const sockets = new WorldSockets(engine.moved$);
  const { reports, journal, requests } = journalOf(options, engine, services);
  const replays = new UploadReplays();
  const credentials = new Credentials(token, tenants?.control);
  const control = createControlService({
    engine,
    recordings,
    replays,
    requests,
    nodes: shared?.control,
    metrics,
    tenants: tenants?.control,
    token,
    version,
    stopping: stopping.signal,
    sessions,
    createWorld,
    worldNamed: options.worldsOnDemand === true ? ensured : found,
    routeNames: (world) => routeNamesOf(services, world),
    allowHosts: options.allowHosts ?? [],
    isAllowed,
  });
  const config = creation.defaultConfig();
  const openFor = (name: string, request: HttpRequest) =>
    options.worldsOnDemand === true && isAdmitted(services, request, config)
      ? ensured(name, limited)
      : limited(name);
  const app = createApp({
    services: [...services, control],
    answering: answerUnderFaults,
    opener: openUnderFaults,
    frameFilter: filterFrames,
    worldNamed: openFor,
    loadedWorld: engine.world,
    ...omitUndefined({ admission: tenants?.limiter }),
    onRequest: (world) => {
      pacing.onRequest(world);
      return engine.keepAwake(world);
    },
    onSocket: (world, peer) => {
      const onClose = [
        pacing.onSocket(world),
        sockets.join(world, peer),
        engine.keepAwake(world),
        metrics.onSocket(),
      ];
      return () => {
        for (const close of onClose) close();
      };
    },
    hooks: recordings.hooks,
    requestMeter: metrics.requests,
    ...(journal === undefined ? {} : { observeRequest: journal.begin }),
  });
  const node = shared?.start({
    engine: { ...engine, open: limited },
    // Creates worlds, too, so that a request is forwarded if another node has just created its world.
    open(name, placed) {
      if (options.worldsOnDemand !== true || engine.world(name) !== undefined) return limited(name);
      const request = requestOf({ ...placed, origin: '', body: emptyBytes });
      return control.mayCreateWorld(request) ? ensured(name, limited) : openFor(name, request);
    },
    mayForward: (placed) => credentials.mayForward(placed),
    onHeldAgain: sender.sendQueued,
    isPinned: (name) => recordings.hooks.has(name),
    onStoreAway(error) {
      try {
        options.onStoreAway?.(error);
      } catch (thrown) {
        warnOfWork(thrown);
      }
    },
  });
  const endStreams = () => {
    stopping.abort();
    node?.endStreams();
  };
  isOpen = true;
  ttl?.start();
  const sleepTimers = startSleepTimers(engine, host.monotonicMs, options.sleepAfterMs, warnOfWork);
  return {
    engine,
    app,
    recordings,
    token,
    worlds: createWorlds(engine, createWorld),
    requests,
    forwarding: node?.forwarding,
    nodes: shared?.control,
    drain: async () => node?.drain(),
    endStreams,
    async close() {
      endStreams();
      pacing.stop();
      sleepTimers.stop();
      sender.close();
      await reports?.settled();
      await ttl?.stop();
      await engine.close(); // commits and records what is pending
      await recordings.close(); // unless the store has closed them
      await replays.close();
      engine.endStreams(); // recordings have followed them up to their ends
      await closeServices(services);
    },
  };
}

/** A store that notes recordings is closed after them, so that it has their ends: by then all is stored. */
function closedAfter(endRecordings: () => Promise<void>, store: EventStore): EventStore {
  if (store.recordings === undefined) return store;
  return {
    ...store,
    async close() {
      await endRecordings();
      await store.close();
    },
  };
}

/** The world `default`, which another node may serve, or create at the same time. */
async function ensureDefault(engine: Engine, createWorld: CreateWorld): Promise<void> {
  try {
    if ((await engine.open('default')) === undefined) await createWorld({ name: 'default' });
  } catch (error) {
    const isThere = error instanceof StoreError && error.code === 'name-taken';
    if (!isThere && !(error instanceof WorldElsewhere)) throw error;
  }
}

/** Throws StoreError 'unavailable' if the store cannot note when worlds are used. */
function ttlOf(engine: Engine, ttlMs: number | undefined): WorldTtl | undefined {
  if (ttlMs === undefined) return undefined;
  const { uses } = engine.store;
  if (uses !== undefined) return new WorldTtl(engine, uses, ttlMs, warnOfWork);
  throw new StoreError(
    'unavailable',
    'This store cannot note when worlds are used: omit `worldTtlMs`.',
  );
}

/** The options, whose defaults of worlds are read already. */
type WithoutDefaults = Omit<RepriseOptions, 'defaults'>;

function senderOf(
  { outboundHosts = [], ...options }: WithoutDefaults,
  maySend: () => boolean,
): Sender {
  return createSender({
    post: options.post ?? createPost(outboundHosts),
    callEndpoint: options.callEndpoint ?? createCallEndpoint(outboundHosts),
    waitMs: options.outboundWaitMs ?? outboundWaitMsDefault,
    maySend,
  });
}

/** The request journal with its reports and its control; all undefined where they are off. */
function journalOf(
  { journal: isKept = true, onRequest }: WithoutDefaults,
  engine: Engine,
  services: readonly Service[],
) {
  const context = renderContext(engine.store, services);
  const reports = onRequest && reportRequests(onRequest, context);
  if (!isKept) return { reports, journal: undefined, requests: undefined };
  const journal = new RequestJournal({ onJournaled: reports?.onJournaled });
  return { reports, journal, requests: createRequestControl({ engine, journal, context }) };
}

/** An observer's error stops nothing, so it would go unnoticed without a warning. */
function warn(error: unknown, world: string | undefined): void {
  const of = world === undefined ? 'the engine' : `world '${world}'`;
  process.emitWarning(
    `An observer of ${of} failed and was unsubscribed: ${textOf(error)}`,
    'ObserverWarning',
  );
}

/** Of work between requests, such as waking worlds: it goes on with the next. */
function warnOfWork(error: unknown): void {
  process.emitWarning(`Work between requests failed: ${textOf(error)}`, 'RepriseWarning');
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

let temporaryFolder: string | undefined;
/** The numbers of recordings by world: a tenant sees no others counted. */
const temporaryFiles = new Map<string, number>();

function temporaryFile(world: string): string {
  temporaryFolder ??= mkdtempSync(join(tmpdir(), 'reprise-'));
  const number = (temporaryFiles.get(world) ?? 0) + 1;
  temporaryFiles.set(world, number);
  return join(temporaryFolder, `${world}-${number}.jsonl`);
}

/** Whether a request has credentials for its service in a world with this configuration, and no page of another origin sends it. */
function isAdmitted(services: readonly Service[], request: HttpRequest, config: Config): boolean {
  if (isCrossOrigin(request)) return false;
  const { name } = services.find(({ owns }) => owns(request.path)) ?? {};
  return modules.find((module) => module.name === name)?.admits(request, config) ?? false;
}
