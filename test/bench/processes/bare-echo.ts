// The baseline of live streams: a server of the ws package that only echoes every frame.

import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });

server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => socket.send(data));
});
server.on('listening', () => process.send?.('ready'));
process.on('message', () => process.send?.({ port: (server.address() as AddressInfo).port }));
