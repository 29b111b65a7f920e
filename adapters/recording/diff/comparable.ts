// Turns a recording into comparable items: exchanges, frames, inputs and events by channel, without their places in the file and in
// the journal.

import { createHash } from 'node:crypto';
import { isRequest, type Entry, type EntryOf, type RequestEntry } from '../format/entries.ts';
import { AudioTexts, bytesIn } from '../inspect/audio-text.ts';
import { typeOf } from '../inspect/entry-filter.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { withoutTokens } from './token-pairs.ts';

/** An item that can be paired with one of another recording. */
export interface Comparable {
  /** Only items of the same channel are paired. */
  readonly channel: string;
  /** The number of its entry; for an exchange, of the request. */
  readonly n: number;
  readonly title: string;
  /** The compared values. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The keys by which items are paired, the most exact first. */
export const pairingKeys: readonly ((item: Comparable) => string)[] = [
  ({ fields }) => withoutTokens(JSON.stringify(fields)),
  ({ fields, title }) => withoutTokens(JSON.stringify([title, fields['body'], fields['version']])),
  ({ title }) => title.replaceAll(uuid, ':id').replace(/\?.*$/s, ''),
];

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The comparables of a recording, in the order of their entries. */
export function toComparables(entries: readonly Entry[]): readonly Comparable[] {
  const requests = new Set<number>();
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const events = new Map<number, string>();
  for (const entry of entries) {
    if (isRequest(entry)) requests.add(entry.n);
    if (entry.kind === 'http.answer' && requests.has(entry.to)) {
      requests.delete(entry.to);
      answers.set(entry.to, entry);
    }
    if (entry.kind === 'event') {
      events.set(entry.position, `${entry.stream} ${entry.version} ${entry.type}`);
    }
  }
  const channels = new Channels();
  const audio = new AudioTexts();
  for (const entry of entries) audio.open(entry);
  return entries
    .filter((entry) => entry.kind !== 'http.answer' || answers.get(entry.to) !== entry)
    .map((entry) => ({
      channel: channels.of(entry),
      n: entry.n,
      ...comparedFields(entry, answers, events, audio),
    }));
}

/** The origins of all requests. They are not compared: most differ in the port only. */
export function originsOf(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap((entry) => ('origin' in entry ? [entry.origin] : [])))].sort();
}

/** Connections correspond by their order within a service: their numbers may differ. */
class Channels {
  readonly #counts = new Map<string, number>();
  readonly #conns = new Map<number, string>();

  of(entry: Entry): string {
    if (entry.kind === 'http.request') return entry.service;
    if (entry.kind === 'ws.open') {
      const count = (this.#counts.get(entry.service) ?? 0) + 1;
      this.#counts.set(entry.service, count);
      this.#conns.set(entry.conn, `${entry.service}#${count}`);
    }
    if ('conn' in entry) return this.#conns.get(entry.conn) ?? `ws#${entry.conn}`;
    return entry.kind;
  }
}

function comparedFields(
  entry: Entry,
  answers: ReadonlyMap<number, EntryOf<'http.answer'>>,
  events: ReadonlyMap<number, string>,
  audio: AudioTexts,
): Pick<Comparable, 'title' | 'fields'> {
  const { at } = entry;
  switch (entry.kind) {
    case 'http.request':
    case 'clock':
    case 'control':
      return exchangeOf(entry, answers.get(entry.n));
    case 'http.answer': // its request is not in the recording
      return { title: `answer ${entry.status}`, fields: answerFields(entry, undefined) };
    case 'ws.open': {
      const { url, headers, origin } = entry;
      return { title: `opens ${url}`, fields: { at, url, headers: headersOf(headers, origin) } };
    }
    case 'ws.in':
    case 'ws.out': {
      const type = typeOf(entry) ?? (entry.base64 === undefined ? 'text' : 'bytes');
      const title = `${entry.kind === 'ws.in' ? '>' : '<'} ${type}`;
      const facts = entry.kind === 'ws.in' ? entry.facts : undefined;
      return { title, fields: { at, ...frameOf(entry, audio), facts } };
    }
    case 'ws.close': {
      const { by, code, reason } = entry;
      return { title: `closed by the ${by}`, fields: { at, by, code, reason } };
    }
    case 'webhook.attempt': {
      const { attempt, url, headers } = entry;
      return { title: `webhook to ${url}`, fields: { at, attempt, headers, ...bodyOf(entry) } };
    }
    case 'webhook.outcome': {
      const { notificationId, attempt, outcome } = entry;
      const title = `outcome of webhook ${notificationId}`;
      return { title, fields: { at, attempt, outcome } };
    }
    case 'touch':
      return { title: 'continues', fields: { at, acts: entry.input !== undefined } };
    case 'input':
      return { title: typeOf(entry) ?? entry.data.kind, fields: { at, body: entry.data } };
    case 'event': {
      const { stream, version, type, data, cause } = entry;
      const because = cause === undefined ? undefined : (events.get(cause) ?? 'an event before');
      return { title: `${type} ${stream}`, fields: { at, version, body: data, cause: because } };
    }
  }
}

function exchangeOf(
  request: RequestEntry,
  answer: EntryOf<'http.answer'> | undefined,
): Pick<Comparable, 'title' | 'fields'> {
  const { at, method, url, origin, headers, input, facts } = request;
  const boundary = boundaryOf(headers['content-type']);
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    shownCredentials(name, bounded(value, boundary)),
  ]);
  const { text } = request;
  return {
    title: `${method} ${url}`,
    fields: {
      at,
      method,
      url,
      headers: headersOf(Object.fromEntries(sent) as Readonly<Record<string, string>>, origin),
      ...bodyOf(text === undefined ? request : { text: bounded(text, boundary) }, origin),
      facts,
      acts: input !== undefined,
      answer: answer === undefined ? undefined : answerFields(answer, origin),
    },
  };
}

