// A request as curl and as fetch: a shell, and JavaScript, read exactly the request that was sent.

import { execFileSync } from 'node:child_process';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  curlText,
  curlWords,
  fetchText,
  sentRequestOf,
  type RequestToSend,
} from '../../../../../adapters/studio/page/model/curl.ts';
import type { Exchange } from '../../../../../adapters/studio/story/story.ts';
import { longMs } from '../../../../support/runner/timeouts.ts';
import { runs } from '../../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const base = { world: 'http://127.0.0.1:4600/w/two', server: 'http://127.0.0.1:4600' };

/** The words that a shell makes of a command line. */
function shellWords(line: string): readonly string[] {
  const script = `set -f; printf '%s\\0' ${line}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

/** What curl sends for these words, but for the headers that it makes itself. */
function readCurl(words: readonly string[]): RequestToSend {
  let method: string | undefined;
  let body: string | undefined;
  let url = '';
  const headers: [string, string][] = [];
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index]!;
    const next = () => words[(index += 1)]!;
    if (word === '--globoff' || word === '--path-as-is') continue;
    if (word === '--head') method = 'HEAD';
    else if (word === '-X') method = next();
    else if (word === '--data-raw') body = next();
    else if (word === '-H') {
      const header = next();
      const [, name = '', value = ''] = /^([^:;]*)(?:;$|: ?([^]*)$)/.exec(header) ?? [];
      if (header !== 'Content-Type:') headers.push([name, value]);
    } else url = word;
  }
  const usual = body === undefined ? 'GET' : 'POST';
  return { method: method ?? usual, url, headers, ...(body === undefined ? {} : { body }) };
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '!',
      '\n',
      ' ',
      '@',
      '#',
      '*',
      '~',
      '\u2028',
      'ü',
    ),
  }),
);
const name = fc.stringMatching(/^[A-Za-z][\w-]{0,12}$/);
const exchange: fc.Arbitrary<Exchange> = fc
  .record({
    kind: fc.constantFrom('http' as const, 'control' as const),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: fc.webPath(),
    query: fc.webQueryParameters(),
    headers: fc.option(fc.dictionary(name, text, { maxKeys: 4 }), { nil: undefined }),
    body: fc.option(text, { nil: undefined }),
  })
  .map(({ kind, method, path, query, headers, body }) => ({
    n: 1,
    kind,
    atMs: 0,
    service: 'wallet',
    method,
    url: `/${path}?${query}`,
    events: [],
    request: {
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { text: body }),
    },
  }));

describe('a request as curl', () => {
  it('is read by a shell and by curl as the same request', () => {
    fc.assert(
      fc.property(exchange, (one) => {
        const request = sentRequestOf(one, base);
        const words = shellWords(curlText(request));
        expect(words).toEqual(curlWords(request));
        expect(readCurl(words)).toEqual(request);
      }),
      runs(400),
    );
  });

  it('is one line for a plain GET, and keeps what was redacted', () => {
    const plain = {
      n: 1,
      kind: 'http',
      atMs: 0,
      service: 'wallet',
      method: 'GET',
      url: '/v1/w3s/wallets',
      events: [],
    } as const;
    expect(curlText(sentRequestOf(plain, base))).toBe(
      'curl --globoff \\\n  --path-as-is http://127.0.0.1:4600/w/two/v1/w3s/wallets',
    );
    const headers = { Authorization: 'Bearer [redacted:wallet:key]', Host: 'elsewhere' };
    const redacted = curlText(sentRequestOf({ ...plain, request: { headers } }, base));
    expect(redacted).toContain("-H 'Authorization: Bearer [redacted:wallet:key]'");
    expect(redacted).not.toContain('elsewhere');
  });

  it('goes to the server for the control plane, and where a URL says', () => {
    const one = {
      n: 1,
      kind: 'control',
      atMs: 0,
      service: 'control',
      method: 'GET',
      url: '/__reprise/worlds',
      events: [],
    } as const;
    expect(sentRequestOf(one, base).url).toBe('http://127.0.0.1:4600/__reprise/worlds');
    const recorded = { ...one, kind: 'http', url: '/w/bank/v1/w3s/wallets' } as const;
    expect(sentRequestOf(recorded, base).url).toBe('http://127.0.0.1:4600/w/bank/v1/w3s/wallets');
    const absolute = { ...one, url: 'https://api.example/x' };
    expect(sentRequestOf(absolute, base).url).toBe('https://api.example/x');
  });

  it('says that a body is JSON where the headers were not kept', () => {
    const one = {
      n: 1,
      kind: 'http',
      atMs: 0,
      service: 'wallet',
      method: 'POST',
      url: '/',
      events: [],
    } as const;
    const typed = sentRequestOf({ ...one, request: { text: '{"a":1}' } }, base);
    expect(typed.headers).toEqual([['Content-Type', 'application/json']]);
    expect(sentRequestOf({ ...one, request: { text: 'a=1' } }, base).headers).toEqual([]);
  });
});

describe('a request as fetch', () => {
  it('is evaluated to the same request', async () => {
    await fc.assert(
      fc.asyncProperty(exchange, async (one) => {
        const request = sentRequestOf(one, base);
        const calls: [string, RequestInit][] = [];
        const fetch = async (url: string, init: RequestInit = {}) => void calls.push([url, init]);
        const run = runInThisContext(`async (fetch) => { ${fetchText(request)} }`) as (
          fetch: unknown,
        ) => Promise<void>;
        await run(fetch);
        const [[url, init] = ['', {}]] = calls;
        expect({
          method: init.method ?? 'GET',
          url,
          headers: init.headers ?? [],
          ...(init.body === undefined ? {} : { body: init.body }),
        }).toEqual(request);
      }),
      runs(200),
    );
  });
});
