// The context of control routes (request, engine, options of the server) and their error.

import { StoreError, type Engine, type EventStore, type World } from '../../core/index.ts';
import type { HttpRequest } from '../protocol/messages.ts';
import type { Params } from '../protocol/routes/route.ts';
import type { SessionBook } from '../protocol/channel.ts';
import type { WorldSpec } from './world-spec.ts';
import type { MetricsControl } from './metrics-control.ts';
import type { NodesControl } from './nodes-control.ts';
import type { RecordingControl } from './recording-control.ts';
import type { ReplayControl } from './replay-control.ts';
import type { RequestControl } from './request-control.ts';
import type { TenantControl } from './tenant-control.ts';
import { noneNamed } from '../wording.ts';

/** What control routes use of the store. A tenant has a view of it: see tenant-view.ts. */
export type ControlStore = Pick<EventStore, 'worlds' | 'find' | 'read' | 'events'>;

/** What control routes use of the engine. */
export interface ControlEngine extends Pick<
  Engine,
  'world' | 'open' | 'keepAwake' | 'refusalOf' | 'fork' | 'reset' | 'remove' | 'state'
> {
  readonly store: ControlStore;
}

export interface ControlOptions {
  readonly engine: ControlEngine;
  readonly token: string;
  readonly version: string;
  /** Aborted when the server stops, to end streams. */
  readonly stopping: AbortSignal;
  /** Host names under which the control plane may be called, besides those of the loopback. */
  readonly allowHosts: readonly string[];
  /** Whether requests may be sent to a host. */
  readonly isAllowed: (hostname: string) => boolean;
  /** The names of all routes of a world, such as `GET /v1/w3s/wallets/:id`. */
  readonly routeNames: (world: World) => readonly string[];
  /** The sessions of all services. */
  readonly sessions: readonly SessionBook[];
  readonly recordings: RecordingControl;
  readonly replays: ReplayControl;
  readonly metrics: MetricsControl;
  /** Undefined if the store is for one process. */
  readonly nodes: NodesControl | undefined;
  /** Undefined if the store has no tenants. */
  readonly tenants: TenantControl | undefined;
  /** Undefined without a request journal. */
  readonly requests: RequestControl | undefined;
  /**
   * Finds a world that a request names, and wakes it; creates it where worlds are created on demand. `open`: wakes it; default: as
   * the engine does.
   */
  readonly worldNamed: (
    name: string,
    open?: Engine['open'],
  ) => World | undefined | Promise<World | undefined>;
  /** Creates a world; omitted members default to the server's startup flags. */
  readonly createWorld: CreateWorld;
}

/** One open stream. */
export interface StreamSlot {
  /** Aborted when the stream is to end. */
  readonly ended: AbortSignal;
  /** Ends the stream and frees its slot. */
  readonly end: () => void;
}

export interface OpenStreams {
  /** Opens a stream. Throws OverloadError if there are too many, or the server stops. */
  readonly open: () => StreamSlot;
}

export type CreateWorld = (spec: WorldSpec) => Promise<World>;

export interface ControlCall {
  readonly request: HttpRequest;
  /** The world of the request as an observer sees it; undefined if it is not recorded or replayed. */
  readonly observedWorld: World | undefined;
  readonly options: ControlOptions;
  readonly streams: OpenStreams;
}

/** An error response of the control plane. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The most names of worlds in an error. */
const worldsShownMax = 10;

/** The world that a path names, which is awake. */
export function worldOf(call: ControlCall, params: Params): World {
  const { options, observedWorld } = call;
  const name = params['w'] ?? '';
  if (observedWorld?.record.name === name) return observedWorld;
  const world = options.engine.world(name);
  if (world !== undefined) return world;
  throw new StoreError('unavailable', `World '${name}' has just been removed; retry.`);
}

/** Names other worlds, the first of all. */
export async function unknownWorld({ options }: ControlCall, name: string): Promise<ControlError> {
  const records = await options.engine.store.worlds({ limit: worldsShownMax + 1 });
  const names = records.map((record) => record.name);
  const message = noneNamed('world', name, names, worldsShownMax);
  return new ControlError(404, 'world-unknown', message);
}
