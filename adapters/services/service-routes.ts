// The routes that recorded requests mean, in a world with the default settings.

import type { HttpRequest } from '../protocol/messages.ts';
import { routeNamesOf, type Service } from '../protocol/service.ts';
import { services as modules } from './index.ts';

export interface RoutableRequest {
  readonly service: string;
  readonly method: string;
  /** With its query, without the name of a world. */
  readonly url: string;
  /** Lower-case names. Default: none. */
  readonly headers?: HttpRequest['headers'];
}

export class ServiceRoutes {
  readonly #services: readonly Service[] = modules.map((module) => module.create({})); // threads start on use
  /** Of all services, and of their channels as `WS /v1/listen`. */
  readonly names: readonly string[] = routeNamesOf(this.#services, undefined);

  /** Such as `GET /v1/w3s/wallets/:id`; undefined if no route answers it. */
  routeOf({ service, method, url, headers = {} }: RoutableRequest): string | undefined {
    const [path = '', query = ''] = url.split('?', 2);
    const request = { method, path, query: new URLSearchParams(query), headers };
    return this.#named(service)?.routeOf?.(request, undefined);
  }

  /** Such as `WS /v1/listen`; undefined if there is no channel. */
  channelOf({ service, url }: Pick<RoutableRequest, 'service' | 'url'>): string | undefined {
    const [path = ''] = url.split('?', 1);
    return this.#named(service)?.channelAt?.(path) && `WS ${path}`;
  }

  #named(name: string): Service | undefined {
    return this.#services.find((service) => service.name === name);
  }
}
