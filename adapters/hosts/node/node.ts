// The bare node:http host.

import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isLoopback } from '../../loopback.ts';
import type { Forwarding } from '../../nodes/forwarding.ts';
import type { App } from '../../protocol/app.ts';
import type { SocketLimits } from '../../protocol/channel.ts';
import { watchConnections, type ConnectionLimits } from './connections.ts';
import { hostNameOf, hostRefusal, isAllowedName } from './host-name.ts';
import {
  connectionsMax,
  headerBytesReadMax,
  idleMsMax,
  pipelinedRequestsMax,
  requestMsMax,
  surplusConnectionsMax,
} from '../../protocol/limits.ts';
import { MessageHandler, type MessageLimits } from './node-message.ts';
import type { RefusalReason } from './node-request.ts';
import { headersTooLarge } from '../../protocol/request-size.ts';
import { ServerWithSockets } from './ws/http-server.ts';
import { Sockets } from './ws/server.ts';

/** The interval of checks for slow requests. */
const slowCheckMs = 1_000;

const connectionLimits: ConnectionLimits = {
  served: connectionsMax,
  surplus: surplusConnectionsMax,
  pipelined: pipelinedRequestsMax,
};

/** Pages for people, at paths of their own. */
export interface PageSite {
  /** Whether a path, without its query, is one of its own. */
  readonly owns: (path: string) => boolean;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface NodeServerOptions extends Partial<
  ConnectionLimits & MessageLimits & SocketLimits
> {
  /** Allowed names in Host while the server listens on the loopback, besides those of the loopback. */
  readonly allowHosts?: readonly string[];
  /** Default: none. */
  readonly site?: PageSite;
  /** Has other nodes answer the requests of their worlds. Default: this one answers all. */
  readonly forwarding?: Forwarding | undefined;
}

/** A server for the app and its WebSockets, which its `close` closes too; not yet listening. */
export function createNodeServer(
  app: App,
  { allowHosts = [], site, forwarding, ...limits }: NodeServerOptions = {},
): Server {
  const messages = new MessageHandler(app, limits);
  let isOnLoopback = false;
  const refusalOf = ({ headers: { host = '' } }: IncomingMessage): RefusalReason | undefined => {
    const name = hostNameOf(host);
    // A Host that is missing or malformed is refused at any address; see hostFlawOf.
    if (!isOnLoopback || name === undefined || isAllowedName(name, allowHosts)) return undefined;
    return [403, hostRefusal(host)];
  };
  const server = new ServerWithSockets(
    new Sockets(app, limits, refusalOf, forwarding),
    {
      maxHeaderSize: headerBytesReadMax,
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
      else if (site !== undefined && isForSite(site, request)) {
        response.once('close', onHandled);
        site.handle(request, response);
      } else if (forwarding === undefined) messages.answer(request, response, target, onHandled);
      else messages.answerByNode(forwarding, request, response, target, onHandled);
    },
  );
  server.on('listening', () => {
    const address = server.address();
    isOnLoopback = typeof address === 'object' && isLoopback(address?.address ?? '');
  });
  const gate = watchConnections(server, { ...connectionLimits, ...limits });
  server.on('clientError', (error, socket) => refuseUnreadable(app, error, socket));
  return server;
}

/** Pages are read only. */
function isForSite({ owns }: PageSite, { method, url = '/' }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const query = url.indexOf('?');
  return owns(query === -1 ? url : url.slice(0, query));
}

/** The scheme of the client according to its proxy, for links back. */
function schemeOf({ headers }: IncomingMessage): 'http' | 'https' {
  const [first] = String(headers['x-forwarded-proto'] ?? '').split(',', 1);
  return first?.trim().toLowerCase() === 'https' ? 'https' : 'http';
}

/** Answers a request that Node could not parse, of no known service. */
function refuseUnreadable(app: App, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = unreadable[error.code ?? ''] ?? [400, 'This is no HTTP request.'];
  const unread = { method: 'GET', url: '/', headers: {}, origin: 'http://localhost' };
  const { headers, body = '' } = app.refuse(unread, status, message);
  const lines = Object.entries({
    Connection: 'close',
    ...headers,
    'Content-Length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

const unreadable: Readonly<Record<string, RefusalReason>> = {
  HPE_HEADER_OVERFLOW: [431, headersTooLarge],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come in time.'],
};
