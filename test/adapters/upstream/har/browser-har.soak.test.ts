// HARs of browsers and other programs: which entries are imported, and as what.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readAnyRecording } from '../../../../adapters/recording/format/reader.ts';
import type { ImportOptions } from '../../../../adapters/upstream/har/import-har.ts';
import { importTo } from '../../../support/upstream/har.ts';
import { inFolder, playing } from '../../../support/upstream/recorded.ts';

const playwrightHar = fileURLToPath(new URL('playwright.har', import.meta.url));
const api = 'https://api.example';
const wallets = `${api}/v1/w3s/wallets`;

interface Given {
  readonly url?: string;
  readonly method?: string;
  readonly time?: number;
  readonly startedDateTime?: string;
  readonly request?: object;
  readonly response?: object;
  readonly messages?: readonly object[];
}

function entryOf(given: Given): object {
  const { url = wallets, method = 'GET', request = {}, response = {}, messages } = given;
  return {
    startedDateTime: given.startedDateTime ?? '2026-03-01T10:00:00.000Z',
    time: given.time ?? 10,
    request: { method, url, headers: [], ...request },
    response: { status: 200, headers: [], content: { size: 2, text: '{}' }, ...response },
    ...(messages === undefined ? {} : { _webSocketMessages: messages }),
  };
}

const harOf = (...entries: readonly Given[]) =>
  JSON.stringify({ log: { version: '1.2', pages: [], entries: entries.map(entryOf) } });

/** The entries of the recording that a HAR becomes, without hashes. */
async function imported(har: string | Buffer, options: Partial<ImportOptions> = {}) {
  return inFolder(async (folder) => {
    const [file, recording] = [join(folder, 'web.har'), join(folder, 'web.jsonl')];
    writeFileSync(file, har);
    await importTo(recording, file, options);
    const { entries, header } = await readAnyRecording(recording);
    return { entries: entries.map(({ h: _hash, ...entry }) => entry), header };
  });
}

/** The message of the error. */
const refusalOf = (importing: Promise<unknown>): Promise<string> =>
  importing.then(
    () => 'nothing',
    (error: Error) => error.message,
  );

const other = [{ service: 'other', base: api }];
const headers = (...pairs: readonly (readonly [string, string])[]) => ({
  headers: pairs.map(([name, value]) => ({ name, value })),
});

