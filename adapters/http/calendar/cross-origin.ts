// What every answer tells browsers and other clients, as the original's site does (reference/calendar.md section 1.3).

import type { HttpRequest } from '../table.ts';

/** The headers of all answers. A page of another site is told that it may ask, with whatever method it likes. */
export function sharedHeaders({
  headers: { origin },
  baseUrl,
}: Pick<HttpRequest, 'headers' | 'baseUrl'>): Readonly<Record<string, string>> {
  if (baseUrl !== last.baseUrl || origin !== last.origin) {
    last = { baseUrl, origin, headers: headersFor(baseUrl, origin) };
  }
  return last.headers;
}

function headersFor(baseUrl: string, origin: string | undefined): Record<string, string> {
  return {
    Link: `<${baseUrl}/wp-json/>; rel="https://api.w.org/"`,
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Expose-Headers':
      'X-WP-Total, X-WP-TotalPages, Link, X-TEC-Total, X-TEC-TotalPages',
    'Access-Control-Allow-Headers':
      'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    ...(origin === undefined ? {} : allowed(origin)),
  };
}

/** Clients stay with one site mostly. */
let last: {
  readonly baseUrl: string;
  readonly origin: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
} = { baseUrl: '', origin: undefined, headers: headersFor('', undefined) };

function allowed(origin: string) {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  };
}
