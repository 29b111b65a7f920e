// Sends a request or a WebSocket on to another node, unchanged but for a header with the secret of the nodes.

import type {
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { createProxyServer } from 'http-proxy-3';
import { connecting } from './connecting.ts';
import { Hops, isMisdirected, outcomeOf, type Forwarded, type Hop } from './hop.ts';
import { connectMsMax, reserveMsMax } from './limits.ts';
import { OpenConnections } from './open-connections.ts';
import { relay } from './relay.ts';
import { reserve, type Reservation } from './reservation.ts';
import { openSocket, type Handshake } from './socket-forwarder.ts';

export interface NodeForwarder {
  /** See Hops. */
  readonly readHop: (request: IncomingMessage) => Hop;
  /** Reserves the world of a request at another node, which does not hand it over before the request comes. */
  readonly reserve: (request: IncomingMessage, address: string) => Promise<Reservation>;
  /** Unless it is answered, nothing was sent to the client. `isReserved`: whether that node has reserved the world for it. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    body: Buffer,
    isReserved: boolean,
  ) => Promise<Forwarded>;
  /** Has another node open a WebSocket. Unless it is answered, nothing was sent to the client. */
  readonly openSocket: (
    handshake: Handshake,
    address: string,
    isReserved: boolean,
  ) => Promise<Forwarded>;
  /** Cuts the connections to a node that is gone: it may never answer, as a process that was suspended. */
  readonly cutOff: (address: string) => void;
  /** Ends the event streams of other nodes, also those that begin later: their clients resume them by position. */
  readonly endStreams: () => void;
}

/** `secret`: what all nodes of a store know, and nobody else. `connectMs`: how long it may take until a node is reached. */
export function createForwarder(secret: string, connectMs = connectMsMax): NodeForwarder {
  const hops = new Hops(secret);
  // Each request has a connection of its own: one that is reused may be closed at that moment, and then it would not be known whether
  // the request was carried out.
  const proxy = createProxyServer({ selfHandleResponse: true, proxyTimeout: 0 });
  const onAnswer = new WeakMap<IncomingMessage, (answer: IncomingMessage) => void>();
  const onSent = new WeakMap<IncomingMessage, (outgoing: ClientRequest) => void>();
  proxy.on('proxyRes', (answer, request) => onAnswer.get(request)?.(answer));
  proxy.on('proxyReq', (outgoing, request) => onSent.get(request)?.(outgoing));
  proxy.on('econnreset', () => undefined); // the client is gone
  const open = new OpenConnections();
  const streams = new RelayedStreams();

  return {
    readHop: (request) => hops.read(request),
    reserve: async (request, address) =>
      reserve(hops.reservationOf(request), address, { connectMs, msMax: reserveMsMax }),
    answer: async (request, response, address, body, isReserved) =>
      new Promise((resolve) => {
        if (response.destroyed) return resolve('abandoned');
        let isConnected = () => false;
        onSent.set(request, (outgoing) => {
          outgoing.path = request.url ?? '/'; // as it came
          outgoing.once('close', open.join(address, outgoing));
          isConnected = connecting(outgoing, connectMs);
        });
        onAnswer.set(request, (answer) => {
          if (isMisdirected(answer)) {
            answer.resume();
            return resolve('misdirected');
          }
          relay(answer, response);
          streams.join(answer, response);
          resolve('answered');
        });
        response.once('close', () => resolve('abandoned'));
        frameWhole(request.headers, body);
        const buffer = Readable.from(body.length === 0 ? [] : [body]);
        const to = { target: address, headers: hops.headers(isReserved), buffer };
        proxy.web(request, response, to, (error) => {
          if (response.headersSent) response.destroy();
          resolve(outcomeOf(error, isConnected()));
        });
      }),
    openSocket: async (handshake, address, isReserved) =>
      openSocket(handshake, address, hops.headers(isReserved), { open, connectMs }),
    cutOff: (address) => open.cutOff(address),
    endStreams: () => streams.end(),
  };
}

/**
 * Has headers tell of a body that is here as a whole: the library cannot cut off a request that waits for a leave to send it, and drops
 * what frames the bodies of some methods.
 */
function frameWhole(headers: IncomingHttpHeaders, body: Buffer): void {
  for (const name of ['connection', 'expect', 'transfer-encoding']) delete headers[name];
  if (body.length > 0) headers['content-length'] = String(body.length);
}

/** The event streams of other nodes that clients read here. */
class RelayedStreams {
  readonly #ends = new Set<() => void>();
  #hasEnded = false;

  join(answer: IncomingMessage, response: ServerResponse): void {
    if (answer.headers['content-type']?.startsWith('text/event-stream') !== true) return;
    const end = (): void => {
      response.end();
      answer.destroy();
    };
    if (this.#hasEnded) return end();
    this.#ends.add(end);
    answer.once('close', () => this.#ends.delete(end));
  }

  end(): void {
    this.#hasEnded = true;
    for (const end of this.#ends) end();
  }
}
