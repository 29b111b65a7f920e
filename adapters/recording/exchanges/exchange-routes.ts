// The routes of recorded exchanges, as the request journal names them; the nearest route of a request that has none.

import { nearestRoute } from '../../nearest-route.ts';
import type { Exchange } from '../../contracts/exchange.ts';
import { ServiceRoutes } from '../../services/service-routes.ts';
import { withoutWorld } from '../diff/volatile.ts';

type Routed = Pick<Exchange, 'route' | 'nearest'>;

/** In place of the method, in the calendar. */
const methodHeader = 'x-http-method-override';

/** Unmatched requests whose nearest route is remembered: finding it compares all routes. */
const nearestMax = 10_000;

let routes: ServiceRoutes | undefined;
/** By method and path. */
const nearest = new Map<string, string | undefined>();

/** Of a request or socket of a service. Nothing of the control plane, or of a webhook. */
export function routeOfExchange({ kind, service, method, url, request }: Exchange): Routed {
  if (kind !== 'http' && kind !== 'socket') return {};
  routes ??= new ServiceRoutes();
  const own = withoutWorld(url);
  const headers = { [methodHeader]: request?.headers?.[methodHeader] };
  const route =
    kind === 'socket'
      ? routes.channelOf({ service, url: own })
      : routes.routeOf({ service, method, url: own, headers });
  if (route !== undefined) return { route };
  const near = nearestOf(routes, kind === 'socket' ? 'WS' : method, own.replace(/\?.*$/s, ''));
  return near === undefined ? { route: null } : { route: null, nearest: near };
}

function nearestOf({ names }: ServiceRoutes, method: string, path: string): string | undefined {
  const key = `${method} ${path}`;
  if (nearest.has(key)) return nearest.get(key);
  if (nearest.size >= nearestMax) nearest.clear();
  const found = nearestRoute(method, path, names);
  nearest.set(key, found);
  return found;
}
