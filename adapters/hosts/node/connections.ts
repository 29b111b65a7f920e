// Limits the connections of a Node server and the requests in flight on each.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** The most connections that are served at a time. */
  readonly served: number;
  /** How many more connections get a refusal. */
  readonly surplus: number;
  /** The most requests in flight on one connection. */
  readonly pipelined: number;
}

export interface Gate {
  /** Admits a request of a connection, or returns the reason of a refusal, after which the connection must be closed. */
  readonly enter: (socket: Socket) => string | undefined;
  /** Call when an admitted request has been answered. */
  readonly leave: (socket: Socket) => void;
}

/** Watches a server's connections. Closes those beyond served and surplus together at once. */
export function watchConnections(server: Server, limits: ConnectionLimits): Gate {
  const { served, surplus, pipelined } = limits;
  /** Requests in flight of each served connection; infinite if the connection is about to be closed. */
  const inFlight = new Map<Socket, number>();
  server.maxConnections = served + surplus;
  server.on('connection', serve);

  /** Serves a connection if there is room, which others may have freed since it was opened. */
  function serve(socket: Socket): boolean {
    if (inFlight.has(socket)) return true;
    if (inFlight.size >= served || socket.destroyed) return false;
    inFlight.set(socket, 0);
    socket.once('close', () => inFlight.delete(socket));
    return true;
  }

  return {
    enter(socket) {
      if (!serve(socket)) return `There are ${served} open connections, the most there may be.`;
      const count = inFlight.get(socket) ?? 0;
      // The refusal is the last response: a later request would be handled but not answered.
      inFlight.set(socket, count < pipelined ? count + 1 : Infinity);
      if (count < pipelined) return undefined;
      return `There are ${pipelined} requests under way on this connection, the most there may be.`;
    },
    leave(socket) {
      const count = inFlight.get(socket);
      if (count !== undefined) inFlight.set(socket, count - 1);
    },
  };
}
