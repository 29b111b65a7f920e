// The routes of recorded requests, as the request journal names them; the nearest route of a request that has none.

import { nearestRoute } from '../../nearest-route.ts';
import type { Exchange } from '../../contracts/exchange.ts';
import { routeNamesOf, type Service } from '../../protocol/service.ts';
import { services as modules } from '../../services/index.ts';
import { withoutWorld } from '../diff/volatile.ts';

type Routed = Pick<Exchange, 'route' | 'nearest'>;

class ExchangeRoutes {
  readonly #services: readonly Service[] = modules.map((module) => module.create({})); // threads start on use
  readonly #names = routeNamesOf(this.#services, undefined);
  /** By all that they follow from. */
  readonly #known = new Map<string, Routed>();

  of({ kind, service, method, url, request: sent }: Exchange): Routed {
    const [path = '', query = ''] = withoutWorld(url).split('?', 2);
    const asked = kind === 'socket' ? 'WS' : method;
    const override = sent?.headers?.[methodHeader];
    const key = JSON.stringify([service, asked, path, query, override]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const owner = this.#services.find(({ name }) => name === service);
    const headers = { [methodHeader]: override };
    const request = { method, path, query: new URLSearchParams(query), headers };
    const route =
      kind === 'socket'
        ? owner?.channelAt?.(path) && `WS ${path}`
        : owner?.routeOf?.(request, undefined);
    const routed = route === undefined ? this.#unmatched(asked, path) : { route };
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(key, routed);
    return routed;
  }

  #unmatched(method: string, path: string): Routed {
    const nearest = nearestRoute(method, path, this.#names);
    return nearest === undefined ? { route: null } : { route: null, nearest };
  }
}

/** In place of the method, in the calendar. */
const methodHeader = 'x-http-method-override';

/** Requests whose routes are remembered. */
const knownMax = 10_000;

let routes: ExchangeRoutes | undefined;

/** Of a request or socket of a service, in a world with the default settings. Nothing of the control plane, or of a webhook. */
export function routeOfExchange(exchange: Exchange): Routed {
  if (exchange.kind !== 'http' && exchange.kind !== 'socket') return {};
  routes ??= new ExchangeRoutes();
  return routes.of(exchange);
}
