// A TCP gate before a server: it can be pointed at another one, closed, and made to lose what is sent in one direction.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** Cuts all connections; new ones go to that port. */
  readonly pointTo: (port: number) => void;
  /** Lets nothing through in one direction, or both, without closing connections, as a network that is cut. */
  readonly block: (direction: 'requests' | 'answers' | 'both') => void;
  /** Cuts what was blocked, and lets new connections through. */
  readonly open: () => void;
  readonly close: () => Promise<void>;
}

export async function startGate(serverPort: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let target = serverPort;
  let blocks = { requests: false, answers: false };

  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listening = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (bytes) => blocks.requests || server.write(bytes));
    server.on('data', (bytes) => blocks.answers || client.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    pointTo(port) {
      target = port;
      cutAll();
    },
    block(direction) {
      blocks = { requests: direction !== 'answers', answers: direction !== 'requests' };
    },
    open() {
      blocks = { requests: false, answers: false };
      cutAll();
    },
    async close() {
      listening.close();
      cutAll();
      await once(listening, 'close');
    },
  };
}
