// A port of the loopback for a server that cannot pick one itself.

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** The operating system picks a port; another process may take it before the server does, which then fails to start. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
