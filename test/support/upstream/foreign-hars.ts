// Random HARs as Chrome, Firefox and Playwright write them, with what each entry says.

import fc from 'fast-check';

/** The origin of all entries. */
export const origin = 'https://api.example';
const startMs = Date.parse('2026-03-01T10:00:00Z');

export interface ForeignFrame {
  readonly by: 'client' | 'server';
  readonly isText: boolean;
  /** Text, or bytes as base64. */
  readonly data: string;
}

export interface ForeignSocket {
  readonly frames: readonly ForeignFrame[];
  /** Chrome has the end of some; others have none. */
  readonly end: { readonly by: 'client' | 'server'; readonly code: number } | undefined;
}

/** What an entry says, however it is written. */
export interface ForeignExchange {
  readonly program: 'chrome' | 'firefox' | 'playwright';
  readonly startedMs: number;
  /** Undefined if the file does not have it. */
  readonly durationMs: number | undefined;
  readonly method: string;
  /** Path and query. */
  readonly local: string;
  /** Undefined for a request without content. Bytes as base64. */
  readonly sent:
    | { readonly type: string; readonly body: string; readonly form: 'text' | 'params' | 'base64' }
    | undefined;
  readonly cookie: string | undefined;
  readonly answer:
    | {
        readonly status: number;
        readonly type: string | undefined;
        /** As base64. */
        readonly body: string;
        readonly isInBase64: boolean;
        readonly wasCompressed: boolean;
        readonly cookies: readonly string[];
        readonly location: string | undefined;
      }
    /** The name of a failure. */
    | string;
  readonly socket: ForeignSocket | undefined;
  /** Whether members that a program may leave out are there, one after another. */
  readonly omitted: readonly boolean[];
}

const texts = fc.constantFrom(
  '{"id":1}',
  `{"next":"${origin}/a?page=2","other":"${origin}.org/a"}`,
  'é \u{1F600} "quoted" \\ \u0000',
  '{origin}/a',
  'a=1&b=x+y',
  '[]',
);
const asBase64 = (text: string) => Buffer.from(text).toString('base64');
const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 40 })
  .map((data) => Buffer.from(data).toString('base64'));
/** A body that is text, and one that need not be. */
const textBodies = texts.map((text) => ({ body: asBase64(text), isText: true }));
const bodies = fc.oneof(
  textBodies,
  bytes.map((body) => ({ body, isText: false })),
);

const sent: fc.Arbitrary<ForeignExchange['sent']> = fc.oneof(
  fc.record({
    type: fc.constantFrom('application/json', 'text/plain;charset=UTF-8'),
    body: texts.map(asBase64),
    form: fc.constant('text' as const),
  }),
  fc.record({
    type: fc.constant('application/x-www-form-urlencoded'),
    body: fc.constantFrom('', 'a=1', 'a=1&b=x+y&a=%C3%A9').map(asBase64),
    form: fc.constant('params' as const),
  }),
  fc.record({
    type: fc.constant('application/octet-stream'),
    body: bytes,
    form: fc.constant('base64' as const),
  }),
);

const statuses = fc.constantFrom(200, 200, 200, 201, 204, 302, 304, 404, 500);
const types = fc.constantFrom(
  'application/json',
  'text/html; charset=utf-8',
  'image/png',
  undefined,
);

const answers: fc.Arbitrary<ForeignExchange['answer']> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        status: statuses,
        type: types,
        content: bodies,
        isInBase64: fc.boolean(),
        wasCompressed: fc.boolean(),
        cookies: fc.subarray(['a=1; Path=/', 'b=2; HttpOnly']),
      })
      .map(({ content, isInBase64, status, ...answer }) => {
        const hasBody = ![204, 304].includes(status);
        return {
          ...answer,
          status,
          body: hasBody ? content.body : '',
          isInBase64: isInBase64 || !content.isText,
          location: status === 302 ? `${origin}/b` : undefined,
        };
      }),
  },
  { weight: 1, arbitrary: fc.constantFrom('net::ERR_CONNECTION_REFUSED', 'net::ERR_FAILED', '') },
);

const frames: fc.Arbitrary<ForeignFrame> = fc
  .record({
    by: fc.constantFrom('client' as const, 'server' as const),
    content: bodies,
  })
  .map(({ by, content: { body, isText } }) => ({
    by,
    isText,
    data: isText ? Buffer.from(body, 'base64').toString() : body,
  }));

const sockets: fc.Arbitrary<ForeignSocket> = fc.record({
  frames: fc.array(frames, { minLength: 1, maxLength: 5 }),
  end: fc.option(
    fc.record({
      by: fc.constantFrom('client' as const, 'server' as const),
      code: fc.constantFrom(1000, 1005, 1011, 4000),
    }),
    { nil: undefined },
  ),
});

