// The contract of an emulated service: the paths that it owns, and how it answers requests and opens WebSockets.

import type { Envelope, Oracles, States, World } from '../../core/index.ts';
import type { Channel, Opening, Peer, Session, SessionBook, UpgradeRequest } from './channel.ts';
import { worldNameCharsMax } from './limits.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** Has a service answer a request of a world; never rejects. */
export type Answering = (
  service: Service,
  request: HttpRequest,
  world: World | undefined,
) => Promise<HttpResponse>;

/** Has a channel of a service open a session for an upgrade. */
export type Opener = (
  service: Service,
  channel: Channel,
  request: UpgradeRequest,
  world: World,
  peer: Peer,
) => Opening | Promise<Opening>;

/** A WebSocket as it is opened. */
export interface NewSocket {
  readonly service: Service;
  readonly path: string;
  readonly world: World;
  readonly peer: Peer;
}

/** Stands between a client and its session. */
export interface FrameFilter {
  /** The client's end, for the session. */
  readonly peer: Peer;
  /** The session, for the client. Called once it is open; `conn`: its number. */
  readonly session: (session: Session, conn: number | undefined) => Session;
}

/** The error message of requests to a world that does not exist. */
export function unknownWorldMessage({ worldName }: Pick<HttpRequest, 'worldName'>): string {
  return `There is no world named '${worldName.slice(0, worldNameCharsMax)}'. Make it with POST /__reprise/worlds`;
}

/** The frames of one event, in order. */
export interface SentFrames {
  /** The channel's path. */
  readonly path: string;
  /** The number of the session among those of its service. */
  readonly conn: number | undefined;
  /** The text of each; null for a binary one. */
  readonly frames: readonly (string | null)[];
}

/** The parts of a request by which its route is found. */
export type RoutedRequest = Pick<HttpRequest, 'method' | 'path' | 'query' | 'headers'>;

/** One of the services behind the port: the paths that it owns and how it answers them. */
export interface Service {
  readonly name: string;
  readonly owns: (path: string) => boolean;
  /** Whether its requests go to the world of their prefix or header. */
  readonly isInWorld: boolean;
  /** Whether it serves a page at a path that no service owns, as `/`. Embedding applications keep their own pages there. */
  readonly hasPageAt?: (path: string) => boolean;
  /** Reads what `subjectOf`, `needsBody` and `answer` need to know; undefined if they know it. Never rejects. */
  readonly prepare?: (request: HttpRequest) => Promise<void> | undefined;
  /** Of a service that is not in a world, such as the control plane: the name of the world that an authorized request concerns. */
  readonly subjectOf?: (request: HttpRequest) => string | undefined;
  /** False if the answer is known without the body, as when the credentials are refused. Absent: always true. */
  readonly needsBody?: (request: HttpRequest, world: World | undefined) => boolean;
  /** `world` is undefined if it is unknown, or the service is not in a world. Never rejects. */
  readonly answer: (request: HttpRequest, world: World | undefined) => Promise<HttpResponse>;
  /**
   * The error response, in the service's form, to a request that was refused before. `world` is the one that the request
   * names; undefined if it is not loaded, or the service is not in a world. `code`: in place of that of the status.
   */
  readonly refuse: (
    request: HttpRequest,
    status: number,
    message: string,
    world: World | undefined,
    code?: string | number,
  ) => HttpResponse;
  /** The name of the route that answers a request, such as `GET /v1/w3s/wallets/:id`; undefined if there is none. */
  readonly routeOf?: (request: RoutedRequest, world: World | undefined) => string | undefined;
  /** The names of all routes, and of channels as `WS /v1/listen`. */
  readonly routeNames?: (world: World | undefined) => readonly string[];
  /** A header with a new id, for a response that is of no service; clients of each look for their own. */
  readonly idHeader?: () => Readonly<Record<string, string>>;
  /**
   * The WebSocket channel at a path of the service. Channels always have a world. The first service with channels refuses
   * the upgrades at paths that no service owns.
   */
  readonly channelAt?: (path: string) => Channel | undefined;
  /** Present if its channels have sessions that outlive their sockets. */
  readonly sessions?: SessionBook;
  /** The frames that an event of its domain sends to a client, as a function of its arguments; undefined if it sends none. */
  readonly framesOf?: (envelope: Envelope, states: States) => SentFrames | undefined;
  /** Slow pure work of its domain. */
  readonly oracles?: Oracles;
  /** Ends what the service has started, such as threads. */
  readonly close?: () => Promise<void>;
}

/** The oracles of all services, by name. */
export function oraclesOf(services: readonly Service[]): Oracles {
  return Object.assign({}, ...services.map(({ oracles }) => oracles)) as Oracles;
}

/** The names of all routes of a world. */
export function routeNamesOf(
  services: readonly Service[],
  world: World | undefined,
): readonly string[] {
  return services.flatMap(({ routeNames }) => routeNames?.(world) ?? []);
}

/** Ends what services have started. */
export async function closeServices(services: readonly Service[]): Promise<void> {
  await Promise.all(services.map(async ({ close }) => close?.()));
}
