// Routes as data, and their look-up by method and path.

import type { HttpResponse } from './messages.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Params = Readonly<Record<string, string>>;

export interface Route<Context> {
  readonly method: Method;
  /** Segments; one that starts with a colon is a parameter. Literal segments win over parameters. */
  readonly path: string;
  readonly handle: (context: Context, params: Params) => Promise<HttpResponse> | HttpResponse;
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
