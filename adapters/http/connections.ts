// Which connections and requests of a Node server are taken, and why the others are not.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** The most connections that are served at a time. */
  readonly served: number;
  /** How many more are told that they are not. */
  readonly surplus: number;
  /** The most requests of one connection that are under way at a time. */
  readonly pipelined: number;
}

export interface Gate {
  /** Takes a request of a connection; or says why not, and then its connection is to be closed. */
  readonly enter: (socket: Socket) => string | undefined;
  /** A request that was taken has been answered. */
  readonly leave: (socket: Socket) => void;
}

/** Watches a server's connections. Those beyond served and surplus together it closes at once. */
export function watchConnections(server: Server, limits: ConnectionLimits): Gate {
  const { served, surplus, pipelined } = limits;
  /** The connections that are served, each with its requests under way; infinitely many where it is about to be closed. */
  const underWay = new Map<Socket, number>();
  server.maxConnections = served + surplus;
  server.on('connection', serve);

  /** Whether a connection is served; one that was not may be as soon as another has gone. */
  function serve(socket: Socket): boolean {
    if (underWay.has(socket)) return true;
    if (underWay.size >= served || socket.destroyed) return false;
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
    return true;
  }

  return {
    enter(socket) {
      if (!serve(socket)) return `There are ${served} open connections, the most there may be.`;
      const count = underWay.get(socket) ?? 0;
      // What came behind a refusal would be done without an answer, since the refusal is the last.
      underWay.set(socket, count < pipelined ? count + 1 : Infinity);
      if (count < pipelined) return undefined;
      return `There are ${pipelined} requests under way on this connection, the most there may be.`;
    },
    leave(socket) {
      const count = underWay.get(socket);
      if (count !== undefined) underWay.set(socket, count - 1);
    },
  };
}
