// Turns what went over the wire into what may be written down (design section 8, recordings/README.md). A pure function of
// the salt and the text, so that a replay can put what it answers through the same.

import { isUtf8 } from 'node:buffer';
import { replaceInData, replaceInText } from './redaction/bodies.ts';
import { replaceInUrl, replaceInUrls } from './redaction/addresses.ts';
import {
  replaceAuthorization,
  replaceCookies,
  replaceSetCookie,
  replaceSubprotocols,
} from './redaction/credentials.ts';
import { replaceEchoes } from './redaction/echoes.ts';
import { replaceInEndpoint } from './redaction/endpoint.ts';
import { headerRules, type HeaderRule } from './redaction/names.ts';
import {
  createReplace,
  tokenCharsMin,
  type Replace,
  type Secret,
  type Secrets,
} from './redaction/tokens.ts';

export type { Secrets } from './redaction/tokens.ts';

type Headers = Readonly<Record<string, string>>;

/** What a request says, apart from its method. */
export interface Wire {
  /** Path and query. */
  readonly url: string;
  /** By names in any letter case, here and in answers. */
  readonly headers: Headers;
  readonly text?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text?: string;
}

export interface Redactor {
  /** A request, and which secrets it showed, for what is answered to it. */
  request<Given extends Wire>(given: Given): { wire: Given; secrets: Secrets };
  /** An answer to it. */
  answer<Given extends WireAnswer>(given: Given, secrets: Secrets): Given;
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
  const replaceHeader = createReplaceHeader(replace);

  return {
    request(given) {
      const found: Secret[] = [];
      const named = headersOf(given.headers, (rule, value) => replaceHeader(rule, value, found));
      const url = replaceInUrl(replace, given.url, found);
      const text = given.text === undefined ? undefined : replaceInText(replace, given.text, found);
      const wire = {
        ...given,
        url: replaceEchoes(url, found),
        headers: withoutEchoes(named, found),
        ...(text === undefined ? {} : { text }),
      };
      return { wire, secrets: found };
    },

    answer(given, secrets) {
      const found: Secret[] = [];
      const named = headersOf(given.headers, (rule, value) => replaceHeader(rule, value, found));
      const text = given.text === undefined ? undefined : replaceInText(replace, given.text, found);
      const shown = text === undefined || given.status < 400 ? text : replaceEchoes(text, secrets);
      return {
        ...given,
        headers: withoutEchoes(named, secrets),
        ...(shown === undefined ? {} : { text: shown }),
      };
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

/** The headers with those replaced that have a rule; the same object where none changes. */
function headersOf(
  headers: Headers,
  replaceOne: (rule: HeaderRule, value: string) => string,
): Headers {
  let replaced: Record<string, string> | undefined;
  for (const name in headers) {
    const rule = headerRules.get(name.toLowerCase()); // answers have them as they are written
    if (rule === undefined) continue;
    replaced ??= { ...headers };
    replaced[name] = replaceOne(rule, headers[name] ?? '');
  }
  return replaced ?? headers;
}

/** The headers without the secrets that others of them hold. */
function withoutEchoes(headers: Headers, secrets: Secrets): Headers {
  if (secrets.length === 0) return headers;
  let replaced: Record<string, string> | undefined;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (value.length < tokenCharsMin) continue;
    const shown = replaceEchoes(value, secrets);
    if (shown === value) continue;
    replaced ??= { ...headers };
    replaced[name] = shown;
  }
  return replaced ?? headers;
}

/** Headers that come with each request are remembered with what was found in them. */
const rememberedMax = 1_000;
const rememberedCharsMax = 1_000;

function createReplaceHeader(replace: Replace) {
  type Known = { readonly text: string; readonly found: Secrets };
  const memories = new Map<HeaderRule, Map<string, Known>>();

  return (rule: HeaderRule, value: string, found: Secret[]): string => {
    const memory = memories.get(rule) ?? new Map<string, Known>();
    let known = memory.get(value);
    if (known === undefined) {
      const own: Secret[] = [];
      known = { text: applied(rule, value, own), found: own };
      if (memory.size >= rememberedMax) memory.clear();
      if (value.length <= rememberedCharsMax) memory.set(value, known);
      memories.set(rule, memory);
    }
    found.push(...known.found);
    return known.text;
  };

  function applied(rule: HeaderRule, value: string, found: Secret[]): string {
    switch (rule) {
      case 'authorization':
        return replaceAuthorization(replace, value, found);
      case 'cookie':
        return replaceCookies(replace, value, found);
      case 'set-cookie':
        return replaceSetCookie(replace, value, found);
      case 'subprotocol':
        return replaceSubprotocols(replace, value, found);
      case 'key':
        return replace('key', value, found);
      case 'urls':
        return replaceInUrls(replace, value, found);
    }
  }
}
