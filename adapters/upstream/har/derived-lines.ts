// What follows from an entry of a HAR for the lines of its recording. An export stores the rest, so that an import of it gives the
// same lines.

import { canonical } from '../../../core/index.ts';
import { inLowerCase, asSent, recordedHeaders, valuesIn } from '../headers.ts';
import { headerWithLinks, recordedHeader } from '../linked-headers.ts';
import { recordedReason } from '../reason.ts';
import { failureNamed } from './failure-names.ts';
import type { HarMessage } from './har-format.ts';

/** A line of a recording, of a proxy or of a world. */
export type LineMembers = Readonly<Record<string, unknown>>;

export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** The members of an entry from which lines follow, besides contents. */
export interface EntryHead {
  readonly startedMs: number;
  /** In milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly HarHeader[];
    readonly error: string | null | undefined;
  };
}

/** Where the service is that an entry is of. */
export interface LinkBase {
  readonly base: string;
  /** Whether the recording has links to it as placeholders. */
  readonly hasPlaceholders: boolean;
}

/** The members of a line that follow from its entry. */
export function derivedLine(kind: string, entry: EntryHead, place: LinkBase): LineMembers {
  const { startedMs, time, request, response } = entry;
  switch (kind) {
    case 'http.request':
    case 'webhook.request':
    case 'webhook.attempt':
      return { at: startedMs, method: request.method, ...addressed(request, place) };
    case 'ws.open':
      return { at: startedMs, ...addressed(request, place) };
    case 'http.answer':
      return {
        at: startedMs + time,
        status: response.status,
        ...recordedReason(response.status, response.statusText),
        headers: answerHeaders(response.headers, localUrl(request.url, place.base), place),
      };
    case 'http.failure':
      return { at: startedMs + time, failure: failureNamed(response.error) };
    default:
      return {};
  }
}

/** The members of a frame that follow from its message. */
export function derivedFrame({ type, time, opcode, data }: HarMessage): LineMembers {
  const kind = type === 'send' ? 'ws.in' : 'ws.out';
  const content = opcode === opcodes.text ? { text: data } : { base64: data };
  const control = opcode === opcodes.ping ? 'ping' : opcode === opcodes.pong ? 'pong' : undefined;
  return {
    kind,
    at: messageMs(time),
    ...content,
    ...(control === undefined ? {} : { control }),
  };
}

/** The instant of a message in milliseconds: Chrome has seconds, Playwright milliseconds. */
export function messageMs(time: number): number {
  return Math.round(time > secondsMax ? time : time * 1_000);
}

/** In the year 5138 as seconds, in 1973 as milliseconds. */
const secondsMax = 100_000_000_000;

/** Of frames of WebSockets (RFC 6455 section 5.2). */
export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

function addressed(
  { url, headers }: EntryHead['request'],
  { base }: LinkBase,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  return {
    url: localUrl(url, base),
    headers: recordedHeaders(pairsOf(headers), inLowerCase),
  };
}

/** Path and query at a base; a URL elsewhere stays whole. */
function localUrl(url: string, base: string): string {
  const isSocket = /^wss?:/.test(url);
  const prefix = isSocket ? socketUrl(base) : base;
  return url.startsWith(prefix) ? url.slice(prefix.length) : url;
}

export function socketUrl(base: string): string {
  return base.replace(/^http/, 'ws');
}

function answerHeaders(
  headers: readonly HarHeader[],
  url: string,
  { base, hasPlaceholders }: LinkBase,
): Readonly<Record<string, string>> {
  const pairs = pairsOf(headers).map(
    ([name, value]) =>
      [name, hasPlaceholders ? recordedHeader(name, value, { base, url }) : value] as const,
  );
  return recordedHeaders(pairs, asSent);
}

/** The headers of a recording as those of a HAR. */
export function harHeaders(recorded: unknown): readonly HarHeader[] {
  return Object.entries((recorded ?? {}) as Readonly<Record<string, string>>).flatMap(
    ([name, value]) => valuesIn(value).map((one) => ({ name, value: one })),
  );
}

/** As `harHeaders`, with the links of the service. */
export function linkedHeaders(recorded: unknown, { base, hasPlaceholders }: LinkBase) {
  return harHeaders(recorded).map(({ name, value }) => ({
    name,
    value: hasPlaceholders ? headerWithLinks(name, value, base) : value,
  }));
}

function pairsOf(headers: readonly HarHeader[]): readonly (readonly [string, string])[] {
  return headers.map(({ name, value }) => [name, value] as const);
}

/** Members of every line that its place in the HAR shows, or that are stored apart. */
const ownMembers: ReadonlySet<string> = new Set(['h']);

/** What of a line does not follow from its entry; null for a member that it does not have. */
export function patchOf(line: LineMembers, derived: LineMembers): LineMembers {
  const patch: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(line)) {
    if (!ownMembers.has(name) && !isEqual(value, derived[name])) patch[name] = value;
  }
  for (const name of Object.keys(derived)) if (!Object.hasOwn(line, name)) patch[name] = null;
  return patch;
}

/** The line of a patch. */
export function patched(derived: LineMembers, patch: LineMembers): LineMembers {
  const members = Object.entries({ ...derived, ...patch });
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return canonical(one) === canonical(other);
}
