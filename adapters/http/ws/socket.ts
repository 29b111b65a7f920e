// One WebSocket of the ws package as the wire of a connection.

import { WebSocket } from 'ws';
import type { Frame } from '../channel.ts';
import type { Connection, Wire } from '../connection.ts';

/** Why ws closes by itself: what it could not take from a client. */
const reasons: Readonly<Record<number, string>> = {
  1002: 'This is not how a WebSocket is spoken.',
  1007: 'A text frame is not UTF-8.',
  1008: 'A message has too many parts.',
};

interface Failure {
  readonly code: number;
  readonly reason: string;
}

/** A socket that says why it closes where ws gives no more than a number. */
export class Socket extends WebSocket {
  /** The largest message, for the words about a larger one. */
  tooLarge = '';
  /** What was wrong with what the client sent, if it was that what ended the connection. */
  failure: Failure | undefined;
  /** Whether anything came since the last ping. */
  isAlive = true;

  override close(code?: number, reason?: string | Buffer): void {
    if (code === undefined || reason !== undefined) return super.close(code, reason);
    const said = code === 1009 ? this.tooLarge : (reasons[code] ?? '');
    this.failure ??= { code, reason: said };
    super.close(code, said);
  }
}

export function wireOf(socket: Socket): Wire {
  return {
    send: (frame) => {
      if (socket.readyState !== WebSocket.OPEN) return; // ws would count it as unsent for ever
      socket.send(frame.kind === 'text' ? frame.text : frame.data);
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

/** Hands to the connection whatever comes from the client, until it is gone. */
export function listen(socket: Socket, { receive, end }: Connection, gone: () => void): void {
  socket.on('message', (data: Buffer, isBinary) => {
    socket.isAlive = true;
    receive(frameOf(data, isBinary));
  });
  socket.on('pong', () => (socket.isAlive = true));
  socket.on('error', () => undefined); // what there is to know comes with the close
  socket.on('close', (code, reason) => {
    const ended = socket.failure ?? { code, reason: reason.toString() };
    end(ended.code, ended.reason);
    gone();
  });
}

function frameOf(data: Buffer, isBinary: boolean): Frame {
  return isBinary ? { kind: 'binary', data } : { kind: 'text', text: data.toString() };
}
