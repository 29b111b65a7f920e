// Turns a recording into what its client sent and received: requests with their answers, frames, and webhooks with their outcomes;
// besides them what the operator did. Values that differ in each run of a program are left out or made equal.

import { createHash } from 'node:crypto';
import type { EntryOf, RequestEntry } from '../format/entries.ts';
import { AudioTexts, bytesIn } from '../inspect/audio-text.ts';
import { typeOf } from '../inspect/entry-filter.ts';
import { isRecord } from '../format/json-values.ts';
import {
  bodyOf,
  openingIn,
  pathOf,
  receivedIn,
  sentIn,
  webhookIn,
  type ComparedFields,
} from './exchange-content.ts';
import { HostTimes } from './host-times.ts';
import { fieldRemover } from './ignored-fields.ts';
import { IdMarker } from './numeric-ids.ts';
import {
  exchangeEntries,
  type AnyRecording,
  type ExchangeEntry,
  type ReceivedAnswer,
} from './proxy-exchanges.ts';
import { withoutWorld } from './volatile.ts';

export interface ClientItem {
  /** Only items of the same channel correspond; their order counts. */
  readonly channel: string;
  /** The number of its entry. */
  readonly n: number;
  readonly title: string;
  /** act: a request that may change something, or a frame of the client. received: a frame or webhook. */
  readonly kind: 'act' | 'read' | 'received' | 'operator';
  readonly sent: ComparedFields;
  readonly received: ComparedFields;
}

/** The items in the order of their entries, with marks around ids that are numbers. `ignored` are paths of fields to leave out. */
export function clientItems(
  recording: AnyRecording,
  ignored: readonly string[] = [],
): readonly ClientItem[] {
  const entries = exchangeEntries(recording);
  const reading = new ItemReading(recording, entries, ignored);
  for (const entry of entries) reading.add(entry);
  return reading.end();
}

/** Whether it is a frame, or the opening or the end of a socket. */
export function isOverSocket({ channel }: Pick<ClientItem, 'channel'>): boolean {
  return / (?:sent|received)$/.test(channel);
}

/** As the client sees it. */
type Direction = 'sent' | 'received';

const signs = { sent: '>', received: '<' } as const;

/** What the entries so far say about the client. */
class ItemReading {
  readonly #times: HostTimes;
  readonly #without: (value: unknown) => unknown;
  readonly #replies: Replies;
  readonly #items: ClientItem[] = [];
  /** By channel. */
  readonly #runs = new Map<string, AudioRun>();
  readonly #audio = new AudioTexts();
  readonly #names = new ConnectionNames();

  constructor(
    { header }: AnyRecording,
    entries: readonly ExchangeEntry[],
    ignored: readonly string[],
  ) {
    this.#times = new HostTimes(Date.parse(header.recordedAt));
    this.#without = fieldRemover(ignored);
    this.#replies = new Replies(entries);
  }

  add(entry: ExchangeEntry): void {
    if (entry.kind !== 'http.answer') this.#audio.open(entry);
    switch (entry.kind) {
      case 'http.request':
        return this.#addRequest(entry);
      case 'clock':
      case 'control':
        return this.#add(operatorItem(entry), { body: bodyOf(entry.text, entry.origin) }, {});
      case 'ws.open':
        return this.#open(entry);
      case 'ws.in':
        return this.#addFrame(entry, 'sent');
      case 'ws.out':
        return this.#addFrame(entry, 'received');
      case 'ws.close':
        return this.#close(entry);
      case 'webhook.attempt':
        return this.#addWebhook(entry);
      case 'http.answer':
      case 'webhook.outcome':
      case 'touch':
      case 'input':
      case 'event':
    }
  }

  /** Ends the audio of connections that are still open. */
  end(): readonly ClientItem[] {
    for (const conn of this.#names.all()) this.#endRuns(conn);
    return this.#items
      .map((item) => ({
        ...item,
        received: this.#without(this.#times.withoutDates(item.received)) as ComparedFields,
      }))
      .sort((one, other) => one.n - other.n);
  }

  #addRequest(entry: EntryOf<'http.request'>): void {
    const ids = new IdMarker(entry.service, pathOf(entry.url));
    const received = receivedIn(this.#replies.answerTo(entry), entry);
    this.#add(ids.sent(requestItem(entry)), ids.sent(sentIn(entry)), ids.received(received));
  }

  #open(entry: EntryOf<'ws.open'>): void {
    this.#names.open(entry);
    const { n, url, conn } = entry;
    const channel = this.#channel(conn, 'sent');
    const item = { channel, n, title: `opens ${pathOf(url)}`, kind: 'act' } as const;
    const keepsAlive = this.#replies.keepsAlive(conn) ? { keepsAlive: true } : {};
    const received = receivedIn(this.#replies.answerTo(entry), entry);
    this.#add(item, { ...openingIn(entry), ...keepsAlive }, received);
  }

  #addFrame(entry: EntryOf<'ws.in' | 'ws.out'>, direction: Direction): void {
    const { conn, n, base64, text } = entry;
    if (base64 !== undefined) return this.#runOf(conn, n, direction).add(base64);
    const type = typeOf(entry) ?? 'text';
    if (type === 'KeepAlive') return; // how many there are is a matter of the host's time
    this.#endRun(conn, direction);
    const title = `${signs[direction]} ${type}`;
    this.#addMessage({ conn, n, title }, direction, { body: bodyOf(text, undefined) });
  }

