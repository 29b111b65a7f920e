// Requests and responses as plain values, the same for every host.

import type { Json } from '../../core/index.ts';

export interface HttpRequest {
  readonly method: string;
  /** The path after the world's prefix, with one leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** The part of the URL before the path: scheme, host and prefix. Links start with it. */
  readonly baseUrl: string;
  /** The world of the prefix or header, or `default`. */
  readonly worldName: string;
  /** Present if the exchange is recorded or replayed. */
  readonly facts?: RecordedFacts;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for responses without a body. */
  readonly body?: string;
  /** Instead of a body: the bytes of a binary file. */
  readonly bytes?: Buffer;
  /** Instead of a body: an endless response. The host must call it exactly once. */
  readonly stream?: StreamTexts;
  /** Set by a fault: it does not arrive whole. */
  readonly delivery?: FaultyDelivery;
  /** Set by a fault that answers in place of the service: a 503 of its own, whose strike is stored. */
  readonly isInjected?: true;
}

/**
 * How much of a response arrives. `reset`: nothing, the connection breaks. `cut`: all headers and about half of the body, then
 * the connection breaks. `malformed`: about half of the body, as if it were all. `hang`: nothing, until the client leaves.
 */
export type FaultyDelivery = 'reset' | 'cut' | 'malformed' | 'hang';

/** Texts to write one by one, each once the client has read the one before. They end soon after `gone`: the client left. */
export type StreamTexts = (gone: AbortSignal) => AsyncIterable<string>;

/** A request as a host passes it to the app. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Scheme, host and mount path, without a trailing slash. */
  readonly origin: string;
}

/** The body of a request that has none. */
export const emptyBytes = Buffer.alloc(0);

/** An upgrade to a WebSocket as a host passes it to the app. */
export type RawUpgrade = Omit<RawRequest, 'method' | 'body'>;

/** Results that depend on a secret or on the moment, by name: computed now, or on replay read from the recording. */
export interface RecordedFacts {
  /** `usual` is the default: not recorded, and assumed on replay if absent. */
  readonly find: <Fact extends Json>(name: string, find: () => Fact, usual?: Fact) => Fact;
}

/** A fact of a request: computed now, or on replay read from the recording. */
export function recordedFact<Fact extends Json>(
  { facts }: Pick<HttpRequest, 'facts'>,
  name: string,
  find: () => Fact,
  usual?: Fact,
): Fact {
  return facts === undefined ? find() : facts.find(name, find, usual);
}

/** The bytes of the body, and about the first half of them; none of a response without one. */
export function bodyBytesOf({ body, bytes = emptyBytes }: HttpResponse): {
  readonly whole: Buffer;
  readonly half: Buffer;
} {
  const whole = body === undefined ? bytes : Buffer.from(body);
  const half =
    body === undefined ? bytes.subarray(0, bytes.length >> 1) : Buffer.from(halfOf(body));
  return { whole, half };
}

/** The text before its middle quotation mark: where that is does not depend on the host, whose address may be in links. */
function halfOf(text: string): string {
  const marks = [...text.matchAll(/"/g)];
  return text.slice(0, marks[marks.length >> 1]?.index ?? text.length >> 1);
}

/** The response with about half of its body, which is no JSON any more. */
export function halved(response: HttpResponse): HttpResponse {
  const { delivery: _whole, body: _body, bytes: _bytes, ...head } = response;
  const { whole, half } = bodyBytesOf(response);
  return whole.length === 0 ? head : { ...head, bytes: half };
}

/** The response to HEAD: without a body; a stream ends before it begins. */
export function withoutBody({ status, headers, stream }: HttpResponse): HttpResponse {
  stream?.(AbortSignal.abort());
  return { status, headers };
}

/** A response with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return jsonText(status, JSON.stringify(body), headers);
}

/** A response with a JSON body that is printed already. */
export function jsonText(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body,
  };
}
