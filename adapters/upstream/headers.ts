// The headers of messages that pass a proxy.

import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Name and value in turn, as Node has them. */
export type HeaderList = readonly string[];

/** Headers of one connection, which a proxy does not pass on (RFC 9110 section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers of the handshake, of which the proxy makes one of its own with each side. */
const handshake: ReadonlySet<string> = new Set([
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
  'sec-websocket-protocol',
  'sec-websocket-accept',
]);

export type HeaderPair = readonly [name: string, value: string];

export function headerPairs(raw: HeaderList): readonly HeaderPair[] {
  return Array.from({ length: raw.length / 2 }, (_, index): HeaderPair => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
}

/** The headers that a proxy passes on; `isHandshake` for those of an upgrade. */
export function passedHeaders(raw: HeaderList, isHandshake = false): readonly HeaderPair[] {
  const pairs = headerPairs(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    );
  return pairs.filter(([name]) => {
    const lower = name.toLowerCase();
    return !(hopByHop.has(lower) || named.includes(lower) || (isHandshake && handshake.has(lower)));
  });
}

/** Headers without those of some names, in lower case. */
export function withoutHeaders(
  headers: readonly HeaderPair[],
  names: readonly string[],
): readonly HeaderPair[] {
  return headers.filter(([name]) => !names.includes(name.toLowerCase()));
}

/**
 * By name, as recordings have them: the values of several of one name are lines, in their order. No value has a line break of its own.
 * A name is spelled as where it comes first.
 */
export function recordedHeaders(
  headers: readonly HeaderPair[],
  spelled: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    valuesByName(headers).map(([name, values]) => [spelled(name), values.join('\n')]),
  );
}

/** Whether Node sends a header: files that others wrote may have any. */
export function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** A recorded header as those that were sent. */
export function valuesIn(recorded: string): readonly string[] {
  return recorded.split('\n');
}

/** As Node sends them. */
export function headersByName(headers: readonly HeaderPair[]): Record<string, string | string[]> {
  return Object.fromEntries(
    valuesByName(headers).map(([name, [first = '', ...more]]) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]),
  );
}

function valuesByName(headers: readonly HeaderPair[]): readonly (readonly [string, string[]])[] {
  const byName = new Map<string, readonly [string, string[]]>(); // names may be those of members of objects
  for (const [name, value] of headers) {
    const before = byName.get(name.toLowerCase());
    if (before === undefined) byName.set(name.toLowerCase(), [name, [value]]);
    else before[1].push(value);
  }
  return [...byName.values()];
}

export const inLowerCase = (name: string): string => name.toLowerCase();
export const asSent = (name: string): string => name;

const textTypes =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|application\/(?:javascript|x-www-form-urlencoded|x-ndjson|graphql)|multipart\/form-data)/i;

/** Whether content of a type can contain links. Without a type it may be text. */
export function isTextType(contentType: string | undefined): boolean {
  return contentType === undefined || textTypes.test(contentType);
}

/** Whether a type is that of a stream, whose chunks count one by one. */
export function isStreamType(contentType: string | undefined): boolean {
  return /^(?:text\/event-stream|application\/x-ndjson)/i.test(contentType ?? '');
}
