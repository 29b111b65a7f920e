// One WebSocket of the ws package as the wire of a connection.

import { WebSocket } from 'ws';
import type { Frame } from '../../../protocol/channel.ts';
import type { SessionConnection, Wire } from '../../../protocol/connection.ts';

/** Reasons for the codes with which ws closes by itself. */
const reasons: Readonly<Record<number, string>> = {
  1002: 'This is not how a WebSocket is spoken.',
  1007: 'A text frame is not UTF-8.',
  1008: 'A message has too many parts.',
};

interface Failure {
  readonly code: number;
  readonly reason: string;
}

/** A socket that adds a reason where ws closes with a code only. */
export class Socket extends WebSocket {
  /** The reason to close after a message that is too large. */
  tooLarge = '';
  /** The protocol error of the client that ended the connection, if any. */
  failure: Failure | undefined;
  /** Whether the client has sent anything since the last ping. */
  isAlive = true;

  override close(code?: number, reason?: string | Buffer): void {
    if (code === undefined || reason !== undefined) return super.close(code, reason);
    const added = code === 1009 ? this.tooLarge : (reasons[code] ?? '');
    this.failure ??= { code, reason: added };
    super.close(code, added);
  }
}

export function wireOf(socket: Socket): Wire {
  return {
    send: (frame, sent) => {
      if (socket.readyState !== WebSocket.OPEN) return; // ws would count it as unsent forever
      socket.send(frame.kind === 'text' ? frame.text : frame.data, sent);
    },
    close: (code, reason) => {
      if (code === undefined) socket.close();
      else socket.close(code, reason);
    },
    unsentBytes: () => socket.bufferedAmount,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}

/** Passes the frames and the close of the client to the connection, then calls `gone`. */
export function listen(socket: Socket, connection: SessionConnection, gone: () => void): void {
  socket.on('message', (data: Buffer, isBinary) => {
    socket.isAlive = true;
    connection.receive(frameOf(data, isBinary));
  });
  socket.on('pong', () => (socket.isAlive = true));
  socket.on('error', () => undefined); // `close` follows with the reason
  socket.on('close', (code, reason) => {
    const ended = socket.failure ?? { code, reason: reason.toString() };
    connection.end(ended.code, ended.reason);
    gone();
  });
}

function frameOf(data: Buffer, isBinary: boolean): Frame {
  return isBinary ? { kind: 'binary', data } : { kind: 'text', text: data.toString() };
}
