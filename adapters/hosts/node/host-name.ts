// Checks Host and Origin headers. A page of another site can reach the loopback by its own DNS name (rebinding), so a server
// on the loopback accepts only names of this machine and those that the operator allows.

import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../loopback.ts';
import { rememberingLast } from '../../remembering-last.ts';
import type { HttpRequest } from '../../protocol/messages.ts';

/** A name or an address and a port (RFC 9112 section 3.2): no user, path, query or fragment. */
const hostForm = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** The name in a Host header, in lower case and without its port; undefined if the header is malformed. */
export const hostNameOf = rememberingLast((host: string) =>
  hostForm.exec(host)?.[1]?.toLowerCase(),
);

/** The name in an Origin header; undefined for `null` and for other schemes than http(s). */
export function originNameOf(origin: string): string | undefined {
  return hostNameOf(/^https?:\/\/(.*)$/i.exec(origin)?.[1] ?? '');
}

/** Whether a name is one of this machine, or allowed by the operator. */
export function isAllowedName(name: string | undefined, allowHosts: readonly string[]): boolean {
  if (name === undefined) return false;
  return isLoopback(name) || allowHosts.some((allowed) => allowed.toLowerCase() === name);
}

/** The reason to refuse a request at any address: its Host is missing, malformed or ambiguous. */
export function hostFlawOf({
  httpVersion,
  headers: { host },
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'headers' | 'rawHeaders'>): string | undefined {
  if (host === undefined) {
    return httpVersion === '1.1' ? 'The request names no Host.' : undefined;
  }
  if (hostNameOf(host) === undefined) return 'The Host is not a name with an optional port.';
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 'The request names more than one Host.' : undefined;
}

/** The reason why a server on the loopback refuses a Host. */
export function hostRefusal(host: string): string {
  return `The Host '${host.slice(0, 100)}' is not allowed here. Start the server with --allow-host to allow it.`;
}

/** Whether a page of another origin sends a request, by the headers of its browser. */
export function isCrossOrigin({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  const { host, origin, referer, 'sec-fetch-site': site = 'none' } = headers;
  if (site !== 'same-origin' && site !== 'none') return true;
  const page = origin ?? referer; // older browsers send no Origin with an image or a form
  return page !== undefined && page.replace(pageOrigin, '$1') !== host;
}

/** A page's scheme, its host, and what follows. */
const pageOrigin = /^https?:\/\/([^/?#]*).*$/is;