describe('an entry of a browser', () => {
  it('loses the encoding and length of content that the browser has decoded', async () => {
    const response = {
      ...headers(
        ['content-type', 'application/json'],
        ['Content-Encoding', 'gzip'],
        ['Content-Length', '61'],
        [':status', '200'],
      ),
      content: { size: 40, text: `{"next":"${api}/v1/next","other":"${api}.org"}` },
    };
    const { entries } = await imported(harOf({ response }));
    expect(entries[1]).toEqual({
      kind: 'http.answer',
      n: 2,
      to: 1,
      at: Date.parse('2026-03-01T10:00:00.010Z'),
      status: 200,
      headers: { 'content-type': 'application/json' },
      text: `{"next":"{origin}/v1/next","other":"${api}.org"}`,
    });
  });

  it('has the authority of HTTP/2 as its host, and no other pseudo-headers', async () => {
    const request = headers([':authority', 'api.example'], [':path', '/'], ['Accept', '*/*']);
    const { entries } = await imported(harOf({ request }));
    expect(entries[0]).toMatchObject({ headers: { host: 'api.example', accept: '*/*' } });
  });

  it('has its secrets replaced', async () => {
    const secret = 'TEST_API_KEY:0123456789abcdef0123456789abcdef:0123456789abcdef0123456789abcdef';
    const request = headers(['Authorization', `Bearer ${secret}`]);
    const { entries } = await imported(harOf({ request }));
    expect(JSON.stringify(entries)).not.toContain(secret.slice(-32));
  });

  it('has the bytes of base64, of requests as well', async () => {
    const { entries } = await imported(
      harOf({
        method: 'POST',
        request: {
          ...headers(['content-type', 'application/octet-stream']),
          postData: { mimeType: 'application/octet-stream', text: 'AP8=', _encoding: 'base64' },
        },
        response: {
          ...headers(['content-type', 'audio/wav']),
          content: { size: 2, text: '/wA=', encoding: 'base64' },
        },
      }),
    );
    expect(entries).toMatchObject([{ base64: 'AP8=' }, { base64: '/wA=' }]);
  });

  it('has the parameters of a form whose text is missing', async () => {
    const mimeType = 'application/x-www-form-urlencoded';
    const params = [
      { name: 'a', value: '1' },
      { name: 'b', value: 'x y' },
    ];
    const { entries } = await imported(
      harOf({ method: 'POST', request: { bodySize: 9, postData: { mimeType, params } } }),
    );
    expect(entries[0]).toMatchObject({ text: 'a=1&b=x+y' });
  });

  it.each([
    ['status 0 of a blocked request', { status: 0 }, 'reset'],
    ['the name that Chrome has', { status: 0, _error: 'net::ERR_CONNECTION_REFUSED' }, 'refused'],
    ['Playwright', { status: -1, _failureText: 'net::ERR_NAME_NOT_RESOLVED' }, 'unknown-host'],
    ['Firefox', { status: 0, _error: 'NS_ERROR_NET_TIMEOUT' }, 'timeout'],
    ['a close before the answer', { status: 0, _error: 'net::ERR_EMPTY_RESPONSE' }, 'closed'],
    ['a reset', { status: 0, _error: 'NS_ERROR_NET_RESET' }, 'reset'],
    ['an error of a certificate', { status: 0, _error: 'net::ERR_CERT_DATE_INVALID' }, 'tls'],
  ])('is a failure: %s', async (_name, response, failure) => {
    const { entries } = await imported(harOf({ response }));
    expect(entries[1]).toMatchObject({ kind: 'http.failure', to: 1, failure });
  });

  it('has cookies and a redirect as they were', async () => {
    const response = {
      status: 302,
      ...headers(['set-cookie', 'a=1; Path=/\nb=2'], ['location', `${api}/x`]),
      content: { size: 0 },
    };
    const { entries } = await imported(harOf({ response }));
    expect(entries[1]).toMatchObject({
      status: 302,
      headers: {
        'set-cookie': 'a=[redacted:cookie]; Path={origin:path}/\nb=[redacted:cookie]',
        location: '{origin}/x',
      },
    });
  });

  it('has headers of other alphabets in UTF-8, as they are sent', () =>
    inFolder(async (folder) => {
      const [file, recording] = [join(folder, 'web.har'), join(folder, 'web.jsonl')];
      const response = headers(
        ['content-disposition', 'attachment; filename="Ж.pdf"'],
        ['x-latin', 'é'],
        ['set-cookie', 'a=1\nb=2'],
      );
      writeFileSync(file, harOf({ response }));
      await importTo(recording, file);
      const { value, misses } = await playing(recording, async (url) => {
        const { headers: played } = await fetch(`${url}/v1/w3s/wallets`);
        const shown = Buffer.from(played.get('content-disposition') ?? '', 'latin1').toString();
        return [shown, played.get('x-latin'), played.getSetCookie().length];
      });
      expect({ value, misses }).toEqual({
        value: ['attachment; filename="Ж.pdf"', 'é', 2],
        misses: [],
      });
    }));

  it('has its method in upper case, and its URL as it is sent', async () => {
    const { entries } = await imported(
      harOf(
        { method: 'get', url: `${wallets}/zürich <1>?q=é&r=%20'a'#top` },
        { method: 'head', response: { content: { size: 7 } } },
      ),
    );
    const path = '/v1/w3s/wallets';
    expect(entries.filter(({ kind }) => kind === 'http.request')).toMatchObject([
      { method: 'GET', url: `${path}/z%C3%BCrich%20%3C1%3E?q=%C3%A9&r=%20'a'` },
      { method: 'HEAD', url: path },
    ]);
  });

  it('has a long body in parts', async () => {
    const text = '{"a":"é"},'.repeat(500_000);
    const { entries } = await imported(harOf({ response: { content: { size: 1, text } } }));
    const parts = entries.slice(1) as { text?: string; parts?: true; last?: true }[];
    expect(parts[0]).toMatchObject({ parts: true });
    expect(parts.at(-1)).toMatchObject({ last: true });
    expect(parts.map((part) => part.text ?? '').join('')).toBe(text);
  });
});

