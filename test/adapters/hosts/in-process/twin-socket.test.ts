import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createTwin } from '../../../../adapters/hosts/in-process/twin.ts';
import type { TwinSocket } from '../../../../adapters/hosts/in-process/twin-socket.ts';
import { createTalk } from '../../../contract/talk-service.ts';

function setUp() {
  const talk = createTalk();
  return { talk, ...createTwin(talk.app) };
}

const happened = (socket: TwinSocket, type: 'open' | 'close' | 'message' | 'error') =>
  new Promise<Event>((resolve) => socket.addEventListener(type, resolve, { once: true }));

describe("the twin's WebSocket", () => {
  it('has the interface of a browser', async () => {
    const { WebSocket } = setUp();
    expect([WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED]).toEqual([
      0, 1, 2, 3,
    ]);
    const socket = new WebSocket('wss://any.host:81/talk/echo?a=b', 'token');
    expect(socket).toMatchObject({
      url: 'wss://any.host:81/talk/echo?a=b',
      readyState: socket.CONNECTING,
      protocol: '',
      extensions: '',
      bufferedAmount: 0,
    });
    const seen: unknown[] = [];
    Object.assign(socket, {
      onopen: () => seen.push('open', socket.protocol, socket.readyState),
      onmessage: ({ data }: MessageEvent) => seen.push(data),
      onerror: () => seen.push('error'),
      onclose: ({ code, reason, wasClean }: CloseEvent) => seen.push(code, reason, wasClean),
    });
    await happened(socket, 'open');
    socket.send('hello');
    socket.send('close 4001 so it is');
    await happened(socket, 'close');
    expect(seen).toEqual(['open', 'token', 1, 'hello', 4001, 'so it is', true]);
    expect(socket.readyState).toBe(socket.CLOSED);
  });

  it('accepts a path alone', async () => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/w/bob/talk/echo');
    await happened(socket, 'open');
    expect(socket.response).toMatchObject({ status: 101, headers: { 'X-World': 'bob' } });
  });

  it.each([
    ['ftp://a/talk/echo', []],
    ['ws://a/talk/echo#part', []],
    ['ws://[/', []],
    ['/talk/echo', ['a', 'a']],
    ['/talk/echo', ['a b']],
    ['/talk/echo', ['a,b']],
    ['/talk/echo', ['']],
  ])('throws a SyntaxError for %s with %j', (url, protocols) => {
    const { WebSocket } = setUp();
    expect(() => new WebSocket(url, protocols)).toThrow(
      expect.objectContaining({ name: 'SyntaxError' }),
    );
  });

  it('refuses to send before it is open, and drops frames after it was closed', async () => {
    const { WebSocket, talk } = setUp();
    const socket = new WebSocket('/talk/echo');
    expect(() => socket.send('early')).toThrow(
      expect.objectContaining({ name: 'InvalidStateError' }),
    );
    await happened(socket, 'open');
    socket.close(1000);
    expect(socket.readyState).toBe(socket.CLOSING);
    socket.send('late');
    await happened(socket, 'close');
    socket.send('later still');
    socket.close();
    expect(socket.readyState).toBe(socket.CLOSED);
    expect(talk.heard.lines).toEqual(["closed 1000 ''"]);
  });

  it('fails when it is closed before it is open, and ends the session', async () => {
    const { WebSocket, talk } = setUp();
    const socket = new WebSocket('/talk/greeting');
    socket.close();
    const failed = happened(socket, 'error');
    const closed = happened(socket, 'close');
    expect(await failed).toMatchObject({ message: 'The socket was closed before it was open.' });
    expect(await closed).toMatchObject({ code: 1006, wasClean: false });
    await talk.heard.until(/^closed/);
    expect(talk.heard.lines).toEqual(["closed 1006 ''"]);
  });

  it('exposes the response of a refusal', async () => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/talk/locked', [], { headers: { Authorization: 'Token no' } });
    expect(await happened(socket, 'error')).toMatchObject({
      message: 'Unexpected server response: 401',
    });
    expect(socket.response?.status).toBe(401);
    expect(socket.response?.body).toContain('INVALID_AUTH');
  });

  it.each([
    [1005, ''],
    [1006, ''],
    [999, ''],
    [1000, 'é'.repeat(62)],
  ])('throws for a close with %d and %s', async (code, reason) => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    expect(() => socket.close(code, reason)).toThrow(DOMException);
    expect(socket.readyState).toBe(socket.OPEN);
  });

  it('delivers asynchronously, with the bytes at the time of sending', async () => {
    const { WebSocket, talk } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    const bytes = Buffer.of(1, 2);
    const answered = once(socket, 'message');
    socket.send(bytes);
    expect(talk.heard.lines).toEqual([]);
    bytes.fill(9);
    const [{ data }] = (await answered) as [MessageEvent];
    expect(data).toEqual(Buffer.of(1, 2));
    expect(talk.heard.lines).toEqual(['heard binary 0102']);
  });

  it('receives nothing once it has closed', async () => {
    const { WebSocket, talk } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    const seen: unknown[] = [];
    socket.addEventListener('message', ({ data }) => seen.push(data));
    socket.send('count 3');
    socket.close(1000);
    await happened(socket, 'close');
    expect(talk.heard.lines).toEqual(['heard text count 3', "closed 1000 ''"]);
    expect(seen).toEqual([]);
  });

  it('delivers a copy of the bytes to each client', async () => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    const seen: string[] = [];
    socket.addEventListener('message', ({ data }) => {
      seen.push((data as Buffer).toString('hex'));
      (data as Buffer).fill(9);
      if (seen.length === 2) socket.close();
    });
    socket.send('twice');
    await happened(socket, 'close');
    expect(seen).toEqual(['01', '01']);
  });

  it('delivers bytes in the form of binaryType', async () => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    const echoed = async () => {
      const answered = once(socket, 'message');
      socket.send(Buffer.of(7));
      return ((await answered) as [MessageEvent])[0].data as unknown;
    };
    expect(await echoed()).toEqual(Buffer.of(7));
    socket.binaryType = 'arraybuffer';
    const data = await echoed();
    expect(data).toBeInstanceOf(ArrayBuffer);
    expect(new Uint8Array(data as ArrayBuffer)).toEqual(Uint8Array.of(7));
    socket.binaryType = 'blob';
    const blob = await echoed();
    expect(new Uint8Array(await (blob as Blob).arrayBuffer())).toEqual(Uint8Array.of(7));
  });

  it('replaces lone surrogates in text', async () => {
    const { WebSocket } = setUp();
    const socket = new WebSocket('/talk/echo');
    await happened(socket, 'open');
    const answered = once(socket, 'message');
    socket.send('half \ud83d');
    expect(((await answered) as [MessageEvent])[0].data).toBe('half \ufffd');
  });
});
