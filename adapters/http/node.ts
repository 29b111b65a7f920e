// The bare Node host: the hot path.

import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from './app.ts';
import type { SocketLimits } from './channel.ts';
import { watchConnections, type ConnectionLimits } from './connections.ts';
import {
  connectionsMax,
  headerBytesMax,
  idleMsMax,
  pipelinedRequestsMax,
  requestMsMax,
  surplusConnectionsMax,
} from './limits.ts';
import { answerMessage, turnAway } from './node-message.ts';
import { ServerWithSockets } from './ws/http-server.ts';
import { createSockets } from './ws/server.ts';

/** How often slow requests are looked for. */
const slowCheckMs = 1_000;

const connectionLimits: ConnectionLimits = {
  served: connectionsMax,
  surplus: surplusConnectionsMax,
  pipelined: pipelinedRequestsMax,
};

/** A server for the app and its WebSockets, which its `close` closes too; not yet listening. */
export function createNodeServer(
  app: App,
  limits: Partial<ConnectionLimits & SocketLimits> = {},
): Server {
  const server = new ServerWithSockets(
    createSockets(app, limits),
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: requestMsMax,
      keepAliveTimeout: idleMsMax,
      headersTimeout: requestMsMax,
      connectionsCheckingInterval: slowCheckMs,
      requireHostHeader: false, // Node's own refusal has no body
    },
    (request, response) => {
      const place = {
        url: request.url ?? '/',
        origin: `http://${request.headers.host ?? 'localhost'}`,
      };
      const { socket } = request;
      const reason = gate.enter(socket);
      if (reason !== undefined) return turnAway(app, request, response, { ...place, reason });
      answerMessage(app, request, response, place, () => gate.leave(socket));
    },
  );
  const gate = watchConnections(server, { ...connectionLimits, ...limits });
  server.on('clientError', refuseUnreadable);
  return server;
}

/** Answers what Node could not read as a request, in JSON like everything else. */
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
