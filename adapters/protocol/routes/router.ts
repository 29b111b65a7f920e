// Finds routes by path: a tree of segments.

import { decoded } from '../decoded.ts';
import type { Params, Route } from './route.ts';

/** Path parameters with another form than one segment of any text: only digits, or the rest of the path. */
export type Shapes = Readonly<Record<string, 'digits' | 'rest'>>;

type Shape = 'text' | Shapes[string];

/** All routes of one path. */
export interface RoutedPath<R> {
  /** With parameters, as in routes: `/events/:id`. */
  readonly path: string;
  readonly routes: readonly R[];
  /** All methods in the order of the routes, separated by commas. */
  readonly allow: string;
  readonly methods: readonly string[];
  readonly on: (method: string) => R | undefined;
}

export interface PathMatch<R> {
  readonly routedPath: RoutedPath<R>;
  /** Decoded. */
  readonly params: Params;
}

type Routed = Pick<Route<never>, 'methods' | 'path'>;

interface Node<R> {
  readonly literal: Map<string, Node<R>>;
  /** In order of precedence. */
  readonly parameters: Parameter<R>[];
  routedPath?: RoutedPath<R>;
}

interface Parameter<R> {
  readonly name: string;
  readonly shape: Shape;
  readonly node: Node<R>;
}

/**
 * Creates a look-up by path, which returns undefined for unknown paths. In each segment a literal takes precedence over
 * digits, digits over other text, and text over the rest of the path.
 */
export function createRouter<R extends Routed>(
  routes: readonly R[],
  shapes: Shapes = {},
): (path: string) => PathMatch<R> | undefined {
  const root = newNode<R>();
  for (const path of new Set(routes.map((route) => route.path))) {
    const ownRoutes = routes.filter((route) => route.path === path);
    nodeAt(root, path, shapes).routedPath = routedPathOf(path, ownRoutes);
  }
  return (path) => {
    const params: Record<string, string> = {};
    const routedPath = walk(root, path.split('/'), 0, params);
    return routedPath === undefined ? undefined : { routedPath, params };
  };
}

function newNode<R>(): Node<R> {
  return { literal: new Map(), parameters: [] };
}

function routedPathOf<R extends Routed>(path: string, routes: readonly R[]): RoutedPath<R> {
  const methods = routes.flatMap((route) => route.methods);
  if (new Set(methods).size < methods.length) throw new Error(`Two routes for a method at ${path}`);
  const byMethod = new Map<string, R>(
    routes.flatMap((route) => route.methods.map((method) => [method, route])),
  );
  const allow = methods.join(', ');
  return { path, routes, methods, allow, on: (method) => byMethod.get(method) };
}

function nodeAt<R>(root: Node<R>, path: string, shapes: Shapes): Node<R> {
  let node = root;
  for (const segment of path.split('/')) {
    node = segment.startsWith(':')
      ? parameterOf(node, segment.slice(1), shapes, path)
      : literalOf(node, segment);
  }
  return node;
}

function literalOf<R>({ literal }: Node<R>, segment: string): Node<R> {
  const known = literal.get(segment) ?? newNode<R>();
  literal.set(segment, known);
  return known;
}

/** Throws if another path names the parameter differently: only one of the two paths would be found. */
function parameterOf<R>(
  { parameters }: Node<R>,
  name: string,
  shapes: Shapes,
  path: string,
): Node<R> {
  const shape = (Object.hasOwn(shapes, name) ? shapes[name] : undefined) ?? 'text';
  const known = parameters.find((parameter) => parameter.shape === shape);
  if (known !== undefined && known.name !== name) {
    throw new Error(`${path} has :${name} where another path has :${known.name}`);
  }
  if (known !== undefined) return known.node;
  const node = newNode<R>();
  parameters.push({ name, shape, node });
  parameters.sort((one, other) => order.indexOf(one.shape) - order.indexOf(other.shape));
  return node;
}

const order: readonly Shape[] = ['digits', 'text', 'rest'];

function walk<R>(
  node: Node<R>,
  segments: readonly string[],
  depth: number,
  params: Record<string, string>,
): RoutedPath<R> | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.routedPath;
  const literal = node.literal.get(segment);
  const found = literal === undefined ? undefined : walk(literal, segments, depth + 1, params);
  if (found !== undefined) return found;
  for (const { name, shape, node: below } of node.parameters) {
    const text = shape === 'rest' ? segments.slice(depth).join('/') : segment;
    if (text === '' || (shape === 'digits' && !/^\d+$/.test(text))) continue;
    const routedPath =
      shape === 'rest' ? below.routedPath : walk(below, segments, depth + 1, params);
    if (routedPath === undefined) continue;
    params[name] = decoded(text);
    return routedPath;
  }
  return undefined;
}
