import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { json, type RawRequest } from '../../../../adapters/protocol/messages.ts';
import {
  bodyBytesMax,
  drainedBytesMax,
  headerBytesReadMax,
  idleMsMax,
  requestMsMax,
} from '../../../../adapters/protocol/limits.ts';
import { createNodeServer } from '../../../../adapters/hosts/node/node.ts';
import { testKey } from '../../../support/server/server.ts';
import {
  expectError,
  rawRequest,
  serverForEach,
  waitUntil,
} from '../../../support/server/requests.ts';

describe('the Node host', () => {
  let server: Server;
  let port: number;
  let url: string;
  let requests: RawRequest[];

  beforeEach(async () => {
    requests = [];
    server = createNodeServer(
      {
        owns: () => true,
        handle: async (request) => {
          requests.push(request);
          if (request.url === '/broken') throw new Error('A bug of ours.');
          if (request.url === '/empty') return { status: 204, headers: { 'X-Request-Id': 'x' } };
          return json(200, { bytes: request.body.length, text: 'é' });
        },
        refuse: (_request, status, message) => json(status, { code: status, message }),
        open: async () => ({ kind: 'refused', response: json(404, {}) }),
      },
      { allowHosts: ['a', 'wallet.example'] },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
    url = `http://127.0.0.1:${port}`;
  });

  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, 'close');
  });

  const openConnections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );

  it('passes method, path with query, headers in lower case, body and origin to the app', async () => {
    const headers = { 'X-Thing': 'a', Host: 'wallet.example:81' };
    const chunks = [Buffer.from('ab'), Buffer.from('c')];
    await rawRequest(`${url}/a/b?c=d%20e`, { method: 'PATCH', headers, chunks });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      method: 'PATCH',
      url: '/a/b?c=d%20e',
      origin: 'http://wallet.example:81',
      body: Buffer.from('abc'),
    });
    expect(requests[0]?.headers['x-thing']).toBe('a');
  });

  it('sends the length of its response in bytes', async () => {
    const answer = await rawRequest(`${url}/`);
    expect(JSON.parse(answer.text)).toEqual({ bytes: 0, text: 'é' });
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
  });

  it('answers 204 with neither body nor length', async () => {
    const { status, headers, text } = await rawRequest(`${url}/empty`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(headers).not.toHaveProperty('content-length');
    expect(headers['x-request-id']).toBe('x');
  });

  it('answers 500 if the app throws, and continues to serve', async () => {
    const { status, text } = await rawRequest(`${url}/broken`);
    expect(status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 500, message: expect.any(String) });
    expect((await rawRequest(url)).status).toBe(200);
  });

  it('accepts a body of the maximum size', async () => {
    const body = Buffer.alloc(bodyBytesMax, 'a');
    const headers = { 'Content-Length': String(body.length) };
    const answer = await rawRequest(url, { method: 'POST', headers, chunks: [body] });
    expect(JSON.parse(answer.text).bytes).toBe(bodyBytesMax);
  });

  it('refuses a body with too large a Content-Length before reading it', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bodyBytesMax + 1}\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    const text = first.toString();
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(text).toContain(String(bodyBytesMax));
    socket.destroy();
    expect(requests).toEqual([]);
  });

  it('refuses a chunked body as soon as it is too large', async () => {
    const piece = Buffer.alloc(64 * 1024, 'a');
    const chunks = Array.from({ length: bodyBytesMax / piece.length + 1 }, () => piece);
    const answer = await rawRequest(url, { method: 'POST', chunks });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 413, message: expect.any(String) });
    expect(requests).toEqual([]);
  });

  it('refuses headers that are too large', async () => {
    const answer = await rawRequest(url, { headers: { 'X-Big': 'a'.repeat(headerBytesReadMax) } });
    expect(answer.status).toBe(431);
    expect(requests).toEqual([]);
  });

  it('ignores a request whose client disconnects within the body, and continues to serve', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"half":');
    await waitUntil('the client is connected', async () => (await openConnections()) === 1);
    socket.destroy();
    await waitUntil('the connection is gone', async () => (await openConnections()) === 0);
    expect(requests).toEqual([]);
    expect((await rawRequest(url)).status).toBe(200);
  });

  it('sets the timeouts of Node for requests and idle connections', () => {
    const { requestTimeout, headersTimeout, keepAliveTimeout } = server;
    expect({ requestTimeout, headersTimeout, keepAliveTimeout }).toEqual({
      requestTimeout: requestMsMax,
      headersTimeout: requestMsMax,
      keepAliveTimeout: idleMsMax,
    });
  });

  it('survives a client that does not wait for its response', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /gone HTTP/1.1\r\nHost: localhost\r\n\r\n');
    socket.destroySoon();
    await waitUntil('the connection is gone', async () => (await openConnections()) === 0);
    expect((await rawRequest(url)).status).toBe(200);
  });

  it('answers 400 to bytes that are not HTTP', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
    expect(requests).toEqual([]);
  });
});

