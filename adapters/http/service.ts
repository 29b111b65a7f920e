// The contract of an emulated service: the paths that it owns, and how it answers requests and opens WebSockets.

import type { World } from '../../core/index.ts';
import type { Channel, SessionBook } from './channel.ts';
import { worldNameCharsMax } from './limits.ts';
import type { HttpRequest, HttpResponse } from './messages.ts';

/** The error message of requests to a world that does not exist. */
export function unknownWorldMessage({ worldName }: Pick<HttpRequest, 'worldName'>): string {
  return `There is no world named '${worldName.slice(0, worldNameCharsMax)}'. Make it with POST /__reprise/worlds`;
}

/** One of the services behind the port: the paths that it owns and how it answers them. */
export interface Service {
  readonly name: string;
  readonly owns: (path: string) => boolean;
  /** Its requests are for the world that they name by prefix or header. */
  readonly isInWorld: boolean;
  /** Whether it shows a page where no service owns the path, as `/`. An application that embeds this one keeps its own pages. */
  readonly hasPageAt?: (path: string) => boolean;
  /** Else the name of the world that a request is about, if it is about one and is let in. */
  readonly subjectOf?: (request: HttpRequest) => string | undefined;
  /** Whether an answer depends on the body: not if the credentials are refused whatever it says. Absent: always. */
  readonly needsBody?: (request: HttpRequest, world: World | undefined) => boolean;
  /** `world` is undefined if there is none of the name, or it need not be known. Never rejects. */
  readonly answer: (request: HttpRequest, world: World | undefined) => Promise<HttpResponse>;
  /** The service's form of what was refused before it was asked. */
  readonly refuse: (request: HttpRequest, status: number, message: string) => HttpResponse;
  /** The WebSocket channel at a path that it owns. Channels are always of a world. */
  readonly channelAt?: (path: string) => Channel | undefined;
  /** Where its channels have sessions that outlive their sockets. */
  readonly sessions?: SessionBook;
}
