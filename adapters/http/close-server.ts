// The end of a server: what has begun is finished, and nobody who keeps his connection holds it up.

import { once } from 'node:events';
import type { Server } from 'node:http';

/** How often connections are looked at that were busy before. */
const sweepMs = 20;

/** Takes no more connections, closes each as it falls idle, and all that are left after `forceMs`. */
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