/** The boundary of a multipart body, which clients generate for each request. */
export function boundaryOf(contentType = ''): string | undefined {
  return /^multipart\/.*;\s*boundary="?([^";\s]{6,70})/i.exec(contentType)?.[1];
}

export function bounded(text: string, boundary: string | undefined): string {
  return boundary === undefined ? text : text.replaceAll(boundary, '{boundary}');
}

/** Basic credentials decoded, because base64 hides the token. */
export function shownCredentials(name: string, value: string): string {
  const [, scheme, encoded] = /^(Basic) +([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? [];
  if (!name.endsWith('authorization') || encoded === undefined) return value;
  return `${scheme} ${Buffer.from(encoded, 'base64').toString('utf8')}`;
}

function answerFields(
  answer: EntryOf<'http.answer'>,
  origin: string | undefined,
): Readonly<Record<string, unknown>> {
  const { at, status, headers, stream, delivery } = answer;
  const answered = { headers: headersOf(headers, origin), ...bodyOf(answer, origin) };
  return { at, status, ...answered, stream, delivery };
}

function headersOf(
  headers: Readonly<Record<string, string>>,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  if (origin === undefined) return headers;
  const shown = Object.entries(headers)
    .filter(([name, value]) => name !== 'host' || !origin.includes(`//${value}`))
    .map(([name, value]) => [name, value.replaceAll(origin, '{origin}')] as const);
  return Object.fromEntries(shown);
}

/** Audio is shown by its duration and hash. */
function frameOf(
  entry: EntryOf<'ws.in' | 'ws.out'>,
  audio: AudioTexts,
): { readonly body?: unknown; readonly base64?: string } {
  const { base64 = '', conn } = entry;
  const by = entry.kind === 'ws.in' ? 'client' : 'server';
  const text = audio.audio(conn, bytesIn(base64), by);
  if (entry.base64 === undefined || text === undefined) return bodyOf(entry);
  const sha256 = createHash('sha256').update(base64, 'base64').digest('hex');
  return { body: `${text}, sha256 ${sha256.slice(0, 16)}` };
}

/** The value of a JSON body; any other text unchanged. */
function bodyOf(
  { text, base64 }: { readonly text?: string; readonly base64?: string },
  origin?: string,
): { readonly body?: unknown; readonly base64?: string } {
  if (base64 !== undefined) return { base64 };
  if (text === undefined) return {};
  const plain = origin === undefined ? text : text.replaceAll(origin, '{origin}');
  const value = parsed(plain);
  return { body: isRecord(value) || Array.isArray(value) ? value : plain };
}
