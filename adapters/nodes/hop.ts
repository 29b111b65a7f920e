// What nodes tell each other with the requests that they forward.

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { reservedFor, type ReservedFor } from './reservation.ts';

/** Has the secret of the nodes; only a node sends it. */
const hopHeader = 'x-reprise-node';
/** The receiving node keeps the world for this request. */
const reservedHeader = 'x-reprise-reserved';

export type HopHeaders = Readonly<Record<string, string>>;

/** Who has sent a request, as far as it matters to where it is answered. */
export interface Hop {
  /** See Lookup. */
  readonly lookup: 'first' | 'hop' | 'reserved';
  /** The other node only asks for the world of this request. */
  readonly reserves?: ReservedFor | undefined;
}

/**
 * What has become of a request that was sent to another node.
 * - `answered`: the client gets the answer of the other node.
 * - `misdirected`: that node does not serve the world.
 * - `unreachable`: nothing could be sent to that node.
 * - `cut`: the connection broke before the answer.
 * - `abandoned`: the client is gone.
 */
export type Forwarded = 'answered' | 'misdirected' | 'unreachable' | 'cut' | 'abandoned';

export class Hops {
  readonly #secret: string;

  /** `secret`: what all nodes of a store know, and nobody else. */
  constructor(secret: string) {
    this.#secret = secret;
  }

  headers(isReserved = false): HopHeaders {
    const hop = { [hopHeader]: this.#secret };
    return isReserved ? { ...hop, [reservedHeader]: '1' } : hop;
  }

  /** Reads the headers, and removes them from a request: they would be recorded otherwise. */
  take(request: IncomingMessage): Hop {
    const { headers } = request;
    const given = headers[hopHeader];
    delete headers[hopHeader];
    if (typeof given !== 'string' || !isEqual(given, this.#secret)) return { lookup: 'first' };
    const isReserved = headers[reservedHeader] !== undefined;
    delete headers[reservedHeader];
    return { lookup: isReserved ? 'reserved' : 'hop', reserves: reservedFor(request) };
  }
}

function isEqual(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
