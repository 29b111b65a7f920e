import { beforeEach, describe, expect, it, vi } from 'vitest';
import { socketLimits, type Frame, type SocketLimits } from '../../../adapters/protocol/channel.ts';
import { SessionConnection, type Wire } from '../../../adapters/protocol/connection.ts';
import { OverloadError, StoreError } from '../../../core/index.ts';

const text = (words: string): Frame => ({ kind: 'text', text: words });
const wordsOf = (frame: Frame) => (frame.kind === 'text' ? frame.text : frame.data.toString());
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a connection', () => {
  /** Calls of the wire and the session, in order. */
  let log: string[];
  let unsentBytes: number;
  let transmitted: () => void;
  /** The promises of pending frames, by their text. */
  let settle: Map<string, { resolve: () => void; reject: (error: Error) => void }>;
  let closed: (code: number, reason: string) => void;

  beforeEach(() => {
    log = [];
    unsentBytes = 0;
    settle = new Map();
    closed = (code, reason) => log.push(`closed ${code} ${reason}`);
  });

  const wire: Wire = {
    send: (frame, sent) => {
      log.push(`send ${wordsOf(frame)}`);
      transmitted = sent;
    },
    close: (code, reason) => log.push(`close ${code} ${reason}`),
    unsentBytes: () => unsentBytes,
    pause: () => log.push('pause'),
    resume: () => log.push('resume'),
  };

  function receive(frame: Frame): void | Promise<void> {
    const words = wordsOf(frame);
    log.push(`receive ${words}`);
    if (words === 'throw') throw new Error('Thrown.');
    if (!words.startsWith('wait')) return;
    return new Promise((resolve, reject) => settle.set(words, { resolve, reject }));
  }

  function open(limits: Partial<SocketLimits> = {}): SessionConnection {
    const connection = new SessionConnection({ ...socketLimits, ...limits });
    connection.accept({ receive, closed: (code, reason) => closed(code, reason) }, wire);
    return connection;
  }

  it('sends the frames that were queued before it was accepted, then later ones', () => {
    const connection = new SessionConnection(socketLimits);
    connection.peer.send(text('early'));
    expect(log).toEqual([]);
    connection.accept({ receive, closed }, wire);
    connection.peer.send(text('late'));
    expect(log).toEqual(['send early', 'send late']);
  });

  it('limits the frames that are queued before it is accepted', async () => {
    const connection = new SessionConnection({ ...socketLimits, waitingBytesMax: 200 });
    for (const words of ['a', 'b', 'c', 'd', 'e']) connection.peer.send(text(words));
    connection.accept({ receive, closed }, wire);
    await turn();
    const end = '1008 More than 200 bytes wait to be read.';
    expect(log).toEqual(['send a', 'send b', 'send c', 'send d', `close ${end}`, `closed ${end}`]);
  });

  it('sends up to the limit of queued bytes, and not a byte more', async () => {
    const { peer } = open({ waitingBytesMax: 10 });
    unsentBytes = 7;
    peer.send(text('abc'));
    unsentBytes = 8;
    peer.send(text('abc'));
    peer.send(text(''));
    await turn();
    const end = '1008 More than 10 bytes wait to be read.';
    expect(log).toEqual(['send abc', `close ${end}`, 'resume', `closed ${end}`]);
  });

  describe('whose session waits for the client to read', () => {
    const limits = { resumeBytes: 10, unreadMsMax: 30_000 };

    beforeEach(() => {
      vi.useFakeTimers();
      return () => vi.useRealTimers();
    });

    it('has nothing to wait for below the low-water mark', () => {
      const { peer } = open(limits);
      unsentBytes = 9;
      expect(peer.drained()).toBeUndefined();
    });

    it('continues once less than the low-water mark is queued', async () => {
      const { peer } = open(limits);
      peer.send(text('abc'));
      unsentBytes = 30;
      void peer.drained()?.then(() => log.push('drained'));
      unsentBytes = 10;
      transmitted();
      await Promise.resolve();
      expect(log).toEqual(['send abc']);
      unsentBytes = 9;
      transmitted();
      await Promise.resolve();
      expect(log).toEqual(['send abc', 'drained']);
      expect(vi.getTimerCount()).toBe(0);
    });

    it('ends with 1008 if the client reads nothing for the time limit', async () => {
      const { peer } = open(limits);
      peer.send(text('abc'));
      unsentBytes = 30;
      void peer.drained()?.then(() => log.push('drained'));
      await vi.advanceTimersByTimeAsync(29_999);
      transmitted(); // the client has read a part, which restarts the wait
      await vi.advanceTimersByTimeAsync(29_999);
      expect(log).toEqual(['send abc']);
      await vi.advanceTimersByTimeAsync(1);
      const end = '1008 The client has read nothing for 30 s.';
      expect(log).toEqual(['send abc', `close ${end}`, 'resume', 'drained', `closed ${end}`]);
      expect(peer.drained()).toBeUndefined();
    });

    it.each([
      ['leaves', (connection: SessionConnection) => connection.end(1006, '')],
      ['is abandoned before its upgrade', (connection: SessionConnection) => connection.abandon()],
    ])('stops waiting when the client %s', async (_name, end) => {
      const connection = open(limits);
      unsentBytes = 30;
      const waiting = connection.peer.drained();
      end(connection);
      await expect(waiting).resolves.toBeUndefined();
      expect(vi.getTimerCount()).toBe(0);
    });

    it('waits also for frames that are queued before it is accepted', async () => {
      const connection = new SessionConnection({ ...socketLimits, ...limits });
      connection.peer.send(text('early'));
      const waiting = connection.peer.drained();
      expect(waiting).toBeDefined();
      connection.accept({ receive, closed }, wire);
      transmitted();
      await expect(waiting).resolves.toBeUndefined();
    });
  });

  it('queues frames while the session is busy, and pauses the client', async () => {
    const connection = open();
    for (const words of ['wait', 'second', 'wait too', 'fourth']) connection.receive(text(words));
    expect(log).toEqual(['receive wait', 'pause', 'pause', 'pause']);
    settle.get('wait')?.resolve();
    await turn();
    expect(log.slice(4)).toEqual(['receive second', 'receive wait too']);
    settle.get('wait too')?.resolve();
    await turn();
    expect(log.slice(6)).toEqual(['receive fourth', 'resume']);
  });

  it('queues frames for a busy session up to the limit, and not a byte more', async () => {
    const connection = open({ waitingBytesMax: 2 * (64 + 3) });
    for (const words of ['wait', 'abc', 'abc']) connection.receive(text(words));
    await turn();
    expect(log).toEqual(['receive wait', 'pause', 'pause']);
    connection.receive(text(''));
    await turn();
    const end = '1008 More than 134 bytes wait to be received.';
    expect(log.slice(3)).toEqual(['pause', `close ${end}`, 'resume', `closed ${end}`]);
  });

  it('calls closed after the frames before it, and only once', async () => {
    const connection = open();
    for (const words of ['wait', 'last']) connection.receive(text(words));
    connection.end(1000, 'done');
    connection.end(1006, '');
    connection.peer.send(text('after the end'));
    connection.peer.close(1011);
    connection.receive(text('too late'));
    await turn();
    expect(log).toEqual(['receive wait', 'pause']);
    settle.get('wait')?.resolve();
    await turn();
    expect(log.slice(2)).toEqual(['receive last', 'resume', 'closed 1000 done']);
  });

  it('calls closed for a close by the session only after its current call', async () => {
    const { peer } = open();
    peer.close();
    log.push('in the middle');
    peer.close(1000, 'again');
    await turn();
    expect(log).toEqual(['close undefined ', 'resume', 'in the middle', 'closed 1005 ']);
  });

  it('drops queued frames once the session has closed', async () => {
    const connection = open();
    for (const words of ['wait', 'never']) connection.receive(text(words));
    connection.peer.close(1000);
    settle.get('wait')?.resolve();
    await turn();
    expect(log).not.toContain('receive never');
    expect(log.filter((line) => line.startsWith('closed'))).toEqual(['closed 1000 ']);
  });

  it.each([
    ['a bug', new Error('Oh.'), 1011],
    ['an unavailable store', new StoreError('unavailable', 'Oh.'), 1013],
    ['overload', new OverloadError('Oh.'), 1013],
  ])('closes for %s', async (_case, error, code) => {
    open().receive(text('wait'));
    settle.get('wait')?.reject(error);
    await turn();
    expect(log.filter((line) => line.startsWith('close'))).toEqual([
      `close ${code} Oh.`,
      `closed ${code} Oh.`,
    ]);
  });

  it('closes for a synchronous error', async () => {
    open().receive(text('throw'));
    await turn();
    expect(log).toEqual(['receive throw', 'close 1011 Thrown.', 'resume', 'closed 1011 Thrown.']);
  });

  it('survives a session that throws at its end', async () => {
    closed = () => {
      throw new Error('Even then.');
    };
    open().end(1000, '');
    open().peer.close(1000);
    await turn();
    expect(log).toEqual(['close 1000 ', 'resume']);
  });

  it.each([0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 3000.5, Number.NaN])(
    'refuses to close with %d, and stays open',
    (code) => {
      const { peer } = open();
      expect(() => peer.close(code)).toThrow(
        new RangeError(
          `The close code must be 1000 to 1003, 1007 to 1014, or 3000 to 4999, not ${code}.`,
        ),
      );
      peer.send(text('still here'));
      expect(log).toEqual(['send still here']);
    },
  );

  it('ignores all calls once it is abandoned', () => {
    const connection = new SessionConnection(socketLimits);
    connection.abandon();
    connection.peer.send(text('ignored'));
    connection.peer.close(1000);
    connection.receive(text('ignored'));
    expect(log).toEqual([]);
  });
});
