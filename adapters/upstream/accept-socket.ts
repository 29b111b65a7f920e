// Accepts a WebSocket as a service did: with its subprotocol and headers, whose bytes above 127 stay as they are.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import type { HeaderPair } from './headers.ts';

/** A request to become a WebSocket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
}

interface AcceptedHandshake {
  /** Undefined or empty for none. */
  readonly protocol: string | undefined;
  readonly headers: readonly HeaderPair[];
}

/** Calls back with the socket, unless the client is gone. */
export function acceptSocket(
  { request, stream, head }: Upgrade,
  { protocol = '', headers }: AcceptedHandshake,
  options: Pick<ServerOptions, 'autoPong' | 'maxPayload'>,
  onOpen: (socket: WebSocket) => void,
): void {
  const server = new WebSocketServer({
    ...options,
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: () => (protocol === '' ? false : protocol),
  });
  server.on('headers', (lines) => {
    lines.push(...headers.map(([name, value]) => `${name}: ${value}`));
  });
  stream.setDefaultEncoding('latin1'); // in which `ws` writes the headers
  server.handleUpgrade(request, stream, head, (socket) => {
    stream.setDefaultEncoding('utf8'); // of frames
    onOpen(socket);
  });
}
