// The baseline of the speech group: a server of the ws package that only answers a Flush with a number of bytes of audio.

import { WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';

/** The number of bytes of audio, and of each of its frames. */
export interface BareAudio {
  readonly bytes: number;
  readonly frameBytes: number;
}

const { bytes, frameBytes } = JSON.parse(process.argv[2] ?? '') as BareAudio;
const audio = Buffer.alloc(bytes, 1);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { readonly type: string };
    if (type !== 'Flush') return;
    for (let start = 0; start < bytes; start += frameBytes) {
      socket.send(audio.subarray(start, start + frameBytes));
    }
    socket.send(JSON.stringify({ type: 'Flushed', sequence_id: 0 }));
  });
});
server.on('listening', () => process.send?.('ready'));
process.on('message', () => process.send?.({ port: (server.address() as AddressInfo).port }));