describe('the entries of a browser', () => {
  it('are in the order of their times, wherever they are in the file', async () => {
    const { entries } = await imported(
      harOf(
        { url: `${wallets}/late`, startedDateTime: '2026-03-01T12:00:01+02:00' },
        { url: `${wallets}/slow`, time: 5_000 },
        { url: `${wallets}/fast`, startedDateTime: '2026-03-01T10:00:00.5Z' },
      ),
    );
    const texts = entries.map((entry) => ('url' in entry ? entry.url : entry.kind));
    const path = (name: string) => `/v1/w3s/wallets/${name}`;
    const answer = 'http.answer';
    expect(texts).toEqual([path('slow'), path('fast'), answer, path('late'), answer, answer]);
    expect(entries.at(-1)).toMatchObject({ to: 1 });
  });

  it.each([
    ['seconds, as Chrome has them', 1],
    ['milliseconds, as Playwright has them', 1_000],
  ])('have the frames of WebSockets by %s', async (_name, unit) => {
    const second = Date.parse('2026-03-01T10:00:00Z') / 1_000;
    const message = (type: string, offset: number, opcode: number, data: string) => ({
      type,
      time: (second + offset) * unit,
      opcode,
      data,
    });
    const { entries } = await imported(
      harOf(
        {
          url: 'wss://api.example/v1/listen?model=x',
          time: 60_000,
          response: { status: 101, ...headers(['Sec-WebSocket-Protocol', 'token']) },
          messages: [
            message('send', 1, 2, 'AP8='),
            message('receive', 2, 1, '{"type":"Results"}'),
            message('receive', 4, 8, Buffer.from([0x03, 0xe8, 0x6f, 0x6b]).toString('base64')),
          ],
        },
        { url: `${api}/v1/listen`, startedDateTime: '2026-03-01T10:00:03Z' },
      ),
    );
    expect(entries).toMatchObject([
      { kind: 'ws.open', conn: 1, service: 'speech', url: '/v1/listen?model=x' },
      { kind: 'http.answer', to: 1, status: 101, headers: { 'Sec-WebSocket-Protocol': 'token' } },
      { kind: 'ws.in', conn: 1, base64: 'AP8=', at: (second + 1) * 1_000 },
      { kind: 'ws.out', conn: 1, text: '{"type":"Results"}' },
      { kind: 'http.request', url: '/v1/listen' },
      { kind: 'http.answer', to: 5 },
      { kind: 'ws.close', conn: 1, by: 'server', code: 1000, reason: 'ok' },
    ]);
  });

  it('leave a socket open of which no end is known', () =>
    inFolder(async (folder) => {
      const recording = join(folder, 'web.jsonl');
      const base = 'http://127.0.0.1:45189';
      const upstreams = [{ service: 'other', base }];
      await importTo(recording, playwrightHar, { upstreams, allowsMissingBodies: true });
      const { value, misses } = await playing(recording, async (url) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
        const got: string[] = [];
        socket.on('message', (data) => got.push((data as Buffer).toString('hex')));
        const ended = once(socket, 'close').then(([code]) => code as number);
        await once(socket, 'open');
        for (const data of ['hello é', Buffer.of(1, 2, 0xff), 'bye']) socket.send(data);
        await expect.poll(() => got.length).toBe(3);
        // Pings are answered after all that was sent before.
        const pong = once(socket, 'pong').then(() => 'open');
        socket.ping();
        const state = await Promise.race([ended, pong]);
        socket.terminate();
        return state;
      });
      expect({ value, misses }).toEqual({ value: 'open', misses: [] });
    }));

  it('play what the browser got', () =>
    inFolder(async (folder) => {
      const [file, recording] = [join(folder, 'web.har'), join(folder, 'web.jsonl')];
      const content = { size: 1, text: `{"link":"${api}/x"}` };
      writeFileSync(file, harOf({ response: { content } }));
      await importTo(recording, file);
      const { value, misses } = await playing(recording, async (url) => {
        const response = await fetch(`${url}/v1/w3s/wallets`);
        return (await response.text()).replace(url, '<player>');
      });
      expect({ value, misses }).toEqual({ value: '{"link":"<player>/x"}', misses: [] });
    }));
});

