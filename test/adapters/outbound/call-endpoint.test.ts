import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CallRequest } from '../../../adapters/contracts/calls.ts';
import { createCallEndpoint } from '../../../adapters/outbound/call-endpoint.ts';
import { rawEndpoint, type RawEndpoint } from '../../support/server/raw-endpoint.ts';

const endpoints: RawEndpoint[] = [];

afterEach(async () => {
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
});

async function endpointThat(answer: (socket: Socket) => void): Promise<RawEndpoint> {
  const endpoint = await rawEndpoint(answer);
  endpoints.push(endpoint);
  return endpoint;
}

const answering = (words: string | Buffer) => endpointThat((socket) => socket.end(words));

const bytesMax = 1_000;
const never = new AbortController().signal;

interface Called {
  readonly failure: string | undefined;
  readonly isRefused?: true;
  readonly text: string;
}

async function call(
  url: string,
  own: Partial<CallRequest> & { readonly timeoutMs?: number; readonly isEnough?: string } = {},
): Promise<Called> {
  const { timeoutMs = 30_000, isEnough, ...request } = own;
  let text = '';
  const onText = (more: string) => {
    text += more;
    return isEnough === undefined || !text.includes(isEnough);
  };
  const failure = await createCallEndpoint(['llm.example'], { timeoutMs })(
    { url, method: 'POST', headers: {}, ...request },
    { timeoutMs: 1, answerBytesMax: bytesMax, onText },
    never,
  );
  return {
    failure: failure?.reason,
    text,
    ...(failure?.isRefused === true && { isRefused: true }),
  };
}

const ok = 'HTTP/1.1 200 OK\r\n';

describe('a call', () => {
  it('has its method, headers and body, and returns the answer', async () => {
    const endpoint = await answering(`${ok}Content-Length: 5\r\n\r\nHällo`.replace('ll', 'l'));
    const headers = {
      Authorization: 'Bearer a',
      'Content-Length': '7',
      Expect: 'x',
      TE: 'trailers',
    };
    const called = await call(`${endpoint.url}path?a=b`, {
      method: 'PUT',
      headers,
      body: '{"ü":1}',
    });
    expect(called).toEqual({ failure: undefined, text: 'Hälo' });
    const [request = ''] = endpoint.requests;
    expect(request).toMatch(/^PUT \/path\?a=b HTTP\/1\.1\r\n/);
    expect(request).toMatch(/\r\nAuthorization: Bearer a\r\n/);
    expect(request).toMatch(/\r\nUser-Agent: Reprise\r\n/);
    expect(request).toMatch(/\r\nContent-Length: 8\r\n/);
    expect(request).not.toMatch(/expect|trailers|: 7/i);
    expect(request).toMatch(/\r\n\r\n\{"ü":1\}$/);
  });

  it('may have no body', async () => {
    const endpoint = await answering(`${ok}\r\n`);
    expect(await call(endpoint.url, { method: 'GET' })).toEqual({ failure: undefined, text: '' });
    expect(endpoint.requests[0]).not.toMatch(/content-length|transfer-encoding/i);
  });

  it('ends when enough is read, even if the endpoint continues', async () => {
    const endpoint = await endpointThat((socket) => socket.write(`${ok}\r\none two`));
    expect(await call(endpoint.url, { isEnough: 'two' })).toEqual({
      failure: undefined,
      text: 'one two',
    });
    await vi.waitFor(() => expect(endpoint.open.size).toBe(0));
  });

  it('returns as many bytes as allowed, also with characters cut between chunks', async () => {
    const bytes = Buffer.from('ü'.repeat(bytesMax / 2));
    const endpoint = await endpointThat((socket) => {
      socket.write(`${ok}\r\n`);
      socket.write(bytes.subarray(0, 501));
      setImmediate(() => socket.end(bytes.subarray(501)));
    });
    expect(await call(endpoint.url)).toEqual({ failure: undefined, text: 'ü'.repeat(500) });
  });
});

