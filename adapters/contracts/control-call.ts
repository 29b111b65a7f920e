// The context of control routes (request, engine, options of the server) and their error.

import type { Engine, World } from '../../core/index.ts';
import type { HttpRequest } from '../protocol/messages.ts';
import type { Params } from '../protocol/routes/route.ts';
import type { SessionBook } from '../protocol/channel.ts';
import type { WorldSpec } from './world-spec.ts';
import type { RecordingControl } from './recording-control.ts';
import type { ReplayControl } from './replay-control.ts';
import type { RequestControl } from './request-control.ts';
import { noneNamed } from '../wording.ts';

export interface ControlOptions {
  readonly engine: Engine;
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
  /** Undefined without a request journal. */
  readonly requests: RequestControl | undefined;
  /** Finds a world that a request names, and loads it; creates it where worlds are created on demand. */
  readonly worldNamed: (name: string) => World | undefined | Promise<World | undefined>;
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

/** The world that a path names. Throws ControlError if there is none. */
export function worldOf(call: ControlCall, params: Params): World {
  const { options, observedWorld } = call;
  const name = params['w'] ?? '';
  if (observedWorld?.record.name === name) return observedWorld;
  const world = options.engine.world(name);
  if (world === undefined) throw unknownWorld(call, name);
  return world;
}

export function unknownWorld({ options }: ControlCall, name: string): ControlError {
  const names = options.engine.records().map((record) => record.name);
  const message = noneNamed('world', name, names, worldsShownMax);
  return new ControlError(404, 'world-unknown', message);
}
