// Sends what is not in a recording to a server that answers it, and keeps both if a recording is continued.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Readable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Connector } from '../relay/connector.ts';
import { pathOf, targetAt, type Destination, type CursorPlace } from '../relay/destination.ts';
import { HttpRelay } from '../relay/http-relay.ts';
import { SocketRelay } from '../relay/socket-relay.ts';
import type { TrafficLog } from '../relay/traffic-log.ts';
import type { Upstreams } from '../upstreams.ts';
import type { Traffic } from '../traffic.ts';
import { SocketTakeover, type LeftSocket } from './socket-takeover.ts';

/** A request that is not in the recording. */
export interface MissedRequest {
  readonly cursorName: string;
  /** Path and query, without the name of a cursor. */
  readonly url: string;
  /** Scheme, host and the prefix of the cursor, as the client knows the service. */
  readonly base: string;
  /** Where in the recording its client is. */
  readonly place: CursorPlace;
  /** What its client may have seen so far. */
  readonly shown: readonly ShownTraffic[];
}

/** A socket of which a frame is not in the recording. */
export interface MissedSocket extends Pick<MissedRequest, 'cursorName'> {
  /** The number of data frames that its client was played. */
  readonly playedCount: number;
}

/** The traffic of a played recording, of which the entries before one count. */
export interface ShownTraffic {
  readonly traffic: Traffic;
  readonly before: number;
}

export interface ForwarderOptions {
  /** The servers that answer the client, by path. */
  readonly upstreamsOf: (missed: MissedRequest) => Promise<Upstreams>;
  /** Whether clients stay with these servers after their first request that is not in the recording. */
  readonly isLasting: boolean;
  /** Resolves once the server has answered what it was sent so far in place of a recording, or its socket has closed. */
  readonly awaitAnswers: (server: WebSocket, missed: MissedSocket) => Promise<void>;
  readonly connector: Connector;
  readonly log: TrafficLog;
  /** Whether requests are recorded where they come in the recording that is played. */
  readonly isContinued: boolean;
}

export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #http: HttpRelay;
  readonly #sockets: SocketRelay;
  readonly #takeovers = new Set<SocketTakeover>();
  /** The names of cursors. */
  readonly #takenOver = new Set<string>();

  constructor(options: ForwarderOptions) {
    const { log, connector } = options;
    this.#options = options;
    this.#http = new HttpRelay(log, connector);
    this.#sockets = new SocketRelay(log, connector);
  }

  /** Whether a client is answered whatever the recording has. */
  hasTakenOver(cursorName: string): boolean {
    return this.#takenOver.has(cursorName);
  }

  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    missed: MissedRequest,
    body: Buffer,
  ): Promise<void> {
    const to = await this.#destinationOf(missed);
    this.#http.relay(request, response, to, Readable.from(body.length === 0 ? [] : [body]));
  }

  async open(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    missed: MissedRequest,
  ): Promise<void> {
    this.#sockets.relay(request, stream, head, await this.#destinationOf(missed));
  }

  /**
   * Goes on with a socket from a frame that is not in the recording. `request`: its handshake. Rejects with a sentence if no server
   * does.
   */
  async takeOver(request: IncomingMessage, missed: MissedRequest, left: LeftSocket): Promise<void> {
    const { log, connector, awaitAnswers } = this.#options;
    const takeover = new SocketTakeover(left, log);
    this.#takeovers.add(takeover);
    left.client.socket.once('close', () => this.#takeovers.delete(takeover));
    const { cursorName } = missed;
    const { playedCount } = left;
    const to = await this.#destinationOf(missed);
    await takeover.goOn(request, to, connector, (server) =>
      awaitAnswers(server, { cursorName, playedCount }),
    );
  }

  closeSockets(): void {
    this.#sockets.close();
    for (const takeover of this.#takeovers) takeover.close();
  }

  /** Ends what is under way; what has passed is recorded. */
  close(): void {
    this.#http.close();
  }

  async #destinationOf(missed: MissedRequest): Promise<Destination> {
    const { upstreamsOf, isContinued, isLasting } = this.#options;
    const { cursorName, url, base, place } = missed;
    if (isLasting) this.#takenOver.add(cursorName);
    const upstream = (await upstreamsOf(missed)).at(pathOf(url));
    if (upstream === undefined) throw new Error(`No server is for ${url}.`);
    const target = targetAt(upstream, url);
    const to: Destination = { kind: 'http.request', base, upstream, target, url };
    return isContinued ? { ...to, place } : to;
  }
}
