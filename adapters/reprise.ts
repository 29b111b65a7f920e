// Composes the program: an engine over a store, paced by the clock of the host, behind the routes of all services.

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  changedClock,
  openEngine,
  type Engine,
  type Host,
  type World,
  type WorldRecord,
  omitUndefined,
  wallet,
} from '../core/index.ts';
import { frameTries } from './faults/frame-tries.ts';
import { filterFrames } from './faults/frames.ts';
import { answerUnderFaults, openUnderFaults } from './faults/inject.ts';
import { preparedFixture } from './fixture/prepare.ts';
import { seedCommands, storedFixture } from './fixture/seed-commands.ts';
import { worldsMax } from './protocol/limits.ts';
import { createApp, type App } from './protocol/app.ts';
import { isCrossOrigin } from './hosts/node/host-name.ts';
import { worldNamePattern } from './protocol/world-name.ts';
import { createMemoryStore } from './stores/memory/event-store.ts';
import {
  checkedRepriseOptions,
  type RecordDefaults,
  type RepriseOptions,
} from './reprise-options.ts';
import { createWorlds, type Worlds } from './worlds.ts';
import type { RequestControl } from './contracts/request-control.ts';
import type { ControlOptions } from './contracts/control-call.ts';
import { createControlService } from './control/service.ts';
import type { HttpRequest } from './protocol/messages.ts';
import { createRequestControl } from './journal/request-control.ts';
import { reportRequests } from './journal/report-requests.ts';
import { RequestJournal } from './journal/request-journal.ts';
import { renderContext } from './journal/request-view.ts';
import { closeServices, oraclesOf, routeNamesOf, type Service } from './protocol/service.ts';
import { createCallEndpoint } from './outbound/call-endpoint.ts';
import { allowing } from './outbound/http-request.ts';
import { createPost } from './outbound/post.ts';
import { createSender, outboundWaitMsDefault } from './outbound/sender.ts';
import { nodeHash } from './node-hash.ts';
import { whenIdle } from './pacing/when-idle.ts';
import { startPacing, type Pacing } from './pacing/pacing.ts';
import { Recordings } from './recording/record/recordings.ts';
import { loopPhases } from './loop-phases.ts';
import { changedSettings, defaultConfig } from './world-config.ts';
import { services as modules } from './services/index.ts';
import type { Config, WorldSpec } from './contracts/world-spec.ts';
import { monotonicMs } from './host-timers.ts';

export type { RepriseOptions } from './reprise-options.ts';

export interface Reprise {
  readonly engine: Engine;
  readonly app: App;
  readonly recordings: Recordings;
  /** The token of the control plane. */
  readonly token: string;
  readonly worlds: Worlds;
  /** The last requests of each world; undefined without a journal. */
  readonly requests: RequestControl | undefined;
  /** Ends all streams and refuses new ones, so that a server can stop. */
  readonly endStreams: () => void;
  /** Ends open event streams, commits what is pending, closes the store, and completes all observables. */
  readonly close: () => Promise<void>;
}

