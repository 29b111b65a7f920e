// The port of a server: taken before anything else is touched, so that a start that cannot have it leaves no trace. Connections
// that come before the server is ready wait for it.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { CliError } from './errors.ts';

export interface Port {
  readonly number: number;
  /** Gives the port, and the connections that wait, to the server that answers. */
  readonly serveBy: (server: Server) => Promise<void>;
  /** Gives the port up; of no effect once a server has it. */
  readonly release: () => void;
}

/** Takes a port. Rejects with CliError if it cannot be had. */
export async function takePort(port: number, host: string): Promise<Port> {
  const waiting = new Set<Socket>();
  let isServed = false;
  const door = createServer((socket) => {
    waiting.add(socket);
    socket.once('error', () => waiting.delete(socket));
    socket.once('close', () => waiting.delete(socket));
  });
  door.listen(port, host);
  try {
    await once(door, 'listening');
  } catch (error) {
    throw refusal(error as NodeJS.ErrnoException, port, host);
  }
  return {
    number: (door.address() as AddressInfo).port,
    async serveBy(server) {
      server.listen(door);
      isServed = true;
      await once(server, 'listening');
      for (const socket of waiting) server.emit('connection', socket);
    },
    release() {
      if (isServed) return;
      door.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

function refusal({ code }: NodeJS.ErrnoException, port: number, host: string): CliError {
  switch (code) {
    case 'EADDRINUSE':
      return new CliError(
        `Port ${port} is in use. Choose another with --port, or --port 0 for a free one.`,
      );
    case 'EACCES':
      return new CliError(`Port ${port} may not be used by this user. Choose one above 1023.`);
    case undefined:
    default:
      return new CliError(`Cannot listen on ${host}:${port} (${code ?? 'unknown error'}).`);
  }
}