describe('the services of a HAR', () => {
  const page = { url: 'https://app.example/' };

  it.each([
    ['https', 'https://town.example:443/x'],
    ['user and password', 'https://joe:pass@town.example/x'],
    ['capital letters', 'HTTPS://Town.Example/x'],
    ['wss', 'wss://joe:pass@town.example:443/x'],
  ])('are named without a usual port or a user: %s', async (_name, url) => {
    const upstreams = [{ service: 'other', base: 'https://town.example' }];
    const { entries, header } = await imported(harOf({ url }), { upstreams });
    expect(entries[0]).toMatchObject({ service: 'other', url: '/x' });
    expect(JSON.stringify([header, entries])).not.toContain('pass');
  });

  it('are elsewhere at another port', async () => {
    const url = 'https://town.example:8443/x';
    const upstreams = [{ service: 'other', base: 'https://town.example' }];
    expect(await refusalOf(imported(harOf({ url }), { upstreams }))).toBe(
      'No request of web.har is to https://town.example: it has those to https://town.example:8443 (1).',
    );
  });

  it('are found by their paths, and others are left out', async () => {
    const { entries, header } = await imported(
      harOf(page, {}, { url: 'data:text/plain,hi' }, { url: 'blob:https://app.example/1' }),
    );
    expect(entries).toMatchObject([{ service: 'wallet' }, { status: 200 }]);
    expect(header).toMatchObject({ source: 'proxy', upstreams: { wallet: api } });
  });

  it('are those that are named, below the paths of their URLs', async () => {
    const base = 'https://town.example/blog';
    const { entries } = await imported(
      harOf(
        {},
        { url: `${base}/wp-json/tribe/events/v1/events?x=1#top` },
        { url: 'https://town.example/blogger/wp-json/tribe/events/v1/events' },
      ),
      { upstreams: [{ service: 'calendar', base }] },
    );
    expect(entries).toMatchObject([{ url: '/wp-json/tribe/events/v1/events?x=1' }, { to: 1 }]);
  });

  it.each([
    [
      'there is none',
      harOf(page, page),
      {},
      'No request of web.har has the path of a known service: it has those to https://app.example (2). Name the origin to import with --upstream <url>.',
    ],
    [
      'one is at two origins',
      harOf({}, {}, { url: 'https://test.example/v1/w3s/wallets' }),
      {},
      'web.har has requests of the wallet at 2 origins: https://api.example (2), https://test.example (1). Choose one with --wallet <url>.',
    ],
    [
      'the named one is not in it',
      harOf(page),
      { upstreams: other },
      'No request of web.har is to https://api.example: it has those to https://app.example (1).',
    ],
  ])('are refused if %s', async (_name, har, options, message) => {
    expect(await refusalOf(imported(har, options))).toBe(message);
  });
});

