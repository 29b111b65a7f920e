// Redacts exchanges (design section 8, recordings/README.md). A pure function of salt and text, so that a replay redacts its
// own answers in the same way.

import { isUtf8 } from 'node:buffer';
import { atOnce, type InPieces } from '../../../core/index.ts';
import { replaceInData, replaceInText, replaceInTextInPieces } from './bodies.ts';
import { replaceInUrl } from './urls.ts';
import { replaceEchoes, replaceEchoesInPieces } from './leaked-secrets.ts';
import { replaceInEndpoint } from './credentials.ts';
import {
  cacheHeaders,
  replaceInHeaders,
  shownWith,
  withoutEchoes,
  type RawWireHeaders,
  type WireHeaders,
} from './headers.ts';
import { createReplace, type Secrets } from './tokenizer.ts';

export type { Secrets } from './tokenizer.ts';

/** A request without its method. */
export interface WireRequest {
  /** Path and query. */
  readonly url: string;
  /** Names in any letter case, here and in answers. */
  readonly headers: WireHeaders;
  readonly text?: string;
}

/** A request as received. */
export type RawWireRequest = Omit<WireRequest, 'headers'> & { readonly headers: RawWireHeaders };

export interface RedactedRequest {
  readonly wire: WireRequest;
  /** For its answer. */
  readonly secrets: Secrets;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly text?: string;
  /** The bytes of a file, which contain no secrets: no client sent them. */
  readonly base64?: string;
}

export interface Redactor {
  /** Redacts a request ahead of its entry: `request` returns the result for the same headers object, once. */
  prepare(given: RawWireRequest): InPieces<void>;
  /** Redacts a request. Equal headers are mostly one object. */
  request(given: RawWireRequest): RedactedRequest;
  /** Redacts the answer to a request with these secrets. */
  answer(given: WireAnswer, secrets: Secrets): Omit<WireAnswer, 'status'>;
  /** Redacts a frame, in either direction, of a WebSocket that was opened with these secrets. */
  frame(text: string, secrets: Secrets): string;
  /** As `frame`, for a long one. */
  frameInPieces(text: string, secrets: Secrets): InPieces<string>;
  /** Redacts the URL of a webhook. */
  endpoint(url: string): string;
  /** Redacts data such as the settings of a world. */
  json(value: unknown): unknown;
  /** Redacts a body that is not UTF-8, read byte by byte. Not for audio, which has no names. */
  bytes(data: Buffer, secrets: Secrets): Buffer;
}

/** With `isReplay`, existing tokens stay. */
export function createRedactor({
  salt,
  isReplay = false,
}: {
  salt: string;
  isReplay?: boolean;
}): Redactor {
  const replace = createReplace({ salt, isReplay });
  const cachedHeaders = cacheHeaders(replace);
  const prepared = new WeakMap<RawWireHeaders, RedactedRequest>();

  function* redacted(given: RawWireRequest): InPieces<RedactedRequest> {
    const headers = cachedHeaders(given.headers);
    const found = [...headers.found];
    const named = replaceInUrl(replace, given.url, found);
    const text = yield* replaceInTextInPieces(replace, given.text ?? '', found);
    yield;
    const url = replaceEchoes(named, found);
    const shown = shownWith(headers, found);
    const wire = given.text === undefined ? { url, headers: shown } : { url, headers: shown, text };
    return { wire, secrets: found };
  }

  return {
    *prepare(given) {
      prepared.set(given.headers, yield* redacted(given));
    },

    request(given) {
      const found = prepared.get(given.headers);
      prepared.delete(given.headers);
      return found ?? atOnce(redacted(given));
    },

    answer(given, secrets) {
      const headers = withoutEchoes(replaceInHeaders(replace, given.headers, []), secrets);
      if (given.base64 !== undefined) return { headers, base64: given.base64 };
      if (given.text === undefined) return { headers };
      const text = replaceInText(replace, given.text, []);
      return { headers, text: given.status < 400 ? text : replaceEchoes(text, secrets) };
    },

    frame: (text, secrets) => replaceEchoes(replaceInText(replace, text, []), secrets),

    *frameInPieces(text, secrets) {
      const named = yield* replaceInTextInPieces(replace, text, []);
      yield;
      return yield* replaceEchoesInPieces(named, secrets);
    },

    endpoint: (url) => replaceInEndpoint(replace, url, []),

    json: (value) => replaceInData(replace, value, []),

    bytes(data, secrets) {
      const text = data.toString('latin1');
      const replaced = replaceEchoes(replaceInText(replace, text, []), secrets);
      if (replaced === text) return data;
      const bytes = Buffer.from(replaced, 'latin1');
      // The bytes that were not UTF-8 may have been in the secret: the body must not become text without them.
      const isTextNow = isUtf8(bytes) && !isUtf8(data);
      return isTextNow ? Buffer.concat([bytes, Buffer.of(0xff)]) : bytes;
    },
  };
}
