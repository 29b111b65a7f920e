// Finds the route that a request with an unknown path or method may have meant.

import { distanceOf } from './similar-names.ts';

/** The cost of another method; that of a segment that is missing, surplus or unlike is 1. */
const methodCost = 0.5;
/** The cost of a parameter, so that literal segments take precedence. */
const parameterCost = 0.05;
const costMax = 2;
/** The characters of a segment that are compared. */
const segmentCharsMax = 64;

/** The route with the most similar path and method, such as `POST /v1/w3s/walletSets`; undefined if none is similar. */
export function nearestRoute(
  method: string,
  path: string,
  routes: readonly string[],
): string | undefined {
  const parsed = routes.map(parsedRoute);
  const segmentsMax = costMax + Math.max(0, ...parsed.map(({ segments }) => segments.length));
  const given = segmentsOf(path, segmentsMax);
  if (given.length > segmentsMax) return undefined;
  const cost = segmentCosts(given);
  let nearest: string | undefined;
  let least = Infinity;
  for (const { route, method: routeMethod, segments } of parsed) {
    if (Math.abs(segments.length - given.length) > costMax) continue;
    const whole = pathCost(given, segments, cost) + (routeMethod === method ? 0 : methodCost);
    if (whole <= costMax && whole < least && isAlike(given, segments, cost)) {
      nearest = route;
      least = whole;
    }
  }
  return nearest;
}

/** The cost of a segment of the path, by its index, in place of one of a route. */
type SegmentCosts = (index: number, target: string) => number;

/** Each pair is compared once: many routes have the same segments. */
function segmentCosts(given: readonly string[]): SegmentCosts {
  const known = given.map(() => new Map<string, number>());
  return (index, target) => {
    const costs = known[index];
    const before = costs?.get(target);
    if (before !== undefined) return before;
    const cost = segmentCost(given[index] ?? '', target);
    costs?.set(target, cost);
    return cost;
  };
}

function parsedRoute(route: string) {
  const [method = '', path = ''] = route.split(' ');
  return { route, method, segments: segmentsOf(path) };
}

/** The segments of a path that are not empty; one more than asked for if there are more. */
function segmentsOf(path: string, max = Infinity): readonly string[] {
  const segments: string[] = [];
  for (let start = 0; start < path.length && segments.length <= max;) {
    const slash = path.indexOf('/', start);
    const end = slash === -1 ? path.length : slash;
    if (end > start) {
      segments.push(path.slice(start, Math.min(end, start + segmentCharsMax)).toLowerCase());
    }
    start = end + 1;
  }
  return segments;
}

/** The least cost of changing one list of segments into the other. */
function pathCost(given: readonly string[], route: readonly string[], cost: SegmentCosts): number {
  let row = Array.from({ length: route.length + 1 }, (_, column) => column);
  for (const index of given.keys()) {
    const next = [index + 1];
    for (const [column, target] of route.entries()) {
      const changed = (row[column] ?? 0) + cost(index, target);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** From 0 for equal segments to 1 for those without a resemblance. */
function segmentCost(given: string, target: string): number {
  if (given === target) return 0;
  if (target.startsWith(':')) return parameterCost;
  const length = Math.max(given.length, target.length);
  const surplus = Math.abs(given.length - target.length); // the distance is 1 for a part of the target
  if (surplus / length > alikeMax) return 1;
  const share = Math.max(distanceOf(given, target), surplus) / length;
  return share <= alikeMax ? share : 1;
}

/** The part of a segment that may differ. */
const alikeMax = 0.5;

/** Whether a literal segment of the route is in the path, or resembles one: parameters alone are no resemblance. */
function isAlike(given: readonly string[], route: readonly string[], cost: SegmentCosts): boolean {
  const isLiteral = (target: string) => !target.startsWith(':') && !/^v\d+$/.test(target);
  return route.some(
    (target) => isLiteral(target) && given.some((_segment, index) => cost(index, target) < 1),
  );
}
