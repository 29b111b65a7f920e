// Names what messages and their fields are instances of: the route of a request, and a path without the places in lists.

import type { ClientItem } from '../recording/diff/client-items.ts';
import { withoutMarks } from '../recording/diff/numeric-ids.ts';
import { ServiceRoutes } from '../services/service-routes.ts';

/** The names of operations: routes of requests, and the types of frames. */
export class OperationNames {
  readonly #routes = new ServiceRoutes();

  of({ channel, title: marked }: ClientItem): string {
    const title = withoutMarks(marked);
    const [, method, url] = /^([A-Z]+) (\/.*)$/s.exec(title) ?? [];
    if (method === undefined || url === undefined) {
      const isWebhook = title.startsWith('webhook ');
      const [name = ''] = channel.split('#', 1);
      return isWebhook ? title.split(' ', 2).join(' ') : `${name} ${title}`;
    }
    const [path = ''] = url.split('?', 1);
    return this.#routes.routeOf({ service: channel, method, url }) ?? `${method} ${path}`;
  }
}

/** Such as `body.data.wallets.*.state` for the state of any wallet of a list. */
export function fieldKind(path: string): string {
  return path.replace(/^answer\./, '').replaceAll(/\.\d+(?=\.|$)/g, '.*');
}
