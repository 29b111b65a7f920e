// How long it may take to reach another node.

import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { clearTimeout, setTimeout } from '../host-timers.ts';

/**
 * Ends a request whose connection is not made in time: a machine that is gone does not refuse it. Nothing is sent before. The result
 * tells whether it was made.
 */
export function connecting(outgoing: ClientRequest, connectMs: number): () => boolean {
  let isConnected = false;
  const follow = (socket: Socket): void => {
    const late = new Error(`The node was not reached within ${connectMs} ms.`);
    const timer = setTimeout(() => outgoing.destroy(late), connectMs);
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      clearTimeout(timer);
    });
    socket.once('close', () => clearTimeout(timer));
  };
  if (outgoing.socket === null) outgoing.once('socket', follow);
  else follow(outgoing.socket);
  return () => isConnected;
}
