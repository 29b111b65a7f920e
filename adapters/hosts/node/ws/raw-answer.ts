// Answers upgrades that are refused or not for a WebSocket.

import { ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { write, type WholeResponse } from '../node-response.ts';
import { clearTimeout, setTimeout } from '../../../host-timers.ts';

/** How long a client may take to read a refusal and to close its connection. */
const refusedMsMax = 10_000;

/** Writes an ordinary response and closes the connection: the next bytes may not be HTTP. */
export function answerUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  response: WholeResponse,
  closeMsMax = refusedMsMax,
): void {
  if (socket.writable) write(responseOn(request, socket, closeMsMax), response);
  else socket.destroy();
}

/** An ordinary response to an upgrade, after which the connection is closed. */
export function responseOn(
  request: IncomingMessage,
  socket: Duplex,
  closeMsMax = refusedMsMax,
): ServerResponse {
  const timer = setTimeout(() => socket.destroy(), closeMsMax).unref();
  socket.once('close', () => clearTimeout(timer));
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket); // it only writes
  const onDrain = () => response.emit('drain');
  socket.on('drain', onDrain);
  response.on('finish', () => {
    socket.off('drain', onDrain);
    response.detachSocket(socket as Socket);
    socket.end();
    socket.resume(); // to notice when the client closes
  });
  return response;
}

/**
 * Passes an upgrade request back to the server as an ordinary one. Serves clients that offer HTTP/2 by an upgrade, as Java's
 * does in its first request: Node passes every upgrade to an `upgrade` listener if the server has one.
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
