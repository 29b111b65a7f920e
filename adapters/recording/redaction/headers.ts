// Redacts headers: those with a rule for their name, and echoes of secrets in the others. Caches the results, because clients send
// the same headers with each request.

import { replaceInUrls } from './urls.ts';
import {
  replaceAuthorization,
  replaceCookies,
  replaceSetCookie,
  replaceSubprotocols,
} from './credentials.ts';
import { mayEcho, replaceEchoes } from './leaked-secrets.ts';
import { headerRules, type HeaderRule } from './names.ts';
import { tokenCharsMin, type Replace, type Secret, type Secrets } from './tokenizer.ts';

export type WireHeaders = Readonly<Record<string, string>>;
/** As a host provides them: members may be undefined. */
export type RawWireHeaders = Readonly<Record<string, string | undefined>>;

/** The headers of a request with their redacted forms. */
export interface KnownHeaders {
  readonly given: WireHeaders;
  readonly count: number;
  /** With the headers replaced that have a rule. */
  readonly named: WireHeaders;
  /** The values of `named`, joined. */
  readonly values: string;
  /** The secrets in the headers. */
  readonly found: Secrets;
  /** `named` without echoes of `found`. */
  readonly shown: WireHeaders;
}

/** The size of the cache: a server has few clients with different headers at a time. */
const knownMax = 8;

/** Replaces the headers of requests, and caches the last different ones. */
export function cacheHeaders(replace: Replace): (given: RawWireHeaders) => KnownHeaders {
  const known: KnownHeaders[] = [];
  let next = 0;

  return (all) => {
    for (const one of known) if (isSame(all, one)) return one;
    const given = defined(all);
    const found: Secret[] = [];
    const named = replaceInHeaders(replace, given, found);
    const one = {
      given,
      count: Object.keys(given).length,
      named,
      values: Object.values(named).join('\n'),
      found,
      shown: withoutEchoes(named, found),
    };
    known[next] = one;
    next = (next + 1) % knownMax;
    return one;
  };
}

function isSame(given: RawWireHeaders, known: KnownHeaders): boolean {
  let count = 0;
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    if (value !== known.given[name]) return false;
    count += 1;
  }
  return count === known.count;
}

function defined(given: RawWireHeaders): WireHeaders {
  const there: Record<string, string> = {};
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}

/** The headers of a request without echoes of its secrets; `found` begins with those of the headers. */
export function shownWith({ named, values, found: own, shown }: KnownHeaders, found: Secrets) {
  if (found.length === own.length) return shown;
  const isEscaped = values.includes('\\') || values.includes('%');
  return isEscaped || mayEcho(values, found.slice(own.length))
    ? withoutEchoes(named, found)
    : shown;
}

/** Replaces the headers that have a rule; returns the same object if there are none. */
export function replaceInHeaders(
  replace: Replace,
  headers: WireHeaders,
  found: Secret[],
): WireHeaders {
  let replaced: Record<string, string> | undefined;
  for (const name in headers) {
    const rule = headerRules.get(name.toLowerCase()); // answers have names in any case
    if (rule === undefined) continue;
    replaced ??= { ...headers };
    replaced[name] = inLines(replace, rule, headers[name] ?? '', found);
  }
  return replaced ?? headers;
}

/** Replaces echoes of secrets in headers. */
export function withoutEchoes(headers: WireHeaders, secrets: Secrets): WireHeaders {
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

/** In the recording of a proxy, the values of several headers of one name are lines. Subprotocols are one list. */
function inLines(replace: Replace, rule: HeaderRule, value: string, found: Secret[]): string {
  if (rule === 'subprotocol' || !value.includes('\n')) return applied(replace, rule, value, found);
  const lines = value.split('\n').map((line) => applied(replace, rule, line, found));
  return lines.join('\n');
}

function applied(replace: Replace, rule: HeaderRule, value: string, found: Secret[]): string {
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
