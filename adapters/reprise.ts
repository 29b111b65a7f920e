// Composes the program: an engine over a store, paced by the clock of the host, behind the routes of all services.

import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, omitUndefined, wallet, type Engine, type Host } from '../core/index.ts';
import { frameTries } from './faults/frame-tries.ts';
import { filterFrames } from './faults/frames.ts';
import { answerUnderFaults, openUnderFaults } from './faults/inject.ts';
import { seedCommands } from './fixture/seed-commands.ts';
import { worldsMax } from './protocol/limits.ts';
import { createApp, type App } from './protocol/app.ts';
import { isCrossOrigin } from './hosts/node/host-name.ts';
import { createMemoryStore } from './stores/memory/event-store.ts';
import { checkedRepriseOptions, type RepriseOptions } from './reprise-options.ts';
import { createWorlds, type Worlds } from './worlds.ts';
import type { RequestControl } from './contracts/request-control.ts';
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
import { createSender, outboundWaitMsDefault, type Sender } from './outbound/sender.ts';
import { nodeHash } from './node-hash.ts';
import { whenIdle } from './pacing/when-idle.ts';
import { startPacing, type Pacing } from './pacing/pacing.ts';
import { Recordings } from './recording/record/recordings.ts';
import { loopPhases } from './loop-phases.ts';
import { WorldCreation } from './world-creation.ts';
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
  await wallet.curveLoaded; // ten times as fast as the one before
  const { version = 'embedded', host = nodeHost, onBroken, onDamaged } = options;
  const { store = createMemoryStore(), token = randomBytes(24).toString('base64url') } = options;
  const sender = senderOf(options);
  const isAllowed = allowing(options.outboundHosts ?? []);
  const services = modules.map((module) =>
    module.create({ ...omitUndefined({ rsaBits: options.rsaBits }), isAllowed }),
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
  const creation = new WorldCreation(engine, options.defaults);
  const createWorld = (spec: WorldSpec) => creation.create(spec);
  if ((await engine.open('default')) === undefined) await createWorld({ name: 'default' });
  sender.follow(engine);
  const pacing = options.isPaced === false ? noPacing : startPacing(engine, host.monotonicMs);
  const stopping = new AbortController();
  const endStreams = () => stopping.abort();
  const ensured = (name: string) => creation.ensure(name);
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
  const { reports, journal, requests } = journalOf(options, engine, services);
  const replays = new UploadReplays();
  const control = createControlService({
    engine,
    recordings,
    replays,
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
  const config = creation.defaultConfig();
  const app = createApp({
    services: [...services, control],
    answering: answerUnderFaults,
    opener: openUnderFaults,
    frameFilter: filterFrames,
    worldNamed:
      options.worldsOnDemand === true
        ? (name, request) => (isAdmitted(services, request, config) ? ensured : engine.open)(name)
        : engine.open,
    loadedWorld: engine.world,
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
      await replays.close();
      engine.endStreams(); // recordings have followed them up to their ends
      await closeServices(services);
    },
  };
}

/** The options, whose defaults of worlds are read already. */
type WithoutDefaults = Omit<RepriseOptions, 'defaults'>;

function senderOf({ outboundHosts = [], ...options }: WithoutDefaults): Sender {
  return createSender({
    post: options.post ?? createPost(outboundHosts),
    callEndpoint: options.callEndpoint ?? createCallEndpoint(outboundHosts),
    waitMs: options.outboundWaitMs ?? outboundWaitMsDefault,
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

/** Whether a request has credentials for its service in a world with this configuration, and no page of another origin sends it. */
function isAdmitted(services: readonly Service[], request: HttpRequest, config: Config): boolean {
  if (isCrossOrigin(request)) return false;
  const { name } = services.find(({ owns }) => owns(request.path)) ?? {};
  return modules.find((module) => module.name === name)?.admits(request, config) ?? false;
}
