// All WebSockets of a server: handshake, maximum number, pings, and closing.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type Server } from 'ws';
import type { AnswerOptions, ForwardableUpgrade, Forwarding } from '../../../nodes/forwarding.ts';
import type { App } from '../../../protocol/app.ts';
import { withRetryAfter } from '../../../protocol/transient.ts';
import type { HttpResponse, RawUpgrade } from '../../../protocol/messages.ts';
import {
  socketLimits,
  tooLarge,
  tooManySockets,
  type Opening,
  type Session,
  type SocketLimits,
} from '../../../protocol/channel.ts';
import { SessionConnection } from '../../../protocol/connection.ts';
import { hostFlawOf } from '../host-name.ts';
import { resetSocket } from '../node-delivery.ts';
import { flat, type RefusalReason } from '../node-request.ts';
import { messageOf } from '../../../wording.ts';
import { answerUpgrade, responseOn } from './raw-answer.ts';
import { listen, Socket, wireOf } from './socket.ts';
import { setInterval, clearInterval } from '../../../host-timers.ts';

interface Member {
  readonly stream: Duplex;
  /** Undefined until it is open. */
  socket: Socket | undefined;
}

/** A handshake as this server has received it. */
interface HandshakeHere {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly raw: RawUpgrade;
}

const goingAway = 'The server is going away.';

export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** The host's reason to refuse a handshake, if any. */
export type RefuseHandshake = (request: IncomingMessage) => RefusalReason | undefined;

