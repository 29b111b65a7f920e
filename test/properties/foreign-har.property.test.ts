// The HAR of a browser: what it says is recorded, played, and exported again.

import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { longMs } from '../support/runner/timeouts.ts';
import {
  exchanges,
  harOf,
  origin,
  type ForeignExchange,
  type ForeignFrame,
  type ForeignSocket,
} from '../support/upstream/foreign-hars.ts';
import { exportTo, importTo } from '../support/upstream/har.ts';
import { inFolder, playing } from '../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs }); // whole sessions are played

const upstreams = [{ service: 'other', base: origin }];

/** Path and query as a client sends them. */
const sentLocal = (local: string): string => local.replaceAll(/[^!-~]+/g, encodeURIComponent);

/** In the order of a recording. */
function ordered(all: readonly ForeignExchange[]): readonly ForeignExchange[] {
  return all.toSorted((one, other) => one.startedMs - other.startedMs);
}

/** Imports a HAR; resolves with what `act` makes of the recording and the folder. */
function withImported<Value>(
  all: readonly ForeignExchange[],
  act: (recording: string, folder: string) => Promise<Value>,
): Promise<Value> {
  return inFolder(async (folder) => {
    const [har, recording] = [join(folder, 'web.har'), join(folder, 'web.jsonl')];
    writeFileSync(har, harOf(all));
    await importTo(recording, har, { upstreams });
    return act(recording, folder);
  });
}

it('plays each request and socket as it was answered', () =>
  fc.assert(
    fc.asyncProperty(exchanges, (all) =>
      withImported(all, async (recording) => {
        const { value, misses, unused } = await playing(recording, async (url) => {
          const answers: unknown[] = [];
          for (const { socket, ...exchange } of ordered(all)) {
            answers.push(
              socket === undefined
                ? await send(url, exchange)
                : await speak(url, exchange.local, socket),
            );
          }
          return answers;
        });
        expect(misses).toEqual([]);
        expect(value).toEqual(ordered(all).map(expectedOf));
        expect(unused).toBe(0);
      }),
    ),
  ));

/** What a client sees: status, type, cookies and content, or that the connection broke. */
function expectedOf({ method, answer, socket }: ForeignExchange): unknown {
  if (socket !== undefined) {
    const { frames, end } = socket;
    return {
      heard: frames.filter(({ by }) => by === 'server').map(bytesOfFrame),
      code: end?.by === 'server' ? end.code : 'open',
    };
  }
  if (typeof answer === 'string') return 'broken';
  const { status, type, body, cookies, location } = answer;
  return {
    status,
    type,
    location,
    cookies: cookies.map(withoutSecret),
    body: method === 'HEAD' ? '' : body,
  };
}

const bytesOfFrame = ({ isText, data }: ForeignFrame): string =>
  isText ? Buffer.from(data).toString('base64') : data;

const withoutSecret = (cookie: string): string => cookie.replace(/=[^;]*/, '=[redacted:cookie]');

/** With the links of the service in place of those of the player. */
function unlinked(text: string, url: string): string {
  return text.replaceAll(url, origin);
}

function send(url: string, { method, local, sent }: Omit<ForeignExchange, 'socket'>) {
  return new Promise<unknown>((resolve) => {
    const sending = request(
      `${url}${sentLocal(local)}`,
      {
        method: method.toUpperCase(),
        agent: false,
        headers: sent === undefined ? {} : { 'Content-Type': sent.type },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', () => resolve('broken'));
        answer.on('end', () => {
          const { statusCode: status, headers } = answer;
          const body = unlinked(Buffer.concat(chunks).toString('latin1'), url);
          resolve({
            status,
            type: headers['content-type'],
            location: headers.location && unlinked(headers.location, url),
            cookies: headers['set-cookie'] ?? [],
            body: Buffer.from(body, 'latin1').toString('base64'),
          });
        });
      },
    );
    sending.on('error', () => resolve('broken'));
    sending.end(sent === undefined ? undefined : Buffer.from(sent.body, 'base64'));
  });
}

