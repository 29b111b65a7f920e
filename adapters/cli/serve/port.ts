// Listens on the port before the server touches any file, so that a start on a used port leaves no trace. Connections before the
// server is ready wait.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { CliError } from '../support/errors.ts';

export interface Port {
  readonly number: number;
  /** Passes the port and the waiting connections to the server. */
  readonly attach: (server: Server) => Promise<void>;
  /** Closes the port; no effect once a server is attached. */
  readonly release: () => void;
}

/** Listens on a port. Rejects with CliError if that fails. */
export async function reservePort(port: number, host: string): Promise<Port> {
  const waiting = new Set<Socket>();
  let isAttached = false;
  const listener = createServer((socket) => {
    waiting.add(socket);
    socket.once('error', () => waiting.delete(socket));
    socket.once('close', () => waiting.delete(socket));
  });
  listener.listen(port, host);
  try {
    await once(listener, 'listening');
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, port, host);
  }
  return {
    number: (listener.address() as AddressInfo).port,
    async attach(server) {
      server.listen(listener);
      isAttached = true;
      await once(server, 'listening');
      for (const socket of waiting) server.emit('connection', socket);
    },
    release() {
      if (isAttached) return;
      listener.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** The URL of a server at an address; that of IPv6 is in brackets. */
export function urlAt(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listenError({ code }: NodeJS.ErrnoException, port: number, host: string): CliError {
  switch (code) {
    case 'EADDRINUSE':
      return new CliError(
        `Port ${port} is in use. Choose another with --port, or --port 0 for a free one.`,
      );
    case 'EACCES':
      return new CliError(
        `Port ${port} requires more privileges. Choose a port above 1023 with --port.`,
      );
    case undefined:
    default:
      return new CliError(
        `Cannot listen on ${host}:${port} (${code ?? 'unknown error'}). Set another --host or --port.`,
      );
  }
}
