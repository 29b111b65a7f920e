// Warns of faults at a path that no route serves: they strike only requests that are answered with an error.

import { faults } from '../../core/index.ts';
import { partsOf } from '../protocol/matching-faults.ts';
import { haveCommonPath } from '../protocol/path-pattern.ts';
import { nearestRoute } from '../nearest-route.ts';
import type { FaultBody } from './wire.ts';

/** Undefined for a fault at the path of a route. `routeNames`: as `GET /v1/w3s/wallets/:id`. */
export function routeWarning(
  { kind, route }: Pick<FaultBody, 'kind' | 'route'>,
  routeNames: readonly string[],
): string | undefined {
  const isOfRequests = (faults.requestFaultKinds as readonly string[]).includes(kind);
  if (route === undefined || !isOfRequests) return undefined;
  const { method, pattern } = partsOf(route);
  const isServed = routeNames.some((name) => {
    const served = partsOf(name);
    const isMethod = method === undefined || method === served.method || isRead(method, served);
    return isMethod && haveCommonPath(served.pattern.replaceAll(/:\w+/g, '*'), pattern);
  });
  if (isServed) return undefined;
  const nearest = nearestRoute(method ?? '', pattern, routeNames);
  const hint = nearest === undefined ? '' : ` The nearest is ${nearest}.`;
  return `No route is at ${route}: the fault strikes requests that are answered with an error.${hint}`;
}

/** HEAD is answered as GET. */
function isRead(method: string, served: { readonly method: string | undefined }): boolean {
  return method === 'HEAD' && served.method === 'GET';
}
