// What the routes of the control plane work with, and the error that they answer with.

import type { Engine, World } from '../../core/index.ts';
import type { HttpRequest } from '../http/messages.ts';
import type { Params } from '../http/routes/route.ts';
import type { SessionBook } from '../http/channel.ts';
import type { WorldSpec } from '../world-spec.ts';
import type { RecordingControl } from './recording-control.ts';
import type { OpenStreams } from './open-streams.ts';

export interface ControlOptions {
  readonly engine: Engine;
  readonly token: string;
  readonly version: string;
  /** Aborted when the server stops: what would go on for ever ends then. */
  readonly stopping: AbortSignal;
  /** Names by which the control plane may be called, besides those of the loopback. */
  readonly allowHosts: readonly string[];
  /** The sessions of all services. */
  readonly sessions: readonly SessionBook[];
  readonly recordings: RecordingControl;
  /** Creates a world; omitted members default to the server's startup flags. */
  readonly createWorld: CreateWorld;
}

export type CreateWorld = (spec: WorldSpec) => Promise<World>;

export interface ControlCall {
  readonly request: HttpRequest;
  /** The world that it is about, where somebody follows what is done to it. */
  readonly followed: World | undefined;
  readonly options: ControlOptions;
  readonly streams: OpenStreams;
}

/** A refusal in the control plane's own form. */
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

/** The world that a path names. Throws ControlError if there is none. */
export function worldOf({ options, followed }: ControlCall, params: Params): World {
  const name = params['w'] ?? '';
  if (followed?.record.name === name) return followed;
  const world = options.engine.world(name);
  if (world !== undefined) return world;
  const names = options.engine
    .records()
    .slice(0, 10)
    .map((record) => record.name);
  throw new ControlError(
    404,
    'world-unknown',
    `There is no world '${name.slice(0, 64)}'; there are: ${names.join(', ')}.`,
  );
}