const plain = fc.record({
  program: fc.constantFrom('chrome' as const, 'firefox' as const, 'playwright' as const),
  startedMs: fc.integer({ min: 0, max: 5_000 }).map((ms) => startMs + ms),
  durationMs: fc.option(fc.double({ min: 0, max: 3_000, noNaN: true }), {
    nil: undefined,
    freq: 5,
  }),
  local: fc.constantFrom('/a', '/a?x=1', '/a?x=1&y=%20z', '/b/é ü?q=é', '/', "/c'd?e[]=1|2"),
  cookie: fc.option(fc.constant('session=abc'), { nil: undefined }),
  omitted: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
});

const requests: fc.Arbitrary<ForeignExchange> = fc
  .record({
    plain,
    method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'get'),
    sent,
    answer: answers,
  })
  .map(({ plain: own, method, sent: content, answer }) => {
    const mayHaveBody = /^p/i.test(method);
    const isHead = method === 'HEAD' && typeof answer !== 'string';
    return {
      ...own,
      method,
      sent: mayHaveBody ? content : undefined,
      answer: isHead ? { ...answer, body: '' } : answer,
      socket: undefined,
    };
  });

/** Firefox has no frames. */
const connections: fc.Arbitrary<ForeignExchange> = fc
  .record({
    plain,
    program: fc.constantFrom('chrome' as const, 'playwright' as const),
    socket: sockets,
  })
  .map(({ plain: own, program, socket }) => ({
    ...own,
    program,
    method: 'GET',
    sent: undefined,
    answer: {
      status: 101,
      type: undefined,
      body: '',
      isInBase64: false,
      wasCompressed: false,
      cookies: [],
      location: undefined,
    },
    socket: program === 'chrome' ? socket : { ...socket, end: undefined },
  }));

export const exchanges: fc.Arbitrary<readonly ForeignExchange[]> = fc.array(
  fc.oneof({ weight: 5, arbitrary: requests }, { weight: 1, arbitrary: connections }),
  { minLength: 1, maxLength: 6 },
);

type Json = Readonly<Record<string, unknown>>;

/** The text of a HAR. */
export function harOf(all: readonly ForeignExchange[]): string {
  return JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'a browser', version: '1' },
      pages: [{ id: 'page_1', startedDateTime: new Date(startMs).toISOString(), pageTimings: {} }],
      _unknown: { entries: [] },
      entries: all.map(entryOf),
    },
  });
}

/** Leaves out, or sets to null, what a program need not write. */
class Omissions {
  readonly #omitted: readonly boolean[];
  #next = 0;

  constructor(omitted: readonly boolean[]) {
    this.#omitted = omitted;
  }

  member(name: string, value: unknown, instead?: unknown): Json {
    const isOmitted = this.#omitted[this.#next] === true;
    this.#next += 1;
    if (!isOmitted) return { [name]: value };
    return instead === undefined ? {} : { [name]: instead };
  }
}

function entryOf(exchange: ForeignExchange): Json {
  const { program, startedMs, durationMs, socket, answer } = exchange;
  const may = new Omissions(exchange.omitted);
  const duration = durationMs === undefined ? may.member('time', null) : { time: durationMs };
  return {
    ...may.member('pageref', 'page_1'),
    startedDateTime:
      program === 'firefox' ? withOffset(startedMs) : new Date(startedMs).toISOString(),
    ...duration,
    request: requestOf(exchange, may),
    response:
      typeof answer === 'string'
        ? failedOf(program, answer, may)
        : responseOf(exchange, answer, may),
    ...may.member('cache', {}),
    ...may.member('timings', { blocked: -1, dns: -1, connect: -1, send: 0, wait: 1, receive: -1 }),
    ...(program === 'chrome'
      ? { _initiator: { type: 'script' }, _priority: 'High', connection: '7' }
      : {}),
    ...(program === 'playwright'
      ? { _frameref: 'frame@1', _monotonicTime: 2_103.9, _serverPort: 443 }
      : {}),
    ...(program === 'firefox' ? { _securityState: 'secure' } : {}),
    ...may.member('serverIPAddress', '192.0.2.1'),
    ...(socket === undefined ? {} : { _webSocketMessages: messagesOf(exchange, socket) }),
  };
}

function withOffset(ms: number): string {
  return new Date(ms + 3_600_000).toISOString().replace('Z', '+01:00');
}

interface HeaderMember {
  readonly name: string;
  readonly value: string;
}