describe('requests that the Node host refuses itself', () => {
  const server = serverForEach();

  /** Sends raw bytes; resolves with status and body of the response once the server has closed the connection. */
  async function sendRaw(bytes: string): Promise<{ status: number; text: string }> {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    const parts: Buffer[] = [];
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.write(bytes);
    await once(socket, 'end');
    socket.destroy();
    const [head = '', ...text] = Buffer.concat(parts).toString().split('\r\n\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    return { status, text: text.join('\r\n\r\n') };
  }

  it.each([
    ['garbage', '\u0001\u0002 what is this\r\n\r\n', 400],
    [
      'a request without a host',
      'GET /v1/w3s/walletSets HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'a'.repeat(headerBytesReadMax)}\r\n\r\n`,
      431,
    ],
  ])('refuses %s in JSON', async (_case, bytes, expected) => {
    const { status, text } = await sendRaw(bytes);
    expect(status).toBe(expected);
    expect(JSON.parse(text)).toEqual({ code: expected, message: expect.stringMatching(/\S/) });
  });
});

describe('a body that is far too large', () => {
  const server = serverForEach();
  const path = '/v1/w3s/developer/walletSets';
  const body = JSON.stringify({ name: 'x'.repeat(3 * bodyBytesMax) });
  const keyed = `Authorization: Bearer ${testKey}\r\n`;

  it('is drained so that its sender reads the error, each time', async () => {
    for (let time = 0; time < 10; time += 1) {
      expectError(await server().request('POST', path, body), 413, 413);
    }
  });

  it('is disconnected when it does not end', async () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    const closed = new Promise<string>((resolve) => {
      socket.on('error', () => undefined).on('close', () => resolve('closed'));
    });
    socket.resume();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${keyed}Transfer-Encoding: chunked\r\n\r\n`,
    );
    const piece = 'x'.repeat(1024 * 1024);
    const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
    let sentBytes = 0;
    const write = (): void => {
      while (!socket.destroyed && socket.write(chunk)) sentBytes += piece.length;
      sentBytes += piece.length;
    };
    socket.on('drain', write);
    write();
    expect(await closed).toBe('closed');
    expect(sentBytes).toBeGreaterThanOrEqual(drainedBytesMax);
  });

  it('may end after the refusal, and the connection stays usable', async () => {
    const socket = connect(Number(new URL(server().url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString()));
    const ended = once(socket, 'close').then(() => 'closed');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${keyed}Content-Length: ${body.length}\r\n\r\n`,
    );
    await waitUntil('the refusal is there', () => received.startsWith('HTTP/1.1 413 '));
    socket.write(`${body}GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await ended).toBe('closed');
    expect(received).toMatch(/HTTP\/1\.1 200 [^]*"pong"/);
  });
});

describe('bodies at the services', () => {
  const server = serverForEach();
  const path = '/v1/w3s/developer/walletSets';

  it('accepts an empty body with Content-Type application/json on GET', async () => {
    expect((await server().request('GET', '/v1/w3s/walletSets')).status).toBe(200);
  });

  it('reads an empty body with Content-Type application/json on POST as an empty object', async () => {
    const answer = await server().request('POST', path);
    expectError(answer, 400, 2);
    const named = answer.body.errors.map((error: { location: string }) => error.location);
    expect(named).toEqual(['body.idempotencyKey', 'body.entitySecretCiphertext']);
  });

  it.each(['{', '{"name":}', 'name=x', '{"a":1}}', '\u0000'])(
    'reports %j as a field problem',
    async (body) => {
      expectError(await server().request('POST', path, body), 400, 2);
    },
  );

  it('reports invalid UTF-8 as a field problem', async () => {
    const body = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const headers = { Authorization: 'Bearer TEST_API_KEY:reprise:demo' };
    const answer = await rawRequest(server().url + path, {
      method: 'POST',
      headers,
      chunks: [body],
    });
    expectError({ status: answer.status, body: JSON.parse(answer.text) }, 400, 2);
  });

  it('refuses a body that is too large in the form of each service', async () => {
    const huge = JSON.stringify({ name: 'x'.repeat(bodyBytesMax) });
    expectError(await server().request('POST', path, huge), 413, 413);
  });
});
