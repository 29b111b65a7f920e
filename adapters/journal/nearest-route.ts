// Finds the route that a request with an unknown path or method may have meant.

import { distanceOf } from '../similar-names.ts';

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
  const given = segmentsOf(path);
  let nearest: string | undefined;
  let least = Infinity;
  for (const route of routes) {
    const [routeMethod = '', routePath = ''] = route.split(' ');
    const segments = segmentsOf(routePath);
    if (Math.abs(segments.length - given.length) > costMax) continue;
    const cost = pathCost(given, segments) + (routeMethod === method ? 0 : methodCost);
    if (cost <= costMax && cost < least && isAlike(given, segments)) {
      nearest = route;
      least = cost;
    }
  }
  return nearest;
}

function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.slice(0, segmentCharsMax).toLowerCase());
}

/** The least cost of changing one list of segments into the other. */
function pathCost(given: readonly string[], route: readonly string[]): number {
  let row = Array.from({ length: route.length + 1 }, (_, column) => column);
  for (const [index, segment] of given.entries()) {
    const next = [index + 1];
    for (const [column, target] of route.entries()) {
      const changed = (row[column] ?? 0) + segmentCost(segment, target);
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
  const surplus = Math.abs(given.length - target.length); // the distance is 1 for a part of the target
  const distance = Math.max(distanceOf(given, target), surplus);
  const share = distance / Math.max(given.length, target.length);
  return share <= 0.5 ? share : 1;
}

/** Whether a literal segment of the route is in the path, or resembles one: parameters alone are no resemblance. */
function isAlike(given: readonly string[], route: readonly string[]): boolean {
  const isLiteral = (target: string) => !target.startsWith(':') && !/^v\d+$/.test(target);
  return route.some(
    (target) => isLiteral(target) && given.some((segment) => segmentCost(segment, target) < 1),
  );
}
