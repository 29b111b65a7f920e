// The WebSockets of Reprise on somebody's own server, below a mount path: what `app.use` is for requests.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { App } from './app.ts';
import type { SocketLimits } from './channel.ts';
import { handBack } from './ws/raw-answer.ts';
import { createSockets, isWebSocket, type Sockets } from './ws/server.ts';

/** `close` takes no more sockets and closes the open ones with 1001; `terminate` cuts off who has not answered that. */
export type AttachedSockets = Pick<Sockets, 'close' | 'terminate'>;

/**
 * Serves the channels of an app below `mountPath`, where `expressHandler` serves its routes. Other upgrades are left to
 * the server's other listeners; where there are none, they are answered as ordinary requests, as they were before.
 */
export function attachSockets(
  server: Server,
  app: App,
  mountPath = '',
  limits: Partial<SocketLimits> = {},
): AttachedSockets {
  const sockets = createSockets(app, limits);
  const mount = mountPath.replace(/\/+$/, '');

  function take(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = below(mount, request.url ?? '/');
    if (url !== undefined && isWebSocket(request) && app.owns(url)) {
      const scheme = 'encrypted' in socket ? 'https' : 'http';
      const origin = `${scheme}://${request.headers.host ?? 'localhost'}${mount}`;
      sockets.upgrade(request, socket, head, { url, origin });
    } else if (server.listenerCount('upgrade') === 1) {
      handBack(server, request, socket, head);
    }
  }

  server.on('upgrade', take);
  return sockets;
}

/** What is left of a URL below a mount path, which like Express's is one in any letter case; undefined if it is elsewhere. */
function below(mount: string, url: string): string | undefined {
  const rest = url.slice(mount.length);
  const isBelow = url.slice(0, mount.length).toLowerCase() === mount.toLowerCase();
  if (!isBelow || !/^([/?]|$)/.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
