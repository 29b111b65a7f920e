// Sends a request or a WebSocket on to another node, unchanged but for a header with the secret of the nodes.

import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import { createProxyServer } from 'http-proxy-3';
import { connecting } from './connecting.ts';
import { FrameRelay } from './frame-relay.ts';
import { Hops, type Hop, type HopHeaders } from './hop.ts';
import { connectMsMax } from './limits.ts';
import { misdirected, reserve, type Reservation } from './reservation.ts';

/** Headers of one connection (RFC 9110, section 7.6.1). */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * - `answered`: the client gets the answer of the other node.
 * - `misdirected`: that node does not serve the world.
 * - `unreachable`: nothing could be sent to that node.
 * - `cut`: the connection broke before the answer.
 * - `abandoned`: the client is gone.
 */
export type Forwarded = 'answered' | 'misdirected' | 'unreachable' | 'cut' | 'abandoned';

export interface NodeForwarder {
  /** See Hops. */
  readonly takeHop: (request: IncomingMessage) => Hop;
  /** Has another node keep the world of a request until it is sent there; see Reservation. */
  readonly reserve: (
    request: IncomingMessage,
    address: string,
    msMax: number,
  ) => Promise<Reservation>;
  /** Answers a node whose reservation is kept. */
  readonly confirmReserved: (response: ServerResponse) => void;
  /** Unless it is answered, nothing was sent to the client. `isReserved`: whether that node keeps the world for it. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    body: Buffer,
    isReserved: boolean,
  ) => Promise<Forwarded>;
  /** Has another node open a WebSocket. Unless it is answered, nothing was sent to the client. `refusal`: what the client gets otherwise. */
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string,
    isReserved: boolean,
    refusal: () => ServerResponse,
  ) => Promise<Forwarded>;
  /** Cuts the connections to a node that is gone: it may never answer, as a process that was suspended. */
  readonly cutOff: (address: string) => void;
  /** Ends the event streams of other nodes, also those that begin later: their clients resume them by position. */
  readonly endStreams: () => void;
  /** Closes the WebSockets of other nodes that clients have open here with 1012, also those that are opened later. */
  readonly endSockets: () => void;
}

