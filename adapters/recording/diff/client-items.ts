// Turns a recording into what its client sent and received: requests with their answers, frames, and webhooks with their outcomes;
// besides them what the operator did. Values that differ in each run of a program are left out or made equal.

import { createHash, type Hash } from 'node:crypto';
import type { EntryOf, RequestEntry } from '../format/entries.ts';
import type { Recording } from '../format/reader.ts';
import { AudioTexts, bytesIn } from '../inspect/audio-text.ts';
import { isRecord, parsed, typeOf } from '../inspect/entry-filter.ts';
import { bounded, boundaryOf, shownCredentials } from './comparable.ts';
import { HostTimes } from './host-times.ts';
import { fieldRemover } from './ignored-fields.ts';
import { IdMarker } from './numeric-ids.ts';
import {
  countedHeaders,
  countedOfAnswer,
  countedOfRequest,
  withoutAddresses,
  withoutWorld,
} from './volatile.ts';

export interface ClientItem {
  /** Only items of the same channel correspond; their order counts. */
  readonly channel: string;
  /** The number of its entry. */
  readonly n: number;
  readonly title: string;
  /** act: a request that may change something, or a frame of the client. received: a frame or webhook. */
  readonly kind: 'act' | 'read' | 'received' | 'operator';
  readonly sent: Fields;
  readonly received: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Audio in one direction of a connection, in however many frames. */
interface AudioRun {
  readonly n: number;
  bytes: number;
  readonly hash: Hash;
}

/** The items in the order of their entries, with marks around ids that are numbers. `ignored` are paths of fields to leave out. */
export function clientItems(
  { header, entries }: Recording,
  ignored: readonly string[] = [],
): readonly ClientItem[] {
  const times = new HostTimes(Date.parse(header.recordedAt));
  const without = fieldRemover(ignored);
  const answers = new Map<number, EntryOf<'http.answer'>>();
  const outcomes = new Map<string, unknown>();
  /** The connections whose client sent a KeepAlive. */
  const keptAlive = new Set<number>();
  for (const entry of entries) {
    if (entry.kind === 'ws.in' && typeOf(entry) === 'KeepAlive') keptAlive.add(entry.conn);
    if (entry.kind === 'http.answer') answers.set(entry.to, entry);
    if (entry.kind === 'webhook.outcome') outcomes.set(attemptKey(entry), entry.outcome);
  }
  const items: ClientItem[] = [];
  const runs = new Map<string, AudioRun>();
  const audio = new AudioTexts();
  const names = new ConnectionNames();

  function add(item: Omit<ClientItem, 'sent' | 'received'>, sent: Fields, received: Fields): void {
    const title = times.withoutNow(item.title);
    items.push({ ...item, title, sent: without(times.withoutNow(sent)) as Fields, received });
  }

  function endRun(conn: number, direction: 'sent' | 'received'): void {
    const channel = `${names.of(conn)} ${direction}`;
    const run = runs.get(channel);
    if (run === undefined) return;
    runs.delete(channel);
    const { n, bytes, hash } = run;
    const length = audio.of(conn, bytes, direction === 'sent' ? 'client' : 'server');
    const content = { audio: length, sha256: hash.digest('hex').slice(0, 16) };
    if (direction === 'sent') add({ channel, n, title: '> audio', kind: 'act' }, content, {});
    else add({ channel, n, title: '< audio', kind: 'received' }, {}, content);
  }

  function addFrame(entry: EntryOf<'ws.in' | 'ws.out'>): void {
    const [direction, sign, kind] =
      entry.kind === 'ws.in'
        ? (['sent', '>', 'act'] as const)
        : (['received', '<', 'received'] as const);
    const channel = `${names.of(entry.conn)} ${direction}`;
    if (entry.base64 !== undefined) {
      const run = runs.get(channel) ?? { n: entry.n, bytes: 0, hash: createHash('sha256') };
      run.bytes += bytesIn(entry.base64);
      run.hash.update(entry.base64, 'base64');
      runs.set(channel, run);
      return;
    }
    const type = typeOf(entry) ?? 'text';
    if (type === 'KeepAlive') return; // how many there are is a matter of the host's time
    endRun(entry.conn, direction);
    const content = { body: bodyOf(entry.text, undefined) };
    const item = { channel, n: entry.n, title: `${sign} ${type}`, kind };
    if (direction === 'sent') add(item, content, {});
    else add(item, {}, content);
  }

  for (const entry of entries) {
    audio.open(entry);
    switch (entry.kind) {
      case 'http.request': {
        const ids = new IdMarker(entry.service, pathOf(entry.url));
        const received = receivedIn(answers.get(entry.n), entry);
        add(ids.sent(itemOf(entry)), ids.sent(sentIn(entry)), ids.received(received));
        break;
      }
      case 'clock':
      case 'control':
        add(operatorItem(entry), { body: bodyOf(entry.text, entry.origin) }, {});
        break;
      case 'ws.open': {
        names.open(entry);
        const { n, url, origin } = entry;
        const channel = `${names.of(entry.conn)} sent`;
        const item = { channel, n, title: `opens ${pathOf(url)}`, kind: 'act' } as const;
        const headers = withoutAddressesIn(countedOfRequest(entry.headers), origin);
        const keepsAlive = keptAlive.has(entry.conn) ? { keepsAlive: true } : {};
        add(item, { ...placeOf(url), headers, ...keepsAlive }, receivedIn(answers.get(n), entry));
        break;
      }
      case 'ws.in':
      case 'ws.out':
        addFrame(entry);
        break;
      case 'ws.close': {
        const { conn, n, by, code, reason } = entry;
        endRun(conn, 'sent');
        endRun(conn, 'received');
        const direction = by === 'client' ? 'sent' : 'received';
        const item = { channel: `${names.of(conn)} ${direction}`, n, title: 'closes' };
        if (by === 'client') add({ ...item, kind: 'act' }, { code, reason }, {});
        else add({ ...item, kind: 'received' }, {}, { code, reason });
        break;
      }
      case 'webhook.attempt': {
        const { n, attempt, headers, url } = entry;
        const body = bodyOf(entry.text, undefined);
        const type = isRecord(body) ? body['notificationType'] : undefined;
        const title = `webhook ${typeof type === 'string' ? type : pathOf(url)}`;
        const received = { url: withoutAddresses(url, undefined), attempt, body };
        const id = isRecord(body) ? String(body['notificationId']) : '';
        const outcome = outcomes.get(attemptKey({ notificationId: id, attempt }));
        add(
          { channel: 'webhooks', n, title, kind: 'received' },
          { outcome },
          { ...received, headers: withoutAddressesIn(countedHeaders(headers), undefined) },
        );
        break;
      }
      case 'http.answer':
      case 'webhook.outcome':
      case 'touch':
      case 'input':
      case 'event':
    }
  }
  for (const conn of names.all()) {
    endRun(conn, 'sent');
    endRun(conn, 'received');
  }
  return items
    .map((item) => ({ ...item, received: without(times.withoutDates(item.received)) as Fields }))
    .sort((one, other) => one.n - other.n);
}

/** Connections correspond by their order within a service: their numbers may differ. */
class ConnectionNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<number, string>();

