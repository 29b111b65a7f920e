// Breaks connections of node:http, for responses that a fault keeps from arriving.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './close-watch.ts';
import { hangMsMax } from '../../protocol/limits.ts';
import { bodyBytesOf, type HttpResponse } from '../../protocol/messages.ts';
import { setTimeout, clearTimeout } from '../../host-timers.ts';

/** Resets the connection: the client sees ECONNRESET. */
export function resetConnection(response: ServerResponse): void {
  resetSocket(response.req.socket); // a response queued behind others has no socket of its own
}

export function resetSocket(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy(); // not of TCP
  }
}

/** Writes the headers and about half of the body, then closes the connection. */
export function writeCut(response: ServerResponse, answered: HttpResponse): void {
  const { whole, half } = bodyBytesOf(answered);
  const { status, headers } = answered;
  response.on('error', () => undefined); // the client has left
  response.writeHead(status, { ...headers, 'Content-Length': String(whole.length) });
  // Closed, not reset: a reset might overtake what was written.
  response.write(half, () => response.req.socket.destroy());
}

/** Answers nothing. Calls back once the client has left; resets its connection after the longest wait. */
export function hang(response: ServerResponse, onLeft: () => void): void {
  const { socket } = response.req;
  const limit = setTimeout(() => resetConnection(response), hangMsMax);
  limit.unref();
  const leave = () => {
    clearTimeout(limit);
    onLeft();
  };
  if (socket.destroyed) leave();
  else whenClosed(socket, leave);
}