/** Sends all frames of the client; resolves with those of the service, once it closes or has sent as many as there are. */
async function speak(url: string, local: string, { frames, end }: ForeignSocket) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${sentLocal(local)}`);
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(unlinkedFrame(data, url)));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  for (const { by, isText, data } of frames) {
    if (by === 'client')
      socket.send(isText ? data : Buffer.from(data, 'base64'), { binary: !isText });
  }
  // Pings are answered after all that was sent before.
  const pong = once(socket, 'pong').then(() => 'open' as const);
  socket.ping();
  const code = await (end?.by === 'server' ? closed : Promise.race([closed, pong]));
  socket.terminate();
  return { heard, code };
}

/** Frames have the links that they had. */
function unlinkedFrame(data: Buffer, url: string): string {
  expect(data.toString('latin1')).not.toContain(url);
  return data.toString('base64');
}

it('is exported as it was, and the same recording again', () =>
  fc.assert(
    fc.asyncProperty(exchanges, (all) =>
      withImported(all, async (recording, folder) => {
        const [har, again] = [join(folder, 'own.har'), join(folder, 'again.jsonl')];
        await exportTo(har, recording);
        const { log } = JSON.parse(readFileSync(har, 'utf8')) as { log: { entries: HarEntry[] } };
        expect(log.entries.map(saidBy)).toEqual(ordered(all).map(exportedOf));
        await importTo(again, har);
        expect(readFileSync(again, 'utf8')).toBe(readFileSync(recording, 'utf8'));
      }),
    ),
  ));

interface HarContent {
  readonly mimeType?: string;
  readonly text?: string;
  readonly encoding?: string;
  readonly _encoding?: string;
  readonly size?: number;
}

interface HarHeader {
  readonly name: string;
  readonly value: string;
}

interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly bodySize: number;
    readonly postData?: HarContent;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly HarHeader[];
    readonly content: HarContent;
    readonly redirectURL: string;
    readonly _error?: string;
  };
  readonly timings: Readonly<Record<'send' | 'wait' | 'receive', number>>;
  readonly _webSocketMessages?: readonly Readonly<Record<string, unknown>>[];
}

/** What an exported entry says, as far as HAR defines it. */
function saidBy({ startedDateTime, time, request: asked, response, timings, ...entry }: HarEntry) {
  const { send: sending, wait, receive } = timings;
  return {
    startedMs: Date.parse(startedDateTime),
    time,
    timing: sending + wait + receive,
    method: asked.method,
    url: asked.url,
    query: asked.queryString.map(({ name, value }) => `${name}=${value}`),
    requestHeaders: lines(asked.headers),
    sent: asked.postData && base64Of(asked.postData),
    sentType: asked.postData?.mimeType,
    bodySize: asked.bodySize,
    status: response.status,
    headers: lines(response.headers),
    content: base64Of(response.content),
    size: response.content.size,
    redirectURL: response.redirectURL,
    hasFailed: response._error !== undefined,
    frames: entry._webSocketMessages?.map(({ type, opcode, data, time: at }) => [
      type,
      opcode,
      data,
      Math.round(Number(at) * 1_000),
    ]),
  };
}

function base64Of({ text = '', encoding, _encoding }: HarContent): string {
  const isBase64 = (encoding ?? _encoding) === 'base64';
  return isBase64 ? text : Buffer.from(text).toString('base64');
}

/** A recording has headers in no order. */
const lines = (headers: readonly HarHeader[]): readonly string[] =>
  headers.map(({ name, value }) => `${name}: ${value}`).sort(compareTexts);

const compareTexts = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

/** The same, of an entry as it was written. */
function exportedOf(exchange: ForeignExchange): ReturnType<typeof saidBy> {
  const { startedMs, durationMs = 0, method, local, sent, cookie, answer, socket } = exchange;
  const scheme = socket === undefined ? origin : origin.replace('http', 'ws');
  const url = new URL(`${scheme}${sentLocal(local)}`);
  const isAnswered = typeof answer !== 'string';
  const { status, type, body, cookies, location } = isAnswered ? answer : noAnswer;
  // The first frame of a socket comes after its handshake.
  const time = socket === undefined ? Math.round(durationMs) : Math.min(Math.round(durationMs), 0);
  const sentBytes = sent === undefined ? 0 : Buffer.from(sent.body, 'base64').length;
  return {
    startedMs,
    time,
    timing: time,
    method: method.toUpperCase(),
    url: `${scheme}${sentLocal(local)}`,
    query: [...url.searchParams].map(([name, value]) => `${name}=${value}`),
    requestHeaders: [
      'host: api.example',
      'accept: */*',
      ...(sent === undefined ? [] : [`content-type: ${sent.type}`]),
      ...(cookie === undefined ? [] : [`cookie: ${withoutSecret(cookie)}`]),
    ].sort(compareTexts),
    sent: sentBytes === 0 ? undefined : sent?.body,
    sentType: sentBytes === 0 ? undefined : sent?.type,
    bodySize: sentBytes,
    status,
    headers: [
      ...(type === undefined ? [] : [`content-type: ${type}`]),
      ...(location === undefined ? [] : [`Location: ${location}`]),
      ...cookies.map((one) => `set-cookie: ${withoutSecret(one)}`),
    ].sort(compareTexts),
    content: body,
    size: Buffer.from(body, 'base64').length,
    redirectURL: location ?? '',
    hasFailed: !isAnswered,
    frames: socket?.frames.map(({ by, isText, data }, index) => [
      by === 'client' ? 'send' : 'receive',
      isText ? 1 : 2,
      data,
      startedMs + index,
    ]),
  };
}

const noAnswer = { status: 0, type: undefined, body: '', cookies: [], location: undefined };