  #close({ conn, n, by, code, reason }: EntryOf<'ws.close'>): void {
    this.#endRuns(conn);
    const direction = by === 'client' ? 'sent' : 'received';
    this.#addMessage({ conn, n, title: 'closes' }, direction, { code, reason });
  }

  #addWebhook(entry: EntryOf<'webhook.attempt'>): void {
    const { n, attempt, url } = entry;
    const received = webhookIn(entry);
    const body = isRecord(received.body) ? received.body : undefined;
    const type = body?.['notificationType'];
    const title = `webhook ${typeof type === 'string' ? type : pathOf(url)}`;
    const notificationId = body === undefined ? '' : String(body['notificationId']);
    const outcome = this.#replies.outcomeOf({ notificationId, attempt });
    this.#add({ channel: 'webhooks', n, title, kind: 'received' }, { outcome }, received);
  }

  #runOf(conn: number, n: number, direction: Direction): AudioRun {
    const channel = this.#channel(conn, direction);
    const known = this.#runs.get(channel);
    if (known !== undefined) return known;
    const run = new AudioRun(n);
    this.#runs.set(channel, run);
    return run;
  }

  #endRuns(conn: number): void {
    this.#endRun(conn, 'sent');
    this.#endRun(conn, 'received');
  }

  #endRun(conn: number, direction: Direction): void {
    const channel = this.#channel(conn, direction);
    const run = this.#runs.get(channel);
    if (run === undefined) return;
    this.#runs.delete(channel);
    const { n, bytes } = run;
    const audio = this.#audio.of(conn, bytes, direction === 'sent' ? 'client' : 'server');
    const title = `${signs[direction]} audio`;
    this.#addMessage({ conn, n, title }, direction, { audio, sha256: run.hash() });
  }

  #channel(conn: number, direction: Direction): string {
    return `${this.#names.of(conn)} ${direction}`;
  }

  /** A message in one direction of a connection. */
  #addMessage(
    { conn, n, title }: { readonly conn: number; readonly n: number; readonly title: string },
    direction: Direction,
    content: ComparedFields,
  ): void {
    const item = { channel: this.#channel(conn, direction), n, title };
    if (direction === 'sent') this.#add({ ...item, kind: 'act' }, content, {});
    else this.#add({ ...item, kind: 'received' }, {}, content);
  }

  #add(
    item: Omit<ClientItem, 'sent' | 'received'>,
    sent: ComparedFields,
    received: ComparedFields,
  ): void {
    const times = this.#times;
    const title = times.withoutNow(item.title);
    const comparable = this.#without(times.withoutNow(sent)) as ComparedFields;
    this.#items.push({ ...item, title, sent: comparable, received });
  }
}

/** What later entries of a recording say about earlier ones. */
class Replies {
  readonly #answers = new Map<number, ReceivedAnswer>();
  readonly #outcomes = new Map<string, unknown>();
  /** The connections whose client sent a KeepAlive. */
  readonly #keptAlive = new Set<number>();

  constructor(entries: readonly ExchangeEntry[]) {
    for (const entry of entries) {
      if (entry.kind === 'ws.in' && typeOf(entry) === 'KeepAlive') this.#keptAlive.add(entry.conn);
      if (entry.kind === 'http.answer') this.#answers.set(entry.to, entry);
      if (entry.kind === 'webhook.outcome') this.#outcomes.set(attemptKey(entry), entry.outcome);
    }
  }

  answerTo({ n }: { readonly n: number }): ReceivedAnswer | undefined {
    return this.#answers.get(n);
  }

  outcomeOf(attempt: WebhookAttempt): unknown {
    return this.#outcomes.get(attemptKey(attempt));
  }

  keepsAlive(conn: number): boolean {
    return this.#keptAlive.has(conn);
  }
}

/** Audio in one direction of a connection, in however many frames. */
class AudioRun {
  /** The number of its first entry. */
  readonly n: number;
  bytes = 0;
  readonly #hash = createHash('sha256');

  constructor(n: number) {
    this.n = n;
  }

  add(base64: string): void {
    this.bytes += bytesIn(base64);
    this.#hash.update(base64, 'base64');
  }

  /** The first 16 hex digits of its SHA-256. Ends the run. */
  hash(): string {
    return this.#hash.digest('hex').slice(0, 16);
  }
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

interface WebhookAttempt {
  readonly notificationId: string;
  readonly attempt: number;
}

function attemptKey({ notificationId, attempt }: WebhookAttempt): string {
  return `${notificationId} ${attempt}`;
}

function requestItem({ service, n, method, url }: EntryOf<'http.request'>) {
  const kind = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'read' : 'act';
  return { channel: service, n, title: `${method} ${withoutWorld(url)}`, kind } as const;
}

function operatorItem({ n, method, url }: RequestEntry) {
  const path = url.replace(/^.*?\/__reprise(\/worlds\/[^/?]*)?/, '');
  return { channel: 'operator', n, title: `${method} ${path}`, kind: 'operator' } as const;
}
