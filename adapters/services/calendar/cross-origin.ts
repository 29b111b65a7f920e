// What every answer tells browsers and other clients, as the original's site does (reference/calendar.md section 1.3).

import type { HttpRequest } from '../../http/messages.ts';

/**
 * CORS headers of all responses: pages of other origins may use every method, and send cookies and stored credentials only
 * where the setting `corsCredentials` is on.
 */
export function sharedHeaders(
  { headers: { origin }, baseUrl }: Pick<HttpRequest, 'headers' | 'baseUrl'>,
  withCredentials: boolean,
): Readonly<Record<string, string>> {
  const isLast =
    baseUrl === last.baseUrl && origin === last.origin && withCredentials === last.withCredentials;
  if (!isLast) {
    const headers = headersFor(baseUrl, origin, withCredentials);
    last = { baseUrl, origin, withCredentials, headers };
  }
  return last.headers;
}

function headersFor(
  baseUrl: string,
  origin: string | undefined,
  withCredentials: boolean,
): Record<string, string> {
  return {
    Link: `<${baseUrl}/wp-json/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Expose-Headers':
      'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages',
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...(origin === undefined ? {} : allowed(origin, withCredentials)),
  };
}

/** Clients stay with one site mostly. */
let last: {
  readonly baseUrl: string;
  readonly origin: string | undefined;
  readonly withCredentials: boolean;
  readonly headers: Readonly<Record<string, string>>;
} = {
  baseUrl: '',
  origin: undefined,
  withCredentials: false,
  headers: headersFor('', undefined, false),
};

function allowed(origin: string, withCredentials: boolean) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    ...(withCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    Vary: 'Origin',
  };
}
