// The session of a WebSocket that another node serves, with that of the other node simulated.

import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { forwardedSession } from '../../../adapters/nodes/forwarded-session.ts';
import type { Frame, Peer } from '../../../adapters/protocol/channel.ts';

class FakeSocket extends EventEmitter {
  readonly did: string[] = [];
  bufferedAmount = 0;
  isPaused = false;
  onSent: (() => void) | undefined;

  send(data: string | Buffer, sent: () => void): void {
    this.did.push(`send ${data.length}`);
    this.onSent = sent;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  close(code?: number, reason?: string): void {
    this.did.push(`close ${code ?? 'without a code'} ${reason ?? ''}`.trim());
  }
  terminate(): void {
    this.did.push('terminate');
  }
}

function started() {
  const other = new FakeSocket();
  const did: string[] = [];
  let drain: (() => void) | undefined;
  const peer: Peer = {
    send: (frame: Frame) => void did.push(`send ${frame.kind}`),
    close: (code, reason) =>
      void did.push(`close ${code ?? 'without a code'} ${reason ?? ''}`.trim()),
    drained: () => undefined,
  };
  const drained = new Promise<void>((resolve) => (drain = resolve));
  const slow: Peer = { ...peer, drained: async () => drained };
  const sessionOf = (to: Peer) =>
    forwardedSession(other as unknown as WebSocket, {}, to, () => void did.push('break off'));
  return { other, did, peer, slow, sessionOf, drain: () => drain?.() };
}

it('lets its client wait while the other node reads slowly', async () => {
  const { other, peer, sessionOf } = started();
  const session = sessionOf(peer);
  expect(session.receive({ kind: 'text', text: 'a' })).toBeUndefined();
  other.bufferedAmount = 1024 * 1024;
  let isReceived = false;
  const received = session.receive({ kind: 'binary', data: Buffer.alloc(9) }) as Promise<void>;
  const done = received.then(() => (isReceived = true));
  await Promise.resolve();
  expect(isReceived).toBe(false);
  other.onSent?.();
  await done;
  expect(other.did).toEqual(['send 1', 'send 9']);
});

it('does not read from the other node while its client reads slowly', async () => {
  const { other, did, slow, sessionOf, drain } = started();
  sessionOf(slow);
  other.emit('message', Buffer.from('a'), false);
  expect(other.isPaused).toBe(true);
  other.emit('message', Buffer.from('b'), true); // had been read
  drain();
  await new Promise((resolve) => setImmediate(resolve));
  expect(other.isPaused).toBe(false);
  expect(did).toEqual(['send text', 'send binary']);
});

it.each([
  [1005, '', 'close without a code'],
  [1006, '', 'break off'],
  [4001, 'why', 'close 4001 why'],
])('ends with %i as the other node does', (code, reason, expected) => {
  const { other, did, peer, sessionOf } = started();
  sessionOf(peer);
  other.emit('close', code, Buffer.from(reason));
  expect(did).toEqual([expected]);
});

it.each([
  [1005, '', 'close without a code'],
  [1006, '', 'terminate'],
  [4001, 'why', 'close 4001 why'],
])('ends with %i as its client does', (code, reason, expected) => {
  const { other, peer, sessionOf } = started();
  void sessionOf(peer).closed(code, reason);
  expect(other.did).toEqual([expected]);
});