export class Sockets {
  readonly #app: App;
  readonly #limits: SocketLimits;
  readonly #refusalOf: RefuseHandshake;
  readonly #forwarding: Forwarding | undefined;
  readonly #server: Server<typeof Socket>;
  /** The sessions of accepted handshakes. */
  readonly #accepted = new WeakMap<IncomingMessage, Session>();
  /** Open and opening sockets. */
  readonly #members = new Map<SessionConnection, Member>();
  #sweeping: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(
    app: App,
    limits: Partial<SocketLimits> = {},
    refusalOf: RefuseHandshake = () => undefined,
    forwarding?: Forwarding,
  ) {
    this.#app = app;
    this.#limits = { ...socketLimits, ...limits };
    this.#refusalOf = refusalOf;
    this.#forwarding = forwarding;
    this.#server = this.#newServer();
  }

  /** Turns a connection into a WebSocket, or refuses it; never throws. */
  upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    target: Pick<RawUpgrade, 'url' | 'origin'>,
  ): void {
    stream.on('error', () => stream.destroy());
    const raw = { ...target, headers: flat(request.headers) };
    const refusal = flawOf(request) ?? this.#refusalOf(request);
    if (refusal !== undefined) {
      const refused = this.#refuse(raw, ...refusal);
      const headers = { ...refused.headers, 'Sec-WebSocket-Version': '13' };
      return answerUpgrade(request, stream, { ...refused, headers });
    }
    if (this.#isClosing || this.#members.size >= this.#limits.socketsMax) {
      const message = this.#isClosing ? goingAway : tooManySockets(this.#limits);
      return answerUpgrade(request, stream, withRetryAfter(this.#refuse(raw, 503, message)));
    }
    const handshake = { request, stream, head, raw };
    const connection = this.#join(stream);
    if (this.#forwarding === undefined) void this.#open(handshake, connection);
    else this.#forwarding.upgrade(this.#forwardable(handshake, connection));
  }

  /** A handshake that another node may answer. */
  #forwardable(handshake: HandshakeHere, connection: SessionConnection): ForwardableUpgrade {
    const { request, stream, raw } = handshake;
    /** An answer that opens no socket. */
    const refusal = (): ServerResponse => {
      this.#leave(connection);
      return responseOn(request, stream);
    };
    const refuse = (status: number, message: string): void => {
      this.#leave(connection);
      answerUpgrade(request, stream, withRetryAfter(this.#refuse(raw, status, message)));
    };
    return {
      request,
      stream,
      raw: { ...raw, method: 'GET' },
      here: (onOpened, options) => {
        if (!this.#isClosing && !stream.destroyed) {
          return void this.#open(handshake, connection, options).finally(onOpened);
        }
        refuse(503, goingAway);
        onOpened();
      },
      accept: (sessionOf) => this.#accept(handshake, connection, sessionOf(connection.peer)),
      refuse,
      refusal,
      reply: (status) => void refusal().writeHead(status).end(),
      cut: (by) => {
        if (by === 'reset') resetSocket(stream as NetSocket);
        else stream.destroy();
      },
      onHandled: () => undefined,
    };
  }

  /** Pings every client, and disconnects those that have not answered the last ping. */
  sweep(): void {
    for (const { socket } of this.#members.values()) {
      if (socket === undefined || socket.isPaused) continue; // its answer to the ping is not read while it is paused
      if (!socket.isAlive) socket.terminate();
      socket.isAlive = false;
      if (socket.readyState === Socket.OPEN) socket.ping();
    }
  }

  /**
   * Closes all sockets and refuses new ones: with 1001 (going away), or 1012 (service restart) where another node goes on with the
   * worlds.
   */
  close(): void {
    this.#isClosing = true;
    const code = this.#forwarding === undefined ? 1001 : 1012;
    for (const { peer } of this.#members.keys()) peer.close(code, goingAway);
  }

  /** Destroys the connections that are still open. */
  terminate(): void {
    for (const { stream } of this.#members.values()) stream.destroy();
  }

  #newServer(): Server<typeof Socket> {
    const { textBytesMax, binaryBytesMax, closeMs } = this.#limits;
    const accepted = this.#accepted;
    const options = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: Math.max(textBytesMax, binaryBytesMax),
      closeTimeout: closeMs,
      handleProtocols: (_offered: Set<string>, request: IncomingMessage) =>
        accepted.get(request)?.protocol ?? false,
      WebSocket: Socket,
    };
    const server = new WebSocketServer<typeof Socket>(options);
    server.on('headers', (lines, request) => {
      for (const [name, value] of Object.entries(accepted.get(request)?.headers ?? {})) {
        lines.push(`${name}: ${value}`);
      }
    });
    return server;
  }

  async #open(
    handshake: HandshakeHere,
    connection: SessionConnection,
    { headers }: Pick<AnswerOptions, 'headers'> = {},
  ): Promise<void> {
    const { request, stream, raw } = handshake;
    const opening = await this.#app.open(raw, connection.peer).catch((error: unknown): Opening => ({
      kind: 'refused',
      response: this.#refuse(raw, 500, messageOf(error)),
    }));
    if (opening.kind === 'refused') {
      connection.abandon();
      this.#leave(connection);
      const { response } = opening;
      return answerUpgrade(request, stream, {
        ...response,
        headers: { ...response.headers, ...headers },
      });
    }
    this.#accept(handshake, connection, opening.session);
  }

  /** Opens the socket of a session. */
  #accept(
    { request, stream, head }: HandshakeHere,
    connection: SessionConnection,
    session: Session,
  ): void {
    let hasOpened = (): boolean => false;
    this.#accepted.set(request, session);
    this.#server.handleUpgrade(request, stream, head, (opened) => {
      hasOpened = () => true;
      opened.tooLarge = tooLarge(this.#limits);
      this.#members.set(connection, { stream, socket: opened });
      listen(opened, connection, () => this.#leave(connection));
      connection.accept(session, wireOf(opened));
    });
    if (hasOpened()) return;
    connection.abandon(); // the connection closed meanwhile
    this.#leave(connection);
    void session.closed(1006, '');
  }

  /** The connection of a client whose socket is to be opened. */
  #join(stream: Duplex): SessionConnection {
    const connection = new SessionConnection(this.#limits);
    this.#members.set(connection, { stream, socket: undefined });
    stream.once('close', () => this.#leave(connection));
    this.#sweeping ??= setInterval(() => this.sweep(), this.#limits.pingMs).unref();
    return connection;
  }

  #leave(connection: SessionConnection): void {
    this.#members.delete(connection);
    if (this.#members.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }

  #refuse(raw: RawUpgrade, status: number, message: string): HttpResponse {
    return this.#app.refuse({ ...raw, method: 'GET' }, status, message);
  }
}

/** The flaw of a handshake (RFC 6455 section 4.2.1), as status and message. */
function flawOf(request: IncomingMessage): RefusalReason | undefined {
  const { headers } = request;
  const hostFlaw = hostFlawOf(request);
  if (hostFlaw !== undefined) return [400, hostFlaw];
  if (!/^(8|13)$/.test(headers['sec-websocket-version'] ?? '')) {
    return [426, 'The WebSocket is spoken in version 13.'];
  }
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')) {
    return [400, 'Sec-WebSocket-Key is missing or malformed.'];
  }
  return undefined;
}
