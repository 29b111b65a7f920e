// An HTTP server with WebSockets: `close` sends them a close frame, `closeAllConnections` destroys them.

import { Server, type RequestListener, type ServerOptions } from 'node:http';
import { handBack } from './raw-answer.ts';
import { isWebSocket, type Sockets } from './server.ts';

export class ServerWithSockets extends Server {
  readonly #sockets: Sockets;

  constructor(sockets: Sockets, options: ServerOptions, listener: RequestListener) {
    super(options, listener);
    this.#sockets = sockets;
    this.on('upgrade', (request, socket, head) => {
      if (!isWebSocket(request)) return handBack(this, request, socket, head);
      const origin = `http://${request.headers.host ?? 'localhost'}`;
      sockets.upgrade(request, socket, head, { url: request.url ?? '/', origin });
    });
  }

  override close(callback?: (error?: Error) => void): this {
    this.#sockets.close();
    return super.close(callback);
  }

  override closeAllConnections(): void {
    this.#sockets.terminate();
    super.closeAllConnections();
  }
}