describe('a call has failed whose endpoint', () => {
  it.each<[string, string, RegExp]>([
    ['says nothing', '', /cannot be reached/],
    ['speaks another protocol', 'SSH-2.0-x\r\n', /cannot be reached/],
    [
      'wants a WebSocket',
      'HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      /cannot be/,
    ],
    ['stops in its headers', 'HTTP/1.1 200 OK\r\nA: b', /cannot be reached/],
    ['has endless headers', `${ok}A: ${'b'.repeat(100_000)}\r\n\r\n`, /cannot be reached/],
    ['stops in its body', `${ok}Content-Length: 9\r\n\r\nabc`, /in the middle/],
    ['stops in a chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, /in the middle/],
    ['points elsewhere', 'HTTP/1.1 302 F\r\nLocation: http://[::1]:9/\r\n\r\n', /redirect \(302\)/],
    ['has no such path', 'HTTP/1.1 404 N\r\nContent-Length: 2\r\n\r\nno', /status 404/],
    ['is broken', 'HTTP/1.1 500 N\r\n\r\n', /status 500/],
    ['compresses', `${ok}Content-Encoding: gzip\r\n\r\nabc`, /compressed/],
    ['sends a byte too many', `${ok}\r\n${'a'.repeat(bytesMax + 1)}`, /longer than/],
    ['sends 10 MiB', `${ok}\r\n${'a'.repeat(10 * 1024 * 1024)}`, /longer than/],
  ])('%s', async (_what, words, failure) => {
    const endpoint = await answering(words);
    expect((await call(endpoint.url)).failure).toMatch(failure);
    expect(endpoint.requests).toHaveLength(1);
    await vi.waitFor(() => expect(endpoint.open.size).toBe(0));
  });

  it('resets the connection in the middle', async () => {
    const endpoint = await endpointThat((socket) => {
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
      setImmediate(() => socket.resetAndDestroy());
    });
    expect((await call(endpoint.url)).failure).toMatch(/in the middle/);
  });

  it('resets the connection once a part of an answer without a length is read', async () => {
    let reset = () => undefined as unknown;
    const endpoint = await endpointThat((socket) => {
      reset = () => socket.resetAndDestroy();
      socket.write(`${ok}\r\nabc`);
    });
    const onText = () => {
      reset();
      return true;
    };
    const options = { timeoutMs: 30_000, answerBytesMax: bytesMax, onText };
    const request = { url: endpoint.url, method: 'POST', headers: {} };
    const failure = await createCallEndpoint([])(request, options, never);
    expect(failure?.reason).toMatch(/in the middle/);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => undefined],
    ['only says that it will', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n')],
    ['answers without an end', (socket) => socket.write(`${ok}\r\nabc`)],
    [
      'answers a byte at a time, for ever',
      (socket) => {
        socket.write(`${ok}\r\n`);
        const drip = () => {
          if (socket.writable) socket.write('a', () => setTimeout(drip, 5));
        };
        drip();
      },
    ],
  ])('%s', async (_what, answer) => {
    const endpoint = await endpointThat(answer);
    expect((await call(endpoint.url, { timeoutMs: 60 })).failure).toMatch(/after 0.06 s/);
    await vi.waitFor(() => expect(endpoint.open.size).toBe(0));
  });

  it('is gone', async () => {
    const endpoint = await answering('');
    await endpoint.close();
    endpoints.splice(0);
    expect((await call(endpoint.url)).failure).toMatch(/refuses connections/);
  });

  it.each([
    '169.254.169.254',
    'localhost.example',
    'llm.example.evil.example',
    'a.llm.example',
    '127.0.0.1@evil.example',
    '[::ffff:127.0.0.1]',
  ])('is at %s, which is not allowed', async (host) => {
    const endpoint = await answering(`${ok}\r\n`);
    const port = new URL(endpoint.url).port;
    for (const scheme of ['http', 'https']) {
      expect(await call(`${scheme}://${host}:${port}/`)).toEqual({
        failure: expect.stringMatching(/not allowed/),
        text: '',
        isRefused: true,
      });
    }
    expect(endpoint.requests).toEqual([]);
  });

  it.each<[string, string, CallRequest['headers'], RegExp]>([
    ['no URL', 'here', {}, /must begin with/],
    ['a socket', 'wss://127.0.0.1/', {}, /must begin with/],
    ['a file', 'file:///etc/passwd', {}, /must begin with/],
    ['a header with a line break', 'http://127.0.0.1:9/', { a: 'b\r\nc: d' }, /malformed/],
    ['a malformed password', 'http://user:%E0%A4%A@127.0.0.1:9/', {}, /malformed/],
  ])('has %s', async (_what, url, headers, failure) => {
    expect((await call(url, { headers })).failure).toMatch(failure);
  });
});

it('a call that is stopped ends its connection', async () => {
  const stopping = new AbortController();
  const endpoint = await endpointThat((socket) => {
    socket.write(`${ok}\r\nabc`);
    setImmediate(() => stopping.abort());
  });
  const options = { timeoutMs: 30_000, answerBytesMax: bytesMax, onText: () => true };
  const request = { url: endpoint.url, method: 'POST', headers: {} };
  await createCallEndpoint([])(request, options, stopping.signal);
  await vi.waitFor(() => expect(endpoint.open.size).toBe(0));
});
