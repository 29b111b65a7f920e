// Where a relayed request goes, and as what it is recorded.

import type { Upstream } from '../upstreams.ts';

/** Where services post their webhooks at the proxy. */
export const webhookPath = '/__reprise/webhook';

export interface Destination {
  /** The base that the client knows; links to it are links to the upstream. */
  readonly base: string;
  readonly upstream: Upstream;
  /** The path and query at the upstream. */
  readonly target: string;
  readonly kind: 'http.request' | 'webhook.request';
  /** The path and query that are recorded. */
  readonly url: string;
  /** Of a request that a playback does not have: it is recorded as the one after this place, which moves to it. */
  readonly place?: CursorPlace;
}

/** Where in a recording a client is: the number of the entry that it has come to; 0 at the start. */
export interface CursorPlace {
  entry: number;
}

/** The path and query at an upstream whose URL may have a path of its own. */
export function targetAt({ base }: Upstream, url: string): string {
  const { pathname } = new URL(base);
  return `${pathname === '/' ? '' : pathname}${url}`;
}

/** A path without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
