// Raw WebSocket bytes, for input that no well-behaved client sends.

import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';

/** A handshake as bytes. */
export const handshake = (path: string, more: Readonly<Record<string, string>> = {}) => {
  const headers = {
    Host: 'localhost',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  };
  const lines = Object.entries(headers).filter(([, value]) => value !== '');
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** A client frame, masked with zeros. */
export function maskedFrame(opcode: number, payload: Buffer | string, isLast = true): Buffer {
  const data = Buffer.from(payload);
  return Buffer.concat([
    Buffer.of((isLast ? 0x80 : 0) | opcode, 0x80 | data.length, 0, 0, 0, 0),
    data,
  ]);
}

/** Writes each part separately; resolves with all received bytes once the server closes. */
export async function sendRaw(port: number, parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connectTcp(port, '127.0.0.1').setNoDelay();
  const read: Buffer[] = [];
  socket.on('data', (part: Buffer) => read.push(part));
  for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
  await once(socket, 'end');
  socket.destroy();
  return Buffer.concat(read).toString('latin1');
}