/** `secret`: what all nodes of a store know, and nobody else. `connectMs`: how long it may take until a node is reached. */
export function createForwarder(secret: string, connectMs = connectMsMax): NodeForwarder {
  // Each request has a connection of its own: one that is reused may be closed at that moment, and then it would not be known whether
  // the request was carried out.
  const hops = new Hops(secret);
  const proxy = createProxyServer({ selfHandleResponse: true, proxyTimeout: 0 });
  const onAnswer = new WeakMap<IncomingMessage, (answer: IncomingMessage) => void>();
  const onSent = new WeakMap<IncomingMessage, (outgoing: ClientRequest) => void>();
  proxy.on('proxyRes', (answer, request) => onAnswer.get(request)?.(answer));
  proxy.on('proxyReq', (outgoing, request) => onSent.get(request)?.(outgoing));
  proxy.on('econnreset', () => undefined); // the client is gone
  const open = new OpenConnections();
  const streams = new RelayedStreams();
  const sockets = new Set<FrameRelay>();
  let haveSocketsEnded = false;

  return {
    takeHop: (request) => hops.take(request),
    reserve: async (request, address, msMax) =>
      reserve(request, address, hops.headers(), { connectMs, msMax }),
    confirmReserved: (response) => void response.writeHead(204).end(),
    answer: async (request, response, address, body, isReserved) =>
      new Promise((resolve) => {
        let isConnected = () => false;
        onSent.set(request, (outgoing) => {
          outgoing.once('close', open.join(address, outgoing));
          isConnected = connecting(outgoing, connectMs);
        });
        onAnswer.set(request, (answer) => {
          if (answer.statusCode === misdirected) answer.resume();
          else {
            relay(answer, response);
            streams.join(answer, response);
          }
          resolve(answer.statusCode === misdirected ? 'misdirected' : 'answered');
        });
        response.once('close', () => resolve('abandoned'));
        // The body is here, and the library cannot cut off a request that waits for a leave to send it.
        delete request.headers.expect;
        const buffer = Readable.from(body.length === 0 ? [] : [body]);
        proxy.web(
          request,
          response,
          { target: address, headers: hops.headers(isReserved), buffer },
          () => {
            if (response.headersSent) response.destroy();
            resolve(isConnected() ? 'cut' : 'unreachable');
          },
        );
      }),
    // Not by the library, which ends the client's socket with the first failure: a world that moves needs a second attempt.
    upgrade: async (request, socket, head, address, isReserved, refusal) =>
      new Promise((resolve) => {
        const outgoing = handshake(request, address, hops.headers(isReserved));
        const leave = open.join(address, outgoing);
        const isConnected = connecting(outgoing, connectMs);
        const abandon = (): void => {
          resolve('abandoned');
          outgoing.destroy();
        };
        const settle = (result: Forwarded): void => {
          leave();
          socket.off('close', abandon);
          resolve(result);
        };
        socket.once('close', abandon);
        outgoing.on('error', () => settle(isConnected() ? 'cut' : 'unreachable'));
        outgoing.once('upgrade', (answer, other, otherHead) => {
          other.once('close', open.join(address, other));
          settle('answered');
          socket.write(headOf(answer));
          if (head.length > 0) socket.unshift(head);
          if (otherHead.length > 0) other.unshift(otherHead);
          const frames = join(socket, other);
          sockets.add(frames);
          if (haveSocketsEnded) frames.close();
          socket.once('close', () => sockets.delete(frames));
        });
        outgoing.once('response', (answer) => {
          if (answer.statusCode === misdirected) answer.resume();
          else relay(answer, refusal());
          settle(answer.statusCode === misdirected ? 'misdirected' : 'answered');
        });
        outgoing.end();
      }),
    cutOff: (address) => open.cutOff(address),
    endStreams: () => streams.end(),
    endSockets() {
      haveSocketsEnded = true;
      for (const frames of sockets) frames.close();
    },
  };
}

/** A handshake for the node at an address, as it came but for the secret. */
function handshake(
  { method, url = '/', headers }: IncomingMessage,
  address: string,
  hop: HopHeaders,
): ClientRequest {
  const { request } = address.startsWith('https:') ? https : http; // as nodes of earlier versions may be reached
  return request(address, {
    method,
    path: url,
    headers: { ...headers, ...hop },
    agent: false,
  });
}

/** The start of an answer, as it came. */
function headOf({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Passes on what either sends, until one is closed. */
function join(socket: Duplex, other: Socket): FrameRelay {
  const frames = new FrameRelay();
  other.on('error', () => undefined); // `close` follows
  other.once('close', () => {
    const leave = (): void => (socket as Socket).destroySoon();
    frames.end(); // it may still have some, if the client is slow
    if (frames.readableEnded) leave();
    else frames.once('end', leave);
  });
  socket.once('close', () => other.destroySoon());
  socket.pipe(other).pipe(frames).pipe(socket);
  return frames;
}

interface Cuttable {
  readonly destroy: (error?: Error) => unknown;
}

/** What waits for other nodes, by their addresses. */
class OpenConnections {
  readonly #open = new Map<string, Set<Cuttable>>();

  /** The result leaves again. */
  join(address: string, connection: Cuttable): () => void {
    const all = this.#open.get(address) ?? new Set();
    this.#open.set(address, all.add(connection));
    return () => {
      all.delete(connection);
      if (all.size === 0 && this.#open.get(address) === all) this.#open.delete(address);
    };
  }

  cutOff(address: string): void {
    const all = this.#open.get(address) ?? [];
    for (const connection of all) connection.destroy(new Error('The node is gone.'));
  }
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

/** An answer that breaks off breaks off for the client, too. */
function relay(answer: IncomingMessage, response: ServerResponse): void {
  const headers: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
    if (!ofConnection.has(name.toLowerCase())) headers.push(name, value);
  }
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  response.flushHeaders(); // the first event of a stream may take long
  answer.on('error', () => {
    if (!response.writableEnded) response.destroy();
  });
  answer.pipe(response);
}
