// Headers of answers that lead to places at their server, such as Location: in a recording its base is a placeholder, for which a
// client gets that of the proxy or player. Links are replaced in any header, and paths in those that have references (RFC 9110
// sections 8.7 and 10.2.2, RFC 8288, RFC 6265).

import { recordedText, replaceLinks, withLinks } from './links.ts';

/** The server that has answered a request. */
export interface AnsweringServer {
  /** Scheme, host and the path below which it is, without a slash at its end. */
  readonly base: string;
  /** The path and query of the request, below the base. */
  readonly url: string;
}

type HeaderForm = 'reference' | 'links' | 'refresh' | 'cookie' | 'origin';

const forms: ReadonlyMap<string, HeaderForm> = new Map([
  ['location', 'reference'],
  ['content-location', 'reference'],
  ['link', 'links'],
  ['refresh', 'refresh'],
  ['set-cookie', 'cookie'],
  ['access-control-allow-origin', 'origin'],
]);

/** The references of a header, as its groups: those between angle brackets that are not in quotes. */
const linkReferences = /"(?:[^"\\]|\\.)*"?|<(?:([^<>]*)>)?/g;
/** Seconds, and the reference after them. */
const refreshReference = /^\s*[\d.]+(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?["']?([^"'\s][^"']*)/gi;
const cookiePath = /;\s*path\s*=\s*(\/[^;]*)/gi;
const cookieDomain = /;\s*domain\s*=[^;]*/gi;
/** Browsers accept such cookies for the path / only. */
const hostCookie = /^\s*__host-/i;

/** A header as a recording has it. */
export function recordedHeader(name: string, value: string, server: AnsweringServer): string {
  const { base } = server;
  const reference = (one: string) => recordedReference(one, server);
  const form = URL.canParse(base) ? forms.get(name.toLowerCase()) : undefined;
  switch (form) {
    case 'reference':
      return reference(value);
    case 'links':
      return withReferences(value, linkReferences, base, reference);
    case 'refresh':
      return withReferences(value, refreshReference, base, reference);
    case 'cookie':
      if (hostCookie.test(value)) return recordedText(value, base);
      return withReferences(value, cookiePath, base, (path) => recordedCookiePath(path, base));
    case 'origin':
      return value === new URL(base).origin ? '{origin}' : recordedText(value, base);
    case undefined:
      return recordedText(value, base);
  }
}

/** A recorded header as the server at `base` has it. */
export function headerWithLinks(name: string, recorded: string, base: string): string {
  const isOrigin = forms.get(name.toLowerCase()) === 'origin';
  return withLinks(recorded, isOrigin ? new URL(base).origin : base);
}

/** A recorded header for a client that knows the server at `base`. */
export function headerForClient(name: string, recorded: string, base: string): string {
  const isCookie = forms.get(name.toLowerCase()) === 'cookie';
  // The host of the server is not that of the proxy.
  return headerWithLinks(name, isCookie ? recorded.replaceAll(cookieDomain, '') : recorded, base);
}

/** A header of a client that knows the server at another base. */
export function headerForServer(name: string, value: string, known: string, base: string): string {
  const isOwnOrigin = name.toLowerCase() === 'origin' && value === new URL(known).origin;
  return isOwnOrigin ? new URL(base).origin : replaceLinks(value, known, base);
}

/** A value with some of its parts recorded in another way: the groups of a pattern. */
function withReferences(
  value: string,
  pattern: RegExp,
  base: string,
  recorded: (reference: string) => string,
): string {
  let text = '';
  let end = 0;
  for (const { 0: all, 1: reference, index } of value.matchAll(pattern)) {
    if (reference === undefined) continue;
    const start = index + all.lastIndexOf(reference);
    text += recordedText(value.slice(end, start), base) + recorded(reference);
    end = start + reference.length;
  }
  return text + recordedText(value.slice(end), base);
}

/** Segments such as `..`, as they are or encoded. */
const dotSegment = /^(?:[^?#]*[/\\])?(?:\.|%2e){1,2}(?=[/\\?#]|$)/i;

function recordedReference(reference: string, { base, url }: AnsweringServer): string {
  const { origin, protocol } = new URL(base);
  // A reference without a scheme has that of the upstream, which the proxy does not have.
  const whole = reference.replace(/^[/\\]{2}/, () => `${protocol}//`);
  const resolved = dotSegment.test(whole) ? resolvedAt(base + url, whole) : whole;
  const isPath = !/^[a-z][a-z\d+.-]*:/i.test(whole);
  if (!isPath) return recordedText(resolved, base);
  const path = resolved === whole ? whole : resolved.slice(origin.length);
  if (!path.startsWith('/')) return recordedText(path, base);
  const rest = restBelow(pathOfBase(base), path);
  // A client of the proxy reaches nothing through it that is not below the base.
  if (rest === undefined) return origin + recordedText(path, base);
  // Two slashes at the start would be those of a host.
  const start = /^\/[/\\]/.test(rest) ? '{origin}' : '{origin:path}';
  return start + recordedText(rest, base);
}

/** A cookie of a path above the base is one of all that is below it. */
function recordedCookiePath(value: string, base: string): string {
  const path = value.trimEnd();
  const own = pathOfBase(base);
  const isAbove = restBelow(path.replace(/\/$/, ''), own) !== undefined;
  const rest = isAbove ? '/' : restBelow(own, path);
  return rest === undefined ? recordedText(path, base) : `{origin:path}${recordedText(rest, base)}`;
}

/** The end of a path that is below another one, from its slash on; undefined if it is not. */
function restBelow(parent: string, path: string): string | undefined {
  if (!path.startsWith(parent)) return undefined;
  const rest = path.slice(parent.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || /^[?#]/.test(rest) ? `/${rest}` : undefined;
}

function pathOfBase(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}

/** The URL that a reference leads to; the reference itself if it is none. */
function resolvedAt(from: string, reference: string): string {
  return URL.canParse(reference, from) ? new URL(reference, from).href : reference;
}
