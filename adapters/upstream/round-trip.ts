// Waits until what was sent over a WebSocket has arrived, in both directions.

import { WebSocket } from 'ws';

/** Resolves once the server has answered a ping, or the socket has closed: what either side had sent before has arrived. */
export function roundTrip(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) return resolve();
    const done = () => {
      socket.off('pong', done).off('close', done);
      resolve();
    };
    socket.once('pong', done).once('close', done);
    socket.ping();
  });
}
