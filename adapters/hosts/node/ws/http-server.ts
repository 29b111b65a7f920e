// An HTTP server with WebSockets: `close` sends them a close frame, `closeAllConnections` destroys them.

import { Server, type RequestListener, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { onUpgrade } from './on-upgrade.ts';
import { handBack } from './raw-answer.ts';
import { isWebSocket, type Sockets } from './server.ts';
import { setImmediate } from '../../../host-timers.ts';

export class ServerWithSockets extends Server {
  readonly #sockets: Sockets;
  readonly #connections = new Set<Socket>();

  constructor(sockets: Sockets, options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.#sockets = sockets;
    this.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    onUpgrade(this, (request, socket, head) => {
      if (!isWebSocket(request)) return handBack(this, request, socket, head);
      const origin = `http://${request.headers.host ?? 'localhost'}`;
      sockets.upgrade(request, socket, head, { url: request.url ?? '/', origin });
    });
  }

  override close(callback?: (error?: Error) => void): this {
    this.#sockets.close();
    return super.close(callback);
  }

  /** Also those that have sent nothing yet, as fetch opens one after an aborted request: to Node they are not idle. */
  override closeIdleConnections(): void {
    super.closeIdleConnections();
    const closeUnused = () => {
      for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    };
    // What has arrived by now is read in the next turn of the event loop: a request of a new connection is answered.
    setImmediate(() => setImmediate(closeUnused));
  }

  override closeAllConnections(): void {
    this.#sockets.terminate();
    super.closeAllConnections();
    for (const socket of this.#connections) socket.destroy(); // an upgrade that waits is none of either
  }
}
