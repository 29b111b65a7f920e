// Finds the faults that match a request: by service, route, and values in the body.

import { faults, jsonIn, type Json, type World } from '../../core/index.ts';
import { hasTooManyParameters } from './form-size.ts';
import type { HttpRequest } from './messages.ts';
import { pathMatcher } from './path-pattern.ts';

/** A request, to a service or by one; or an upgrade, with the method `WS`, and the frames behind it. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
  /** The parsed body; undefined if it cannot be parsed. */
  readonly body: () => unknown;
}

/** The method of upgrades in routes and events. */
export const upgradeMethod = 'WS';

export function requestTarget(request: HttpRequest): FaultTarget {
  const { method, path } = request;
  return { method, path, body: bodyReader(request) };
}

/** A frame of a socket at this path; `text` is null for a binary one. */
export function frameTarget(path: string, text: string | null): FaultTarget {
  let parsed: { readonly value: unknown } | undefined;
  return {
    method: upgradeMethod,
    path,
    body: () => {
      parsed ??= { value: text === null ? undefined : jsonIn(text) };
      return parsed.value;
    },
  };
}

/** The ids of the faults of these kinds that may strike a request, in the order in which they are tried; null if there are none. */
export function matchingFaults(
  world: Pick<World, 'peek'>,
  kinds: readonly faults.FaultKind[],
  service: string,
  targetOf: () => FaultTarget,
): readonly string[] | null {
  const open = openFaultsOf(world, kinds);
  if (open.length === 0) return null;
  const target = targetOf();
  const matching = open.filter((fault) => isMatch(fault, service, target));
  return matching.length === 0 ? null : matching.map(({ id }) => id);
}

/** The faults of these kinds that may strike still, in the order in which they are tried. */
function openFaultsOf(
  world: Pick<World, 'peek'>,
  kinds: readonly faults.FaultKind[],
): readonly faults.Fault[] {
  const open = world.peek(openFaults);
  return open.length === 0 ? open : open.filter(({ effect }) => kinds.includes(effect.kind));
}

function openFaults(states: Parameters<Parameters<World['peek']>[0]>[0]): readonly faults.Fault[] {
  return faults.openFaultsView(states.faults);
}

/** Whether a fault is for a request: by service, route, and values in the body. */
export function isMatch(
  fault: faults.Fault,
  service: string,
  { method, path, body }: FaultTarget,
): boolean {
  if (fault.service !== undefined && fault.service !== service) return false;
  if (fault.route !== undefined && !isOnRoute(fault.route, method, path)) return false;
  const { json } = fault.when;
  return (
    json === undefined ||
    Object.entries(json).every(([at, value]) => isEqual(memberAt(body(), at), value))
  );
}

/** The method of a route, if it has one, and its pattern of paths. */
export function partsOf(route: string): {
  readonly method: string | undefined;
  readonly pattern: string;
} {
  const space = route.indexOf(' ');
  const method = space === -1 ? undefined : route.slice(0, space);
  return { method, pattern: route.slice(space + 1) };
}

function isOnRoute(route: string, method: string, path: string): boolean {
  const on = partsOf(route);
  return (on.method === undefined || on.method === method) && pathMatcher(on.pattern)(path);
}

/** Parses the body at most once: JSON, or the fields of a form; undefined if it is neither. */
function bodyReader({ headers, body }: HttpRequest): () => unknown {
  let parsed: { readonly value: unknown } | undefined;
  return () => {
    parsed ??= { value: bodyValue(headers['content-type'] ?? '', body.toString()) };
    return parsed.value;
  };
}

function bodyValue(type: string, text: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return hasTooManyParameters(text) ? undefined : Object.fromEntries(new URLSearchParams(text));
  }
  return jsonIn(text);
}

/** The value at a path such as `feeLevel` or `amounts.0`; undefined if there is none. */
function memberAt(value: unknown, path: string): unknown {
  let at = value;
  for (let start = 0; start <= path.length;) {
    const dot = path.indexOf('.', start);
    const end = dot === -1 ? path.length : dot;
    const name = path.slice(start, end);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
    start = end + 1;
  }
  return at;
}

/** Whether two values of JSON are the same; objects regardless of the order of their members. As long as the expected one at most. */
function isEqual(actual: unknown, expected: Json | undefined): boolean {
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(actual) !== Array.isArray(expected)) return false;
  const names = Object.keys(expected);
  return hasCount(actual, names.length) && names.every((name) => hasEqual(actual, name, expected));
}

function hasEqual(actual: object, name: string, expected: object): boolean {
  const valueOf = (of: object) => (of as Readonly<Record<string, Json>>)[name];
  return Object.hasOwn(actual, name) && isEqual(valueOf(actual), valueOf(expected));
}

function hasCount(value: object, count: number): boolean {
  return (Array.isArray(value) ? value.length : memberCountOf(value)) === count;
}

/** Counted once for all faults: a body may have hundreds of thousands of members. */
const memberCounts = new WeakMap<object, number>();

function memberCountOf(value: object): number {
  const known = memberCounts.get(value);
  if (known !== undefined) return known;
  const count = Object.keys(value).length;
  memberCounts.set(value, count);
  return count;
}
