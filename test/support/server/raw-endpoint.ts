// An endpoint on a free port of the loopback that answers with raw bytes, valid or invalid.

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface RawEndpoint {
  readonly url: string;
  /** The bytes received so far, as text, for each connection. */
  readonly requests: string[];
  /** Connections that have not ended. */
  readonly open: ReadonlySet<Socket>;
  readonly close: () => Promise<void>;
}

/** Calls `answer` with the first bytes of each connection. */
export async function rawEndpoint(
  answer: (socket: Socket, request: string) => void,
): Promise<RawEndpoint> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const index = requests.push('') - 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.on('data', (bytes) => {
      requests[index] += bytes.toString('utf8');
    });
    socket.once('data', (bytes) => answer(socket, bytes.toString('utf8')));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    open,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
