// A WebSocket that another node serves, as a session of this one.

import type { RawData, WebSocket } from 'ws';
import type { Frame, Peer, Session } from '../protocol/channel.ts';

/** What the answer to a handshake tells the client. */
export type Acceptance = Pick<Session, 'headers' | 'protocol'>;

/** What may wait to be sent to the other node before its client is no longer read. */
const waitingBytesMax = 1024 * 1024;

/** `other`: the WebSocket at the other node. `breakOff`: ends the connection of the client, as that of the other node has ended. */
export function forwardedSession(
  other: WebSocket,
  acceptance: Acceptance,
  peer: Peer,
  breakOff: () => void,
): Session {
  other.on('message', (data, isBinary) => {
    peer.send(frameOf(data, isBinary));
    const drained = peer.drained();
    if (drained === undefined || other.isPaused) return;
    other.pause();
    void drained.then(() => other.resume());
  });
  other.once('close', (code, reason) => {
    if (code === 1006) breakOff();
    else if (code === 1005) peer.close();
    else peer.close(code, reason.toString());
  });
  return {
    ...acceptance,
    receive(frame) {
      const data = frame.kind === 'text' ? frame.text : frame.data;
      if (other.bufferedAmount < waitingBytesMax) return other.send(data, ignore);
      return new Promise((resolve) => other.send(data, () => resolve()));
    },
    closed(code, reason) {
      if (code === 1006) other.terminate();
      else if (code === 1005) other.close();
      else other.close(code, reason);
    },
  };
}

function frameOf(data: RawData, isBinary: boolean): Frame {
  const bytes = data as Buffer; // as `ws` gives it by default
  return isBinary ? { kind: 'binary', data: bytes } : { kind: 'text', text: bytes.toString() };
}

function ignore(): void {
  // It is closed: `close` follows.
}
