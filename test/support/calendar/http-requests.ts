// Requests to the calendar as plain objects.

import { defaultSite } from '../../../adapters/services/calendar/config.ts';
import type { CalendarRouteContext } from '../../../adapters/services/calendar/route-context.ts';
import { linksBelow } from '../../../adapters/services/calendar/links.ts';
import type { HttpRequest } from '../../../adapters/protocol/messages.ts';

export interface RequestParts {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export const pages = { perPage: 10, perPageMax: 50 };

export function httpRequest({
  method = 'GET',
  path = '/calendar/events/v1/events',
  query = '',
  type,
  headers = {},
  body = Buffer.alloc(0),
}: RequestParts): HttpRequest {
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    body,
    baseUrl: 'http://reprise.test',
    worldName: 'default',
  };
}

export function json(value: unknown) {
  return { method: 'POST', type: 'application/json', body: Buffer.from(JSON.stringify(value)) };
}

export function urlencoded(text: string) {
  return { method: 'POST', type: 'application/x-www-form-urlencoded', body: Buffer.from(text) };
}

/** A list call in a world that throws on any access. */
export function contextWithoutWorld(sent: CalendarRouteContext['sent']): CalendarRouteContext {
  const world = new Proxy({} as CalendarRouteContext['world'], {
    get() {
      throw new Error('The world was looked at.');
    },
  });
  const links = linksBelow('http://reprise.test');
  return {
    request: httpRequest({}),
    world,
    site: defaultSite,
    caller: 'anonymous',
    links,
    sent,
    routes: [],
  };
}
