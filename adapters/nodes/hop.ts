// What nodes send each other beside the requests of clients: headers, and the answer that a node does not serve a world.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Has the secret of the nodes; only a node sends it. */
const secretHeader = 'x-reprise-node';
/** The receiving node has reserved the world for this request. */
const reservedHeader = 'x-reprise-reserved';
/** Has the method and the target of the request for which a world is to be reserved. */
const reservesHeader = 'x-reprise-reserves';
/** Marks an answer of the service to a request that a node has sent on. */
const servedHeader = 'x-reprise-served';
/** Where a reservation is sent. Nodes of earlier versions do nothing there. */
const reservationPath = '/__reprise/reservations';

/** The status of a node that does not serve the world of a request (RFC 9110, section 15.5.20). */
export const misdirected = 421;

/** Added to answers of the service: a fault may have that status, too. */
export const served = { [servedHeader]: '1' } as const;

export function isMisdirected({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === misdirected && headers[servedHeader] === undefined;
}

/** A request for which a world is to be reserved. */
export interface ReservedRequest {
  readonly method: string;
  readonly url: string;
}

/** Who has sent a request, as far as it matters to where it is answered. */
export interface Hop {
  /** See Lookup. */
  readonly lookup: 'first' | 'hop' | 'reserved';
  /** The other node only reserves the world of this request. */
  readonly reserves?: ReservedRequest | undefined;
}

/**
 * What has become of a request that was sent to another node.
 * - `answered`: the client gets the answer of the other node.
 * - `misdirected`: that node does not serve the world.
 * - `unreachable`: nothing could be sent to that node.
 * - `cut`: the connection was closed before the answer.
 * - `reset`: as `cut`, by a reset.
 * - `abandoned`: the client is gone.
 */
export type Forwarded = 'answered' | 'misdirected' | 'unreachable' | 'cut' | 'reset' | 'abandoned';

export class Hops {
  readonly #secret: string;

  /** `secret`: what all nodes of a store know, and nobody else. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Added to a request that is sent on. */
  headers(isReserved: boolean): Readonly<Record<string, string>> {
    const headers = { [secretHeader]: this.#secret };
    return isReserved ? { ...headers, [reservedHeader]: '1' } : headers;
  }

  /** The request that reserves the world of a request. */
  reservationOf({ method, url, headers }: IncomingMessage) {
    return {
      method: 'POST',
      path: reservationPath,
      headers: {
        ...withoutFraming(headers),
        ...this.headers(false),
        [reservesHeader]: `${method} ${url}`,
      },
    };
  }

  /** Reads the headers that a node has added, and removes them from the request: they would be recorded, or sent on. */
  read({ url, headers }: IncomingMessage): Hop {
    const {
      [secretHeader]: secret,
      [reservedHeader]: reserved,
      [reservesHeader]: reserves,
    } = headers;
    for (const name of [secretHeader, reservedHeader, reservesHeader]) delete headers[name];
    if (typeof secret !== 'string' || !isEqual(secret, this.#secret)) return { lookup: 'first' };
    const isReservation = url === reservationPath && typeof reserves === 'string';
    return {
      lookup: reserved === undefined ? 'hop' : 'reserved',
      reserves: isReservation ? targetIn(reserves) : undefined,
    };
  }
}

/** What has become of a request whose connection has failed. */
export function outcomeOf(
  { code, syscall }: NodeJS.ErrnoException,
  isConnected: boolean,
): Forwarded {
  if (!isConnected) return 'unreachable';
  // Node gives the code of a reset to a connection that was closed too early, too, but then no call of the system has failed.
  return code === 'ECONNRESET' && syscall !== undefined ? 'reset' : 'cut';
}

/** Headers of one message and its connection (RFC 9110, section 7.6.1). */
const framing = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of a request, for another message without its body. */
export function withoutFraming(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.has(name)));
}

function targetIn(reserves: string): ReservedRequest {
  const [method = '', url = ''] = reserves.split(' ', 2);
  return { method, url };
}

function isEqual(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
