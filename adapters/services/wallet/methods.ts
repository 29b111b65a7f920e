// Methods that routes do not list: HEAD as GET, OPTIONS with the allowed methods, 405 for others.

import type { HttpResponse } from '../../protocol/messages.ts';
import { plainFailure } from './errors.ts';

/** The method of the route that answers a request. */
export function routeMethodOf(method: string): string {
  return method === 'HEAD' ? 'GET' : method;
}

/** The response for a path that has routes, but none of the method. */
export function methodNotRouted(
  method: string,
  path: string,
  known: readonly string[],
): HttpResponse {
  const allowed = [...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const headers = { Allow: allowed };
  if (method === 'OPTIONS') return { status: 204, headers };
  const message = `${path.slice(0, 200)} takes ${allowed}, not ${method}`;
  const refused = plainFailure(405, message);
  return { ...refused, headers: { ...refused.headers, ...headers } };
}
