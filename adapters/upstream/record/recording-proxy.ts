// The server between clients and real services, which records what passes.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostFlawOf, hostNameOf, hostRefusal, isAllowedName } from '../../hosts/node/host-name.ts';
import { onUpgrade } from '../../hosts/node/ws/on-upgrade.ts';
import { handBack } from '../../hosts/node/ws/raw-answer.ts';
import { isWebSocket } from '../../hosts/node/ws/server.ts';
import { baseOf, type Upstreams } from '../upstreams.ts';
import type { Connector } from '../relay/connector.ts';
import { pathOf, targetAt, webhookPath, type Destination } from '../relay/destination.ts';
import { HttpRelay } from '../relay/http-relay.ts';
import { SocketRelay } from '../relay/socket-relay.ts';
import type { TrafficLog } from '../relay/traffic-log.ts';

export interface ProxyOptions {
  readonly upstreams: Upstreams;
  /** The address that webhooks are handed on to. */
  readonly webhook?: string;
  readonly log: TrafficLog;
  readonly connector: Connector;
  /** Host names of the proxy, besides those of the loopback. */
  readonly allowHosts: readonly string[];
  /** How long an upstream may be silent while it is to answer. */
  readonly silentMsMax?: number;
  /** Called with the path of a request that no upstream is for. */
  readonly onUnknownPath?: (path: string) => void;
}

export interface RecordingProxy {
  readonly server: Server;
  /** Ends what may have no end of its own: sockets and streams. */
  readonly closeSockets: () => void;
  /** Ends the exchanges that are still under way, and records what has passed. */
  readonly closeExchanges: () => void;
}

export function createRecordingProxy(options: ProxyOptions): RecordingProxy {
  const { log, connector, allowHosts, silentMsMax, onUnknownPath } = options;
  const http = new HttpRelay(log, connector, silentMsMax);
  const sockets = new SocketRelay(log, connector, silentMsMax);

  const refusalOf = (request: IncomingMessage): Refused | undefined => {
    const flaw = hostFlawOf(request);
    if (flaw !== undefined) return { status: 400, message: flaw };
    const host = request.headers.host ?? '';
    if (isAllowedName(hostNameOf(host), allowHosts)) return undefined;
    return { status: 403, message: hostRefusal(host) };
  };

  const unknown = (request: IncomingMessage): Refused => {
    const path = pathOf(request.url ?? '/');
    onUnknownPath?.(path);
    return {
      status: 404,
      message: `No upstream is for ${path}. Start the proxy with the URL of its service.`,
    };
  };

  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    const to = destinationOf(request, options);
    const refused = refusalOf(request) ?? (to === undefined ? unknown(request) : undefined);
    if (refused !== undefined || to === undefined) return answer(response, refused);
    http.relay(request, response, to);
  });
  onUpgrade(server, (request, stream, head) => {
    if (!isWebSocket(request)) return handBack(server, request, stream, head);
    const to = destinationOf(request, options);
    const refused = refusalOf(request) ?? (to === undefined ? unknown(request) : undefined);
    if (refused !== undefined || to === undefined) {
      return sockets.refuse(request, stream, refusalAnswer(refused));
    }
    sockets.relay(request, stream, head, to);
  });
  return {
    server,
    closeSockets: () => {
      sockets.close();
      http.closeStreams();
    },
    closeExchanges: () => http.close(),
  };
}

interface Refused {
  readonly status: number;
  readonly message: string;
}

function destinationOf(
  request: IncomingMessage,
  { upstreams, webhook }: ProxyOptions,
): Destination | undefined {
  const { headers, url = '/' } = request;
  const base = `http://${headers.host ?? 'localhost'}`;
  const path = pathOf(url);
  if (webhook !== undefined && (path === webhookPath || path.startsWith(`${webhookPath}/`))) {
    const address = new URL(webhook);
    const { pathname, search } = address;
    const rest = url.slice(webhookPath.length);
    const target =
      rest === '' || rest.startsWith('?')
        ? `${pathname}${search}${rest}`
        : `${pathname.replace(/\/$/, '')}${rest}`;
    return {
      kind: 'webhook.request',
      base: base + webhookPath,
      upstream: { service: 'webhook', base: baseOf(address) },
      target,
      url: rest,
    };
  }
  const upstream = upstreams.at(path);
  if (upstream === undefined) return undefined;
  return { kind: 'http.request', base, upstream, target: targetAt(upstream, url), url };
}

function refusalAnswer({ status, message }: Refused = { status: 500, message: '' }) {
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message }),
  };
}

function answer(response: ServerResponse, refused: Refused | undefined): void {
  const { status, headers, body } = refusalAnswer(refused);
  response.writeHead(status, headers).end(body);
}
