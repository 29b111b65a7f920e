// Requests and responses as plain values: what services work with, whatever host carries them.

import type { Json } from '../../core/index.ts';

export interface HttpRequest {
  readonly method: string;
  /** Below the world's prefix, with one leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** What the client put in front of the path: scheme, host and prefix. Links start with it. */
  readonly baseUrl: string;
  /** The world that the client named, or `default`. */
  readonly worldName: string;
  /** Recorded facts, where the exchange is recorded or replayed. */
  readonly facts?: RecordedFacts;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for answers without one. */
  readonly body?: string;
  /** Instead of a body: the bytes of a file that is no text. */
  readonly bytes?: Buffer;
  /** Instead of a body: an answer without a foreseeable end. A host that has such an answer calls it, once, whatever happens. */
  readonly stream?: StreamTexts;
}

/** Texts to write one by one, each when the one before was taken. They end soon after `gone`: the reader is not there any more. */
export type StreamTexts = (gone: AbortSignal) => AsyncIterable<string>;

/** A request as a host hands it over. */
export interface RawRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Scheme, host and mount path, without a trailing slash. */
  readonly origin: string;
}

/** A request to become a WebSocket, as a host hands it over. */
export type RawUpgrade = Omit<RawRequest, 'method' | 'body'>;

/** Results that depend on a secret or on the moment, by name: found now, or read from a recording, which lacks the secret. */
export interface RecordedFacts {
  /** `usual` is the default: not recorded when found, assumed on replay when absent. */
  readonly find: <Fact extends Json>(name: string, find: () => Fact, usual?: Fact) => Fact;
}

/** A fact of a request: found now, or read from the recording on replay. */
export function recordedFact<Fact extends Json>(
  { facts }: Pick<HttpRequest, 'facts'>,
  name: string,
  find: () => Fact,
  usual?: Fact,
): Fact {
  return facts === undefined ? find() : facts.find(name, find, usual);
}

/** A response with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}
