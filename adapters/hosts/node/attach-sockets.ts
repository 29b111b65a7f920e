// Attaches the WebSockets of Reprise to an existing server below a mount path, as `app.use` does for requests.

import type { Server } from 'node:http';
import { trimEndOf } from '../../../core/index.ts';
import type { App } from '../../protocol/app.ts';
import type { SocketLimits } from '../../protocol/channel.ts';
import { onUpgrade } from './ws/on-upgrade.ts';
import { handBack } from './ws/raw-answer.ts';
import { isWebSocket, Sockets } from './ws/server.ts';

export interface AttachedSockets {
  /** Refuses new sockets and closes the open ones with 1001. */
  readonly close: () => void;
  /** Destroys those that have not closed since. */
  readonly terminate: () => void;
}

/**
 * Serves the channels of an app below `mountPath`, where `expressHandler` serves its routes. Other upgrades are left to
 * the server's other listeners. Without any, WebSockets below the mount path are refused, and other upgrades are answered as
 * ordinary requests.
 */
export function attachSockets(
  server: Server,
  app: App,
  mountPath = '',
  limits: Partial<SocketLimits> = {},
): AttachedSockets {
  const sockets = new Sockets(app, limits);
  const mount = trimEndOf(mountPath, '/');

  onUpgrade(server, (request, socket, head) => {
    const url = below(mount, request.url ?? '/');
    const isAlone = server.listenerCount('upgrade') === 1;
    if (url !== undefined && isWebSocket(request) && (isAlone || app.owns(url))) {
      const scheme = 'encrypted' in socket ? 'https' : 'http';
      const origin = `${scheme}://${request.headers.host ?? 'localhost'}${mount}`;
      sockets.upgrade(request, socket, head, { url, origin });
    } else if (isAlone) {
      handBack(server, request, socket, head);
    }
  });
  return { close: () => sockets.close(), terminate: () => sockets.terminate() };
}

/** The rest of a URL below a mount path, in any letter case as in Express; undefined if the URL is not below it. */
function below(mount: string, url: string): string | undefined {
  const rest = url.slice(mount.length);
  const isBelow = url.slice(0, mount.length).toLowerCase() === mount.toLowerCase();
  if (!isBelow || !/^([/?]|$)/.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