  open({ service, conn }: EntryOf<'ws.open'>): void {
    const count = (this.#counts.get(service) ?? 0) + 1;
    this.#counts.set(service, count);
    this.#names.set(conn, `${service}#${count}`);
  }

  of(conn: number): string {
    return this.#names.get(conn) ?? `ws#${conn}`;
  }

  all(): Iterable<number> {
    return this.#names.keys();
  }
}

function attemptKey(of: { readonly notificationId: string; readonly attempt: number }): string {
  return `${of.notificationId} ${of.attempt}`;
}

function itemOf({ service, n, method, url }: EntryOf<'http.request'>) {
  const kind = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'act';
  return { channel: service, n, title: `${method} ${withoutWorld(url)}`, kind } as const;
}

function operatorItem({ n, method, url }: RequestEntry) {
  const path = url.replace(/^.*?\/__reprise(\/worlds\/[^/?]*)?/, '');
  return { channel: 'operator', n, title: `${method} ${path}`, kind: 'operator' } as const;
}

function sentIn({ method, url, origin, headers, text, base64, facts }: EntryOf<'http.request'>) {
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

/** Without the nonce of a ciphertext, which is drawn for each request. */
function factsOf(facts: Fields | undefined): { readonly facts?: Fields } {
  if (facts === undefined) return {};
  const { ciphertext } = facts;
  if (!isRecord(ciphertext)) return { facts };
  const { nonce: _drawn, ...rest } = ciphertext;
  return { facts: { ...facts, ciphertext: rest } };
}

function receivedIn(
  answer: EntryOf<'http.answer'> | undefined,
  { headers: sent, origin }: EntryOf<'http.request' | 'ws.open'>,
): Fields {
  if (answer === undefined) return {};
  const { status, headers, text, base64, stream } = answer;
  const body = bodyOf(text, origin) ?? base64;
  const content = {
    status,
    ...(body === undefined ? {} : { body }),
    headers: withoutAddressesIn(countedOfAnswer(headers, sent), origin),
    ...(stream === undefined ? {} : { stream }),
  };
  return { answer: content };
}

function withoutAddressesIn(
  headers: Readonly<Record<string, string>>,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withoutAddresses(value, origin)]),
  );
}

function pathOf(url: string): string {
  return withoutWorld(url).replace(/\?.*$/s, '');
}

/** The path of a URL, and the parameters of its query. */
function placeOf(url: string): { readonly path: string; readonly query?: Fields } {
  const path = pathOf(url);
  const start = url.indexOf('?');
  return start === -1
    ? { path }
    : { path, query: membersOf(new URLSearchParams(url.slice(start + 1))) };
}

/** Repeated parameters become lists. */
function membersOf(parameters: URLSearchParams): Fields {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** The value of a JSON body; any other text without addresses. */
function bodyOf(text: string | undefined, origin: string | undefined): unknown {
  if (text === undefined) return undefined;
  const plain = withoutAddresses(text, origin);
  const value = parsed(plain);
  return isRecord(value) || Array.isArray(value) ? value : plain;
}