function requestOf(exchange: ForeignExchange, may: Omissions): Json {
  const { program, method, local, sent: content, cookie, socket } = exchange;
  const scheme = socket === undefined ? origin : origin.replace('http', 'ws');
  const isHttp2 = program === 'chrome' && socket === undefined;
  const body = content && Buffer.from(content.body, 'base64').toString();
  const length = content === undefined ? 0 : Buffer.from(content.body, 'base64').length;
  const headers: HeaderMember[] = [
    ...(isHttp2
      ? [
          { name: ':authority', value: 'api.example' },
          { name: ':method', value: method },
          { name: ':path', value: local },
          { name: ':scheme', value: 'https' },
        ]
      : [{ name: 'Host', value: 'api.example' }]),
    { name: isHttp2 ? 'accept' : 'Accept', value: '*/*' },
    ...(content === undefined
      ? []
      : [{ name: isHttp2 ? 'content-type' : 'Content-Type', value: content.type }]),
    ...(cookie === undefined ? [] : [{ name: isHttp2 ? 'cookie' : 'Cookie', value: cookie }]),
  ];
  const params = content?.form === 'params' ? paramsOf(body ?? '') : [];
  const postData = content && {
    ...may.member('mimeType', content.type, program === 'chrome' ? undefined : null),
    ...(content.form === 'base64' ? { text: content.body, _encoding: 'base64' } : {}),
    ...(content.form === 'text' ? { text: body } : {}),
    // Chrome writes both, others one of them.
    ...(content.form === 'params'
      ? { mimeType: content.type, params, ...may.member('text', body) }
      : {}),
  };
  return {
    method,
    url: `${scheme}${local}`,
    ...may.member('httpVersion', isHttp2 ? 'http/2.0' : 'HTTP/1.1'),
    ...may.member('cookies', cookie === undefined ? [] : [{ name: 'session', value: 'abc' }], null),
    headers,
    ...may.member('queryString', []),
    ...may.member('headersSize', -1),
    ...may.member('bodySize', length, -1),
    ...(postData === undefined ? may.member('postData', null) : { postData }),
  };
}

function paramsOf(body: string): readonly object[] {
  return [...new URLSearchParams(body)].map(([name, value]) => ({ name, value }));
}

function failedOf(program: ForeignExchange['program'], name: string, may: Omissions): Json {
  const isPlaywright = program === 'playwright';
  return {
    status: isPlaywright ? -1 : 0,
    statusText: '',
    httpVersion: '',
    headers: [],
    ...may.member('cookies', []),
    ...may.member('content', { size: isPlaywright ? -1 : 0, mimeType: 'x-unknown' }),
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    ...(name === '' ? {} : { [isPlaywright ? '_failureText' : '_error']: name }),
  };
}

function responseOf(
  { program, socket }: ForeignExchange,
  answer: Exclude<ForeignExchange['answer'], string>,
  may: Omissions,
): Json {
  const { status, type, body, isInBase64, wasCompressed, cookies, location } = answer;
  const data = Buffer.from(body, 'base64');
  const isCompressed = wasCompressed && data.length > 0;
  const headers: HeaderMember[] = [
    ...(program === 'chrome' && socket === undefined
      ? [{ name: ':status', value: String(status) }]
      : []),
    ...(program === 'firefox' ? [{ name: 'Connection', value: 'keep-alive' }] : []),
    ...(type === undefined ? [] : [{ name: 'content-type', value: type }]),
    ...(isCompressed
      ? [
          { name: 'content-encoding', value: 'gzip' },
          { name: 'content-length', value: '7' },
        ]
      : []),
    ...(location === undefined ? [] : [{ name: 'Location', value: location }]),
    ...cookies.map((value) => ({ name: 'set-cookie', value })),
  ];
  const text = isInBase64 ? { text: body, encoding: 'base64' } : { text: data.toString() };
  return {
    status,
    statusText: '',
    ...may.member('httpVersion', 'HTTP/1.1'),
    ...may.member('cookies', []),
    headers,
    content: {
      size: data.length,
      ...may.member('mimeType', type ?? 'x-unknown'),
      ...may.member('compression', 0),
      ...(data.length === 0 ? may.member('text', '') : text),
    },
    redirectURL: location ?? '',
    ...may.member('headersSize', 148, -1),
    ...may.member('bodySize', data.length, -1),
    ...may.member('_transferSize', 164),
    ...(program === 'chrome' ? { _error: null } : {}),
  };
}

const opcodes = { text: 1, binary: 2, close: 8 } as const;

function messagesOf(
  { program, startedMs }: ForeignExchange,
  { frames: all, end }: ForeignSocket,
): readonly object[] {
  const messages = all.map(({ by, isText, data }, index) => ({
    type: by === 'client' ? 'send' : 'receive',
    time: timeOf(program, startedMs + index),
    opcode: isText ? opcodes.text : opcodes.binary,
    data,
  }));
  if (end === undefined) return messages;
  const code = Buffer.alloc(2);
  code.writeUInt16BE(end.code);
  return [
    ...messages,
    {
      type: end.by === 'client' ? 'send' : 'receive',
      time: timeOf(program, startedMs + all.length),
      opcode: opcodes.close,
      data: end.code === 1005 ? '' : code.toString('base64'),
    },
  ];
}

/** Chrome has seconds, Playwright milliseconds. */
function timeOf(program: ForeignExchange['program'], ms: number): number {
  return program === 'chrome' ? ms / 1_000 : ms + 0.25;
}