/** 2026-01-01T00:00:00Z, the default epoch of worlds (design section 3). */
export const epochMsDefault = 1_767_225_600_000;
export const seedDefault = 'reprise';
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
  await wallet.curveLoaded; // ten times as fast as the one before
  const { version = 'embedded', host = nodeHost, onBroken, onDamaged } = options;
  const { store = createMemoryStore(), token = randomBytes(24).toString('base64url') } = options;
  const sender = createSender({
    post: options.post ?? createPost(options.outboundHosts ?? []),
    callEndpoint: options.callEndpoint ?? createCallEndpoint(options.outboundHosts ?? []),
    waitMs: options.outboundWaitMs ?? outboundWaitMsDefault,
  });
  const isAllowed = allowing(options.outboundHosts ?? []);
  const services = modules.map((module) =>
    module.create({
      ...omitUndefined({ rsaBits: options.rsaBits }),
      isAllowed,
    }),
  );
  let isOpen = false;
  const engine = await openEngine({
    store,
    host,
    worldsMax,
    seedCommands,
    loads: 'on-demand',
    hasWork: sender.hasPending,
    outbound: sender.outbound,
    oracles: oraclesOf(services),
    reactions: [frameTries(services)],
    ...(onBroken === undefined ? {} : { onBroken }),
    onObserverFailed: options.onObserverFailed ?? warn,
    onDamaged: (error) => {
      if (isOpen) onDamaged?.(error); // until then, the start fails with it
    },
  });
  const createWorld = async (spec: WorldSpec) =>
    engine.create(recordOf(await preparedSpec(spec), options.defaults ?? {}));
  if ((await engine.open('default')) === undefined) await createWorld({ name: 'default' });
  sender.follow(engine);
  const ensured = onDemand(engine, createWorld);
  const pacing = options.isPaced === false ? noPacing : startPacing(engine, host.monotonicMs);
  const stopping = new AbortController();
  const endStreams = () => stopping.abort();
  const sessions = services.flatMap((service) => service.sessions ?? []);
  const recordings = new Recordings({
    engine,
    sessions,
    writtenBy: `reprise ${version}`,
    services: services.map(({ name }) => name),
    rsaBits: options.rsaBits ?? 2048,
    newFile: options.newRecordingFile ?? temporaryFile,
    now: options.now ?? (() => new Date()),
    ...(options.onRecordingEnded === undefined ? {} : { onEnded: options.onRecordingEnded }),
  });
  const context = renderContext(store, services);
  const reports = options.onRequest && reportRequests(options.onRequest, context);
  const journal =
    options.journal === false
      ? undefined
      : new RequestJournal({ onJournaled: reports?.onJournaled });
  const requests = journal && createRequestControl({ engine, journal, context });
  const control = createControlService({
    engine,
    recordings,
    requests,
    token,
    version,
    stopping: stopping.signal,
    sessions,
    createWorld,
    worldNamed: options.worldsOnDemand === true ? ensured : engine.open,
    routeNames: (world) => routeNamesOf(services, world),
    allowHosts: options.allowHosts ?? [],
    isAllowed,
  });
  const config = recordOf({ name: 'any' }, options.defaults ?? {}).config as Config;
  const app = createApp({
    services: [...services, control],
    answering: answerUnderFaults,
    opener: openUnderFaults,
    frameFilter: filterFrames,
    worldNamed:
      options.worldsOnDemand === true
        ? (name, request) => (isAdmitted(services, request, config) ? ensured : engine.open)(name)
        : engine.open,
    loadedWorld: (name) => engine.world(name),
    onRequest: pacing.onRequest,
    onSocket: pacing.onSocket,
    hooks: recordings.hooks,
    ...(journal === undefined ? {} : { observeRequest: journal.begin }),
  });
  isOpen = true;
  engine.loadInBackground();
  return {
    engine,
    app,
    recordings,
    token,
    worlds: createWorlds(engine, createWorld),
    requests,
    endStreams,
    async close() {
      endStreams();
      pacing.stop();
      sender.close();
      await reports?.settled();
      await engine.close(); // commits and records what is pending
      await recordings.close();
      engine.endStreams(); // recordings have followed them up to their ends
      await closeServices(services);
    },
  };
}

/** An observer's error stops nothing, so it would go unnoticed without a warning. */
function warn(error: unknown, world: string | undefined): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const of = world === undefined ? 'the engine' : `world '${world}'`;
  process.emitWarning(
    `An observer of ${of} failed and was unsubscribed: ${text}`,
    'ObserverWarning',
  );
}

let temporaryFolder: string | undefined;
let temporaryFiles = 0;

function temporaryFile(world: string): string {
  temporaryFolder ??= mkdtempSync(join(tmpdir(), 'reprise-'));
  temporaryFiles += 1;
  return join(temporaryFolder, `${world}-${temporaryFiles}.jsonl`);
}

async function preparedSpec(spec: WorldSpec): Promise<WorldSpec> {
  const { fixture } = spec;
  if (fixture === undefined || fixture === null) return spec;
  return { ...spec, fixture: await preparedFixture(fixture, undefined) };
}

function recordOf(spec: WorldSpec, defaults: RecordDefaults): WorldRecord {
  const { ids = 'ordinal', config = defaultConfig } = defaults;
  const own = spec.fixture ?? undefined;
  const fixture = spec.fixture === undefined ? defaults.fixture : own && storedFixture(own);
  const settings = changedSettings({ ids, config }, own?.config ?? {});
  return {
    name: spec.name,
    seed: spec.seed ?? defaults.seed ?? seedDefault,
    epochMs: spec.epochMs ?? defaults.epochMs ?? epochMsDefault,
    clock: changedClock({ mode: 'real', rate: 1 }, spec.clock ?? defaults.clock ?? {}),
    ...changedSettings(settings, spec.config ?? {}),
    ...(fixture === undefined ? {} : { fixture }),
  };
}

/** Finds a world, or creates it once, if the name is one of a world. */
function onDemand(
  engine: Engine,
  createWorld: (spec: WorldSpec) => Promise<World>,
): ControlOptions['worldNamed'] {
  const creating = new Map<string, Promise<World>>();
  return (name) => {
    const known = engine.open(name) ?? creating.get(name);
    if (known !== undefined || !worldNamePattern.test(name)) return known;
    const created = createWorld({ name, seed: name }).finally(() => creating.delete(name));
    creating.set(name, created);
    return created;
  };
}

/** Whether a request has credentials for its service in a world with this configuration, and no page of another origin sends it. */
function isAdmitted(services: readonly Service[], request: HttpRequest, config: Config): boolean {
  if (isCrossOrigin(request)) return false;
  const { name } = services.find(({ owns }) => owns(request.path)) ?? {};
  return modules.find((module) => module.name === name)?.admits(request, config) ?? false;
}
