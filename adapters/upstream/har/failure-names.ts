// The names that Chrome gives to failed requests, in the member `_error` of a response.

import type { Failure } from '../../recording/format/proxy-entries.ts';

const chromeNames: Readonly<Record<Failure, string>> = {
  refused: 'net::ERR_CONNECTION_REFUSED',
  'unknown-host': 'net::ERR_NAME_NOT_RESOLVED',
  unreachable: 'net::ERR_ADDRESS_UNREACHABLE',
  tls: 'net::ERR_SSL_PROTOCOL_ERROR',
  timeout: 'net::ERR_CONNECTION_TIMED_OUT',
  closed: 'net::ERR_CONNECTION_CLOSED',
  reset: 'net::ERR_CONNECTION_RESET',
  malformed: 'net::ERR_INVALID_HTTP_RESPONSE',
  cancelled: 'net::ERR_ABORTED',
};

/** Further names, of Chrome and Firefox. */
const otherNames: readonly (readonly [pattern: RegExp, failure: Failure])[] = [
  [/UNKNOWN_HOST|NAME_(?:NOT_RESOLVED|RESOLUTION)/, 'unknown-host'],
  [/UNREACHABLE|INTERNET_DISCONNECTED|OFFLINE/, 'unreachable'],
  [/CERT_|SSL_|TLS_|SEC_ERROR/, 'tls'],
  [/TIMED_OUT|TIMEOUT/, 'timeout'],
  [/REFUSED/, 'refused'],
  [
    /CLOSED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|CONTENT_LENGTH_MISMATCH|PARTIAL_TRANSFER|INTERRUPT/,
    'closed',
  ],
  [/ABORTED/, 'cancelled'],
];

export function nameOfFailure(failure: Failure): string {
  return chromeNames[failure];
}

/** A connection that broke, if nothing better is known: a client sees a blocked request as that. */
export function failureNamed(name: string | null | undefined): Failure {
  const known = Object.entries(chromeNames).find(([, chromeName]) => chromeName === name);
  if (known !== undefined) return known[0] as Failure;
  return otherNames.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? 'reset';
}
