// Closes a server gracefully: requests in flight finish, and idle keep-alive connections do not delay it.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout, clearTimeout, setInterval, clearInterval } from '../../host-timers.ts';

/** How often connections that have become idle are closed. */
const sweepMs = 20;

/** Refuses new connections, closes each once it is idle, and all remaining ones after `forceMs`. */
export async function closeServer(server: Server, forceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  const force = setTimeout(() => server.closeAllConnections(), forceMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
