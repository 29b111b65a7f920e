// The bare node:http host.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isLoopback } from '../loopback.ts';
import type { App } from './app.ts';
import type { SocketLimits } from './channel.ts';
import { watchConnections, type ConnectionLimits } from './connections.ts';
import { hostNameOf, hostRefusal, isAllowedName } from './host-name.ts';
import {
  connectionsMax,
  headerBytesMax,
  idleMsMax,
  pipelinedRequestsMax,
  requestMsMax,
  surplusConnectionsMax,
} from './limits.ts';
import { createMessageHandler, type MessageLimits, type Refusal } from './node-message.ts';
import { ServerWithSockets } from './ws/http-server.ts';
import { createSockets } from './ws/server.ts';

/** The interval of checks for slow requests. */
const slowCheckMs = 1_000;

const connectionLimits: ConnectionLimits = {
  served: connectionsMax,
  surplus: surplusConnectionsMax,
  pipelined: pipelinedRequestsMax,
};

export interface NodeServerOptions extends Partial<
  ConnectionLimits & MessageLimits & SocketLimits
> {
  /** Allowed names in Host while the server listens on the loopback, besides those of the loopback. */
  readonly allowHosts?: readonly string[];
}

/** A server for the app and its WebSockets, which its `close` closes too; not yet listening. */
export function createNodeServer(
  app: App,
  { allowHosts = [], ...limits }: NodeServerOptions = {},
): Server {
  const messages = createMessageHandler(app, limits);
  let isOnLoopback = false;
  const refusalOf = ({ headers: { host = '' } }: IncomingMessage): Refusal | undefined => {
    const name = hostNameOf(host);
    // A Host that is missing or malformed is refused at any address; see hostFlawOf.
    if (!isOnLoopback || name === undefined || isAllowedName(name, allowHosts)) return undefined;
    return [403, hostRefusal(host)];
  };
  const server = new ServerWithSockets(
    createSockets(app, limits, refusalOf),
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: requestMsMax,
      keepAliveTimeout: idleMsMax,
      headersTimeout: requestMsMax,
      connectionsCheckingInterval: slowCheckMs,
      requireHostHeader: false, // Node's own refusal has no body
    },
    (request, response) => {
      const target = {
        url: request.url ?? '/',
        origin: `${schemeOf(request)}://${request.headers.host ?? 'localhost'}`,
      };
      const { socket } = request;
      const reason = gate.enter(socket);
      if (reason !== undefined)
        return messages.refuseAndClose(request, response, { ...target, reason });
      const onHandled = () => gate.leave(socket);
      const refusal = refusalOf(request);
      if (refusal !== undefined) messages.refuse(request, response, target, refusal, onHandled);
      else messages.answer(request, response, target, onHandled);
    },
  );
  server.on('listening', () => {
    const address = server.address();
    isOnLoopback = typeof address === 'object' && isLoopback(address?.address ?? '');
  });
  const gate = watchConnections(server, { ...connectionLimits, ...limits });
  server.on('clientError', refuseUnreadable);
  return server;
}

/** The scheme of the client according to its proxy, for links back. */
function schemeOf({ headers }: IncomingMessage): 'http' | 'https' {
  const [first] = String(headers['x-forwarded-proto'] ?? '').split(',', 1);
  return first?.trim().toLowerCase() === 'https' ? 'https' : 'http';
}

/** Answers in JSON if Node could not parse the request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [
    '400 Bad Request',
    'This is no HTTP request.',
  ];
  const body = JSON.stringify({ code: Number(status.slice(0, 3)), message });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const unreadable: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    `The headers are larger than ${headerBytesMax} bytes, the most that is taken.`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not come in time.'],
};
