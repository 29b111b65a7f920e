// Finds resets that come together with data: Node then tells the end of a connection, as of one that was closed.

import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** Calls back at the end of a connection that was reset, before all others who listen for the end: nothing can be written to it, not even nothing. */
export function probeAtEnd(socket: Socket, onReset: () => void): () => void {
  const probe = () => {
    socket.write('');
    if (socket.errored !== null) onReset();
  };
  socket.prependListener('end', probe);
  return () => void socket.off('end', probe);
}

/** The same for the connection of a request, which others may use later. */
export function probeRequest(sending: ClientRequest, onReset: () => void): void {
  sending.once('socket', (socket) => {
    sending.once('close', probeAtEnd(socket, onReset));
  });
}
