// The comparable content of requests, answers and webhooks: without addresses, boundaries and credentials.

import type { EntryOf } from '../format/entries.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import type { ReceivedAnswer } from './proxy-exchanges.ts';
import { bounded, boundaryOf, shownCredentials } from './comparable.ts';
import {
  countedHeaders,
  countedOfAnswer,
  countedOfRequest,
  withoutAddresses,
  withoutWorld,
} from './volatile.ts';

export type ComparedFields = Readonly<Record<string, unknown>>;

export function sentIn(entry: EntryOf<'http.request'>): ComparedFields {
  const { method, url, origin, headers, text, base64, facts } = entry;
  const boundary = boundaryOf(headers['content-type']);
  const shown = Object.entries(countedOfRequest(headers)).map(
    ([name, value]) => [name, shownCredentials(name, bounded(value, boundary))] as const,
  );
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const body =
    text !== undefined && isForm
      ? membersOf(new URLSearchParams(text))
      : (bodyOf(text === undefined ? text : bounded(text, boundary), origin) ?? base64);
  return {
    method,
    ...placeOf(url),
    headers: withoutAddressesIn(Object.fromEntries(shown), origin),
    ...(body === undefined ? {} : { body }),
    ...factsOf(facts),
  };
}

export function openingIn({ url, headers, origin }: EntryOf<'ws.open'>): ComparedFields {
  return { ...placeOf(url), headers: withoutAddressesIn(countedOfRequest(headers), origin) };
}

export function webhookIn({ url, attempt, headers, text }: EntryOf<'webhook.attempt'>) {
  return {
    url: withoutAddresses(url, undefined),
    attempt,
    body: bodyOf(text, undefined),
    headers: withoutAddressesIn(countedHeaders(headers), undefined),
  };
}

/** Without an answer: no fields. */
export function receivedIn(
  answer: ReceivedAnswer | undefined,
  { headers: sent, origin }: EntryOf<'http.request' | 'ws.open'>,
): ComparedFields {
  if (answer === undefined) return {};
  const { status, headers, text, base64, stream, failure } = answer;
  if (status === undefined) return { answer: { failure } };
  const body = bodyOf(text, origin) ?? base64;
  const content = {
    status,
    ...(body === undefined ? {} : { body }),
    headers: withoutAddressesIn(countedOfAnswer(headers, sent), origin),
    ...(stream === undefined ? {} : { stream }),
    ...(failure === undefined ? {} : { failure }),
  };
  return { answer: content };
}

/** Without the prefix of a world, and without the query. */
export function pathOf(url: string): string {
  return withoutWorld(url).replace(/\?.*$/s, '');
}

/** The value of a JSON body; any other text without addresses. */
export function bodyOf(text: string | undefined, origin: string | undefined): unknown {
  if (text === undefined) return undefined;
  const plain = withoutAddresses(text, origin);
  const value = parsed(plain);
  return isRecord(value) || Array.isArray(value) ? value : plain;
}

/** Without the nonce of a ciphertext, which is drawn for each request. */
function factsOf(facts: ComparedFields | undefined): { readonly facts?: ComparedFields } {
  if (facts === undefined) return {};
  const { ciphertext } = facts;
  if (!isRecord(ciphertext)) return { facts };
  const { nonce: _drawn, ...rest } = ciphertext;
  return { facts: { ...facts, ciphertext: rest } };
}

function withoutAddressesIn(
  headers: Readonly<Record<string, string>>,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutAddresses(value, origin)]),
  );
}

/** The path of a URL, and the parameters of its query. */
function placeOf(url: string): { readonly path: string; readonly query?: ComparedFields } {
  const path = pathOf(url);
  const start = url.indexOf('?');
  return start === -1
    ? { path }
    : { path, query: membersOf(new URLSearchParams(url.slice(start + 1))) };
}

/** Repeated parameters become lists. */
function membersOf(parameters: URLSearchParams): ComparedFields {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
