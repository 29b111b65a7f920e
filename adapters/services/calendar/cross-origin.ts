// Headers of all responses: API discovery and CORS (reference/calendar.md section 1.3).

import type { HttpRequest } from '../../protocol/messages.ts';

/** Pages of other origins may use every method, but send cookies and stored credentials only with `corsCredentials`. */
export function sharedHeaders(
  { headers: { origin }, baseUrl }: Pick<HttpRequest, 'headers' | 'baseUrl'>,
  withCredentials: boolean,
): Record<string, string> {
  const headers = {
    Link: `<${baseUrl}/wp-json/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Expose-Headers':
      'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages',
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  };
  return origin === undefined ? headers : { ...headers, ...allowed(origin, withCredentials) };
}

function allowed(origin: string, withCredentials: boolean) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    ...(withCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    Vary: 'Origin',
  };
}
