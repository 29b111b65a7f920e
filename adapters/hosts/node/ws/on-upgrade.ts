// Upgrades in turn with the requests of their connection.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/**
 * Calls back with each upgrade, once the requests are answered that came before it on its connection: a client may send it without
 * waiting for them, and Node passes it on at once.
 */
export function onUpgrade(server: Server, act: UpgradeListener): void {
  const last = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    last.set(socket, response);
    response.once('close', () => {
      if (last.get(socket) === response) last.delete(socket);
    });
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const before = last.get(stream);
    if (before === undefined) return act(request, stream, head);
    const onDrain = () => before.emit('drain'); // Node passes it on no longer
    stream.on('error', () => stream.destroy()).on('drain', onDrain);
    before.once('close', () => {
      stream.off('drain', onDrain);
      if (stream.writable) act(request, stream, head);
    });
  });
}
