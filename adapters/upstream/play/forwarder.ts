// Sends what is not in a recording to a server that answers it, and keeps both if a recording is continued.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type { Connector } from '../relay/connector.ts';
import { pathOf, targetAt, type Destination, type CursorPlace } from '../relay/destination.ts';
import { HttpRelay } from '../relay/http-relay.ts';
import { SocketRelay } from '../relay/socket-relay.ts';
import type { TrafficLog } from '../relay/traffic-log.ts';
import type { Upstreams } from '../upstreams.ts';

/** A request that is not in the recording. */
export interface MissedRequest {
  readonly cursorName: string;
  /** Path and query, without the name of a cursor. */
  readonly url: string;
  /** Scheme, host and the prefix of the cursor, as the client knows the service. */
  readonly base: string;
  /** Where in the recording its client is. */
  readonly place: CursorPlace;
}

export interface ForwarderOptions {
  /** The servers that answer the clients of a cursor, by path. */
  readonly upstreamsOf: (cursorName: string) => Upstreams;
  readonly connector: Connector;
  readonly log: TrafficLog;
  /** Whether requests are recorded where they come in the recording that is played. */
  readonly isContinued: boolean;
}

export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #http: HttpRelay;
  readonly #sockets: SocketRelay;

  constructor(options: ForwarderOptions) {
    const { log, connector } = options;
    this.#options = options;
    this.#http = new HttpRelay(log, connector);
    this.#sockets = new SocketRelay(log, connector);
  }

  /** Returns false if no server is for its path. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    missed: MissedRequest,
    body: Buffer,
  ): boolean {
    const to = this.#destinationOf(missed);
    if (to === undefined) return false;
    this.#http.relay(request, response, to, Readable.from(body.length === 0 ? [] : [body]));
    return true;
  }

  /** Returns false if no server is for its path. */
  open(request: IncomingMessage, stream: Duplex, head: Buffer, missed: MissedRequest): boolean {
    const to = this.#destinationOf(missed);
    if (to === undefined) return false;
    this.#sockets.relay(request, stream, head, to);
    return true;
  }

  closeSockets(): void {
    this.#sockets.close();
  }

  #destinationOf({ cursorName, url, base, place }: MissedRequest): Destination | undefined {
    const { upstreamsOf, isContinued } = this.#options;
    const upstream = upstreamsOf(cursorName).at(pathOf(url));
    if (upstream === undefined) return undefined;
    const target = targetAt(upstream, url);
    const to: Destination = { kind: 'http.request', base, upstream, target, url };
    return isContinued ? { ...to, place } : to;
  }
}
