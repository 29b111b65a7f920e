// Turns what went over the wire into what may be written down (design section 8, recordings/README.md). A pure function of
// the salt and the text, so that a replay can put what it answers through the same.

import { isUtf8 } from 'node:buffer';
import { replaceInData, replaceInText } from './bodies.ts';
import { replaceInUrl } from './urls.ts';
import { replaceEchoes } from './leaked-secrets.ts';
import { replaceInEndpoint } from './credentials.ts';
import {
  rememberHeaders,
  replaceInHeaders,
  shownWith,
  withoutEchoes,
  type RawHeaders,
  type Headers,
} from './headers.ts';
import { createReplace, type Secrets } from './tokenizer.ts';

export type { Secrets } from './tokenizer.ts';

/** What a request says, apart from its method. */
export interface WireRequest {
  /** Path and query. */
  readonly url: string;
  /** By names in any letter case, here and in answers. */
  readonly headers: Headers;
  readonly text?: string;
}

/** The same as it came. */
export type RawWireRequest = Omit<WireRequest, 'headers'> & { readonly headers: RawHeaders };

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text?: string;
  /** The bytes of a file, which hold no secrets: a client sent none of them. */
  readonly base64?: string;
}

export interface Redactor {
  /** What a request says, and which secrets it showed, for what is answered to it. Equal headers are mostly one object. */
  request(given: RawWireRequest): { wire: WireRequest; secrets: Secrets };
  /** What an answer to it says. */
  answer(given: WireAnswer, secrets: Secrets): Omit<WireAnswer, 'status'>;
  /** A frame of a WebSocket, in either direction, that was opened with these secrets. */
  frame(text: string, secrets: Secrets): string;
  /** The address that a webhook goes to. */
  endpoint(url: string): string;
  /** Data such as the settings of a world. */
  json(value: unknown): unknown;
  /** A body that is no UTF-8, read byte by byte. Not for audio, in which nothing has a name. */
  bytes(data: Buffer, secrets: Secrets): Buffer;
}

/** With `isReplay` what is a token already stays one. */
export function createRedactor({
  salt,
  isReplay = false,
}: {
  salt: string;
  isReplay?: boolean;
}): Redactor {
  const replace = createReplace({ salt, isReplay });
  const remembered = rememberHeaders(replace);

  return {
    request(given) {
      const headers = remembered(given.headers);
      const found = [...headers.found];
      const named = replaceInUrl(replace, given.url, found);
      const text = given.text === undefined ? '' : replaceInText(replace, given.text, found);
      const url = replaceEchoes(named, found);
      const shown = shownWith(headers, found);
      const wire =
        given.text === undefined ? { url, headers: shown } : { url, headers: shown, text };
      return { wire, secrets: found };
    },

    answer(given, secrets) {
      const headers = withoutEchoes(replaceInHeaders(replace, given.headers, []), secrets);
      if (given.base64 !== undefined) return { headers, base64: given.base64 };
      if (given.text === undefined) return { headers };
      const text = replaceInText(replace, given.text, []);
      return { headers, text: given.status < 400 ? text : replaceEchoes(text, secrets) };
    },

    frame: (text, secrets) => replaceEchoes(replaceInText(replace, text, []), secrets),

    endpoint: (url) => replaceInEndpoint(replace, url, []),

    json: (value) => replaceInData(replace, value, []),

    bytes(data, secrets) {
      const text = data.toString('latin1');
      const replaced = replaceEchoes(replaceInText(replace, text, []), secrets);
      if (replaced === text) return data;
      const bytes = Buffer.from(replaced, 'latin1');
      // What was no text may have been in the secret; without it the body must not become text.
      const isTextNow = isUtf8(bytes) && !isUtf8(data);
      return isTextNow ? Buffer.concat([bytes, Buffer.of(0xff)]) : bytes;
    },
  };
}
