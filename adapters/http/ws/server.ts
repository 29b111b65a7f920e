// All WebSockets of a server: handshake, maximum number, pings, and closing.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { App } from '../app.ts';
import { withRetryAfter } from '../transient.ts';
import type { HttpResponse, RawUpgrade } from '../messages.ts';
import {
  socketLimits,
  tooLarge,
  tooManySockets,
  type Opening,
  type Session,
  type SocketLimits,
} from '../channel.ts';
import { Connection } from '../connection.ts';
import { hostFlawOf } from '../host-name.ts';
import { flat, type Refusal } from '../node-message.ts';
import { messageOf } from '../../wording.ts';
import { answerUpgrade } from './raw-answer.ts';
import { listen, Socket, wireOf } from './socket.ts';
import { setInterval, clearInterval } from '../../host-timers.ts';

export interface Sockets {
  /** Turns a connection into a WebSocket, or refuses it; never throws. */
  readonly upgrade: (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    target: Pick<RawUpgrade, 'url' | 'origin'>,
  ) => void;
  /** Pings every client, and disconnects those that have not answered the last ping. */
  readonly sweep: () => void;
  /** Closes all sockets with 1001 and refuses new ones. */
  readonly close: () => void;
  /** Destroys the connections that are still open. */
  readonly terminate: () => void;
}

interface Member {
  readonly stream: Duplex;
  /** Undefined until it is open. */
  socket: Socket | undefined;
}

const goingAway = 'The server is going away.';

export function isWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** `refusalOf` returns the host's reason to refuse a handshake, if any. */
export function createSockets(
  app: App,
  given: Partial<SocketLimits> = {},
  refusalOf: (request: IncomingMessage) => Refusal | undefined = () => undefined,
): Sockets {
  const limits = { ...socketLimits, ...given };
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: Math.max(limits.textBytesMax, limits.binaryBytesMax),
    closeTimeout: limits.closeMs,
    handleProtocols: (_offered: Set<string>, request: IncomingMessage) =>
      accepted.get(request)?.protocol ?? false,
    WebSocket: Socket,
  };
  const server = new WebSocketServer<typeof Socket>(options);
  const accepted = new WeakMap<IncomingMessage, Session>();
  /** Open and opening sockets. */
  const members = new Map<Connection, Member>();
  let sweeping: NodeJS.Timeout | undefined;
  let isClosing = false;

  server.on('headers', (lines, request) => {
    for (const [name, value] of Object.entries(accepted.get(request)?.headers ?? {})) {
      lines.push(`${name}: ${value}`);
    }
  });

  function sweep(): void {
    for (const { socket } of members.values()) {
      if (socket === undefined || socket.isPaused) continue; // its answer to the ping is not read while it is paused
      if (!socket.isAlive) socket.terminate();
      socket.isAlive = false;
      if (socket.readyState === Socket.OPEN) socket.ping();
    }
  }

  function join(connection: Connection, member: Member): void {
    members.set(connection, member);
    sweeping ??= setInterval(sweep, limits.pingMs).unref();
  }

  function leave(connection: Connection): void {
    members.delete(connection);
    if (members.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  async function upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    raw: RawUpgrade,
  ): Promise<void> {
    const connection = new Connection(limits);
    const member: Member = { stream, socket: undefined };
    join(connection, member);
    const opening = await app.open(raw, connection.peer).catch((error: unknown): Opening => ({
      kind: 'refused',
      response: refuse(raw, 500, messageOf(error)),
    }));
    if (opening.kind === 'refused') {
      connection.abandon();
      leave(connection);
      return answerUpgrade(request, stream, opening.response);
    }
    const { session } = opening;
    accepted.set(request, session);
    server.handleUpgrade(request, stream, head, (opened) => {
      opened.tooLarge = tooLarge(limits);
      member.socket = opened;
      listen(opened, connection, () => leave(connection));
      connection.accept(session, wireOf(opened));
    });
    if (member.socket !== undefined) return;
    connection.abandon(); // the connection closed meanwhile
    leave(connection);
    void session.closed(1006, '');
  }

  function refuse(raw: RawUpgrade, status: number, message: string): HttpResponse {
    return app.refuse({ ...raw, method: 'GET' }, status, message);
  }

  return {
    upgrade: (request, stream, head, target) => {
      stream.on('error', () => stream.destroy());
      const raw = { ...target, headers: flat(request.headers) };
      const refusal = flawOf(request) ?? refusalOf(request);
      const isFull = isClosing || members.size >= limits.socketsMax;
      if (refusal !== undefined) {
        const refused = refuse(raw, ...refusal);
        const headers = { ...refused.headers, 'Sec-WebSocket-Version': '13' };
        answerUpgrade(request, stream, { ...refused, headers });
      } else if (isFull) {
        const message = isClosing ? goingAway : tooManySockets(limits);
        answerUpgrade(request, stream, withRetryAfter(refuse(raw, 503, message)));
      } else {
        void upgrade(request, stream, head, raw);
      }
    },
    sweep,
    close: () => {
      isClosing = true;
      for (const { peer } of members.keys()) peer.close(1001, goingAway);
    },
    terminate: () => {
      for (const { stream } of members.values()) stream.destroy();
    },
  };
}

/** The flaw of a handshake (RFC 6455 section 4.2.1), as status and message. */
function flawOf(request: IncomingMessage): Refusal | undefined {
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
