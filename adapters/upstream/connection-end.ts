// Ends the connection of a client as that of the service ended: it was closed, or reset. The client first gets all that was written.

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setImmediate, setTimeout } from '../host-timers.ts';
import type { Failure } from '../recording/format/proxy-entries.ts';

/**
 * How long a client has, before a reset, to read what was written: the system drops what it has not sent, and a client that finds data and
 * the reset together may take that for a close.
 */
const receivingMs = 250;
/** How long clients may take. */
interface EndLimits {
  /** To read what was written before a reset. */
  readonly readingMsMax: number;
  /** To read the rest, and to go on to send, before a connection that is closed to them ends: with something unread, it would be reset. */
  readonly sendingMsMax: number;
}

const usualLimits: EndLimits = { readingMsMax: 30_000, sendingMsMax: 30_000 };

/** Ends an answer that has not come, or not all of it. */
export function endAnswer(response: ServerResponse, failure: Failure): void {
  const { socket, req } = response;
  if (socket === null) {
    // It waits for earlier answers.
    response.once('socket', () => endAnswer(response, failure));
  } else if (failure !== 'closed') resetWritten(socket);
  else if (req.complete) socket.destroySoon();
  else {
    closeRead(socket);
    req.once('end', () => socket.destroySoon()).resume();
  }
}

/** Ends the connection of a WebSocket, or of a handshake. */
export function endConnection(
  socket: Socket,
  failure: Failure,
  limits: EndLimits = usualLimits,
): void {
  if (failure === 'closed') closeRead(socket, limits);
  else resetWritten(socket, limits);
}

/** Resets a connection once its client has received all that was written, or could have. */
function resetWritten(socket: Socket, { readingMsMax }: EndLimits = usualLimits): void {
  if (socket.destroyed) return;
  let timer = setTimeout(() => reset(socket), readingMsMax);
  socket.once('close', () => clearTimeout(timer));
  socket.write('', () => {
    clearTimeout(timer);
    if (socket.bytesWritten === 0) return reset(socket);
    // After a further turn of the event loop, a client of this process has read, too.
    timer = setTimeout(() => void setImmediate(() => reset(socket)), receivingMs);
  });
}

function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy();
  } catch {
    socket.destroy(); // not of TCP alone
  }
}

/** Closes a connection, and reads on until its client has closed it, too. */
function closeRead(socket: Socket, { sendingMsMax }: EndLimits = usualLimits): void {
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), sendingMsMax);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroySoon());
  socket.end();
  socket.resume();
}
