// Routes as data: method, path, and a function from a plain request to a plain response. Knows no framework; the hosts
// translate to and from theirs.

import type { World } from '../../core/index.ts';
import type { Channel, SessionBook } from './channel.ts';
import type { Facts } from './tap.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface HttpRequest {
  readonly method: string;
  /** Below the world's prefix, with one leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** What the client put in front of the path: scheme, host and prefix. Links start with it. */
  readonly baseUrl: string;
  /** The world that the client named, or `default`. */
  readonly worldName: string;
  /** What is known of its secrets already, or is to be known later; see tap.ts. */
  readonly facts?: Facts;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for answers without one. */
  readonly body?: string;
  /** Instead of a body: the bytes of a file that is no text. */
  readonly bytes?: Buffer;
  /** Instead of a body: an answer without a foreseeable end. A host that has such an answer calls it, once, whatever happens. */
  readonly stream?: StreamTexts;
}

/** Texts to write one by one, each when the one before was taken. They end soon after `gone`: the reader is not there any more. */
export type StreamTexts = (gone: AbortSignal) => AsyncIterable<string>;

export type Params = Readonly<Record<string, string>>;

export interface Route<Context> {
  readonly method: Method;
  /** Segments; one that starts with a colon is a parameter. Literal segments win over parameters. */
  readonly path: string;
  readonly handle: (context: Context, params: Params) => Promise<HttpResponse> | HttpResponse;
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

export interface Match<R> {
  readonly route: R;
  readonly params: Params;
}

interface Node<R> {
  readonly literal: Map<string, Node<R>>;
  parameter?: { readonly name: string; readonly node: Node<R> };
  readonly routes: Map<string, R>;
}

/** A look-up by method and path. Where nothing fits it gives the methods that the path has, none if there is no such path. */
export function createRouter<Context, R extends Route<Context> = Route<Context>>(
  routes: readonly R[],
): (method: string, path: string) => Match<R> | readonly string[] {
  const root = newNode<R>();
  for (const route of routes) plant(root, route);
  return (method, path) => {
    const params: Record<string, string> = {};
    const node = walk(root, segmentsOf(path), 0, params);
    const route = node?.routes.get(method);
    return route === undefined ? [...(node?.routes.keys() ?? [])] : { route, params };
  };
}

/** An answer with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

function newNode<R>(): Node<R> {
  return { literal: new Map(), routes: new Map() };
}

function plant<R extends Pick<Route<never>, 'method' | 'path'>>(root: Node<R>, route: R): void {
  let node = root;
  for (const segment of segmentsOf(route.path)) {
    if (segment.startsWith(':')) {
      node.parameter ??= { name: segment.slice(1), node: newNode() };
      node = node.parameter.node;
    } else {
      let next = node.literal.get(segment);
      if (next === undefined) node.literal.set(segment, (next = newNode()));
      node = next;
    }
  }
  node.routes.set(route.method, route);
}

function walk<R>(
  node: Node<R>,
  segments: readonly string[],
  depth: number,
  params: Record<string, string>,
): Node<R> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.routes.size > 0 ? node : undefined;
  const literal = node.literal.get(segment);
  const found = literal === undefined ? undefined : walk(literal, segments, depth + 1, params);
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  const below = walk(node.parameter.node, segments, depth + 1, params);
  if (below !== undefined) params[node.parameter.name] = decoded(segment);
  return below;
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