describe('a file that cannot be imported', () => {
  const whole = harOf({}, {});
  const lacking = { response: { content: { size: 40 } } };

  it.each<[string, string | Buffer, string]>([
    ['empty', '', 'web.har is empty: save it again.'],
    ['no JSON', 'hello', 'web.har is no HAR: it is not JSON; choose another file.'],
    ['no HAR', '{"a":1}', 'web.har is no HAR: it has no log.entries; choose another file.'],
    [
      'cut',
      whole.slice(0, -40),
      'web.har was cut after entry 1: it ends before its JSON does. Save it again.',
    ],
    [
      'followed by more',
      `${whole}${whole}`.padEnd(3_000_000, ' '),
      'web.har is damaged after entry 2: it is not JSON. Save it again.',
    ],
    [
      'not UTF-8',
      Buffer.concat([
        Buffer.from(whole.slice(0, -20)),
        Buffer.of(0xff),
        Buffer.from(whole.slice(-20)),
      ]),
      'web.har has bytes that are not UTF-8, after entry 1. Save it as UTF-8.',
    ],
    [
      'zipped',
      'PK\u0003\u0004',
      'web.har is a ZIP archive: unpack it, or record with the content embedded.',
    ],
    [
      'without bodies',
      harOf({}, lacking, lacking),
      "web.har has no text for the content of entries 2, 3: save it with content (recordHar of Playwright: content 'embed'), or import empty bodies with --allow-missing.",
    ],
    [
      'without the body of a request',
      harOf({ method: 'POST', request: headers(['Content-Length', '281']) }),
      "web.har has no text for the content of entry 1: save it with content (recordHar of Playwright: content 'embed'), or import empty bodies with --allow-missing.",
    ],
    [
      'with a header that HTTP cannot send',
      harOf({}, { response: headers(['x-a', 'b\r\nc: d']) }),
      'web.har has 1 header with a name or value that HTTP cannot send (such as "x-a") in entry 2: remove it.',
    ],
    [
      'with several of them',
      harOf(
        { response: headers(['x y', 'b'], ['x-b', 'a\nb'], ['', 'c']) },
        {},
        { response: headers(['x-é', 'b'], ['x-nul', '\0']) },
        { url: 'data:,', response: headers(['x y', 'b']) },
      ),
      'web.har has 5 headers with a name or value that HTTP cannot send (such as "x y") in entries 1, 3: remove them.',
    ],
    [
      'with a status of no answer',
      harOf({ response: { status: 103 } }, { response: { status: 1000 } }),
      'web.har has a status that is not 101 or from 200 to 999 (such as 103) in entries 1, 2: remove them.',
    ],
    [
      'with content that is not base64',
      harOf({}, { response: { content: { size: 2, text: '%%%', encoding: 'base64' } } }),
      'web.har has content in entry 2 that is not base64, as its encoding says: save it again.',
    ],
    [
      'with such content of a request',
      harOf({ method: 'POST', request: { postData: { text: 'AA==AA', _encoding: 'base64' } } }),
      'web.har has content in entry 1 that is not base64, as its encoding says: save it again.',
    ],
    [
      'with such a frame',
      harOf({
        url: 'wss://api.example/v1/listen',
        messages: [{ type: 'send', time: 1_772_000_000, opcode: 2, data: '%%%' }],
      }),
      'web.har is no HAR that can be read: in a message of entry 1, data is not base64.',
    ],
    [
      'of a wrong form',
      harOf({ request: { url: 7 } }),
      'web.har is no HAR that can be read: in entry 1, request.url: Invalid input: expected string, received number.',
    ],
    [
      'without times',
      harOf({ startedDateTime: 'now' }),
      'web.har is no HAR that can be read: in entry 1, startedDateTime is no date.',
    ],
  ])('is named: %s', async (_name, har, message) => {
    expect(await refusalOf(imported(har))).toBe(message);
  });

  it('is imported without bodies if that is allowed', async () => {
    const { entries } = await imported(harOf(lacking), { allowsMissingBodies: true });
    expect(entries[1]).not.toHaveProperty('text');
  });

  it('has a body over the limit', async () => {
    const text = 'a'.repeat(64 * 1024 * 1024 + 1);
    const har = harOf({ response: { content: { size: text.length, text } } });
    await expect(imported(har)).rejects.toThrow(
      'web.har has a longer body in entry 1 than the 64 MiB that are played: remove the entry.',
    );
  });
});

describe('a byte order mark', () => {
  it('is passed over', async () => {
    const { entries } = await imported(`\uFEFF${harOf({})}`);
    expect(entries).toHaveLength(2);
  });
});

it('reads what Reprise itself has exported only with its own services', async () => {
  const har = harOf({});
  const withOrigin = har.replace('{"log":{', '{"log":{"_reprise":{"header":{"source":"proxy"}},');
  await expect(imported(withOrigin, { upstreams: other })).rejects.toThrow(
    'web.har was exported from a recording, which names its services: leave out their URLs.',
  );
});
