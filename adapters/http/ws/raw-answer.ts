// What happens to a connection that asked for an upgrade and does not get it.

import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { write } from '../node-message.ts';
import type { HttpResponse } from '../messages.ts';

/** Answers as to any other request, and hangs up: what would come next could be no HTTP. */
export function answerUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  response: HttpResponse,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const written = new ServerResponse(request);
  written.shouldKeepAlive = false;
  written.assignSocket(socket as Socket); // it only writes
  written.on('finish', () => {
    written.detachSocket(socket as Socket);
    socket.end();
    socket.resume(); // so that the end of the client is seen
  });
  write(written, response);
}

/**
 * Gives a request back to the server as an ordinary one, its wish for an upgrade left out. Clients that offer HTTP/2 so
 * (Java's does with each first request) are served like any other; Node gives all upgrades to whoever listens for one.
 */
export function handBack(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') text += `${name}: ${rawHeaders[index + 1]}\r\n`;
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}
