// Names what messages and their fields are instances of: the route of a request, and a path without the places in lists.

import type { ClientItem } from '../recording/diff/client-items.ts';
import { withoutMarks } from '../recording/diff/numeric-ids.ts';
import { services } from '../services/index.ts';

/** The names of operations: routes of requests, and the types of frames. */
export class OperationNames {
  readonly #services = services.map((module) => ({
    name: module.name,
    service: module.create({}), // threads start on use
  }));

  of({ channel, title: marked }: ClientItem): string {
    const title = withoutMarks(marked);
    const [, method, url] = /^([A-Z]+) (\/.*)$/s.exec(title) ?? [];
    if (method === undefined || url === undefined) {
      const isWebhook = title.startsWith('webhook ');
      const [name = ''] = channel.split('#', 1);
      return isWebhook ? title.split(' ', 2).join(' ') : `${name} ${title}`;
    }
    const [path = '', query = ''] = url.split('?', 2);
    const service = this.#services.find(({ name }) => name === channel)?.service;
    const request = { method, path, query: new URLSearchParams(query), headers: {} };
    return service?.routeOf?.(request, undefined) ?? `${method} ${path}`;
  }
}

/** Such as `body.data.wallets.*.state` for the state of any wallet of a list. */
export function fieldKind(path: string): string {
  return path.replace(/^answer\./, '').replaceAll(/\.\d+(?=\.|$)/g, '.*');
}
