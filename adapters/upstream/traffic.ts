// What passed between clients and services, from the recording of a proxy or of a world: exchanges, sockets and webhooks in their
// order. Links to the service are placeholders (links.ts).

import type { Entry, EntryOf, RequestEntry } from '../recording/format/entries.ts';
import type { Lines, Recording } from '../recording/format/reader.ts';
import type { Failure, ProxyEntry, ProxyEntryOf } from '../recording/format/proxy-entries.ts';
import { parsed } from '../recording/format/json-values.ts';
import type { WireHeaders } from '../recording/redaction/headers.ts';
import { MessageParts, type RecordedContent } from '../recording/format/recorded-content.ts';
import { withoutWorld } from '../recording/diff/volatile.ts';
import { isTextType } from './headers.ts';
import { recordedHeader } from './linked-headers.ts';
import { recordedText } from './links.ts';

/** A part of the content of an answer, and when it came. */
export interface RecordedPart extends RecordedContent {
  readonly atMs: number;
}

export interface RecordedAnswer {
  /** The number of its last entry. */
  readonly n: number;
  readonly atMs: number;
  readonly status: number;
  /** If it is not that of the status. */
  readonly reason?: string;
  readonly headers: WireHeaders;
  readonly parts: readonly RecordedPart[];
  /** Why not all of it arrived. */
  readonly failure: Failure | undefined;
  /** When it broke off; absent if that is not known. */
  readonly failedAtMs?: number;
  /** Whether the recording ends within it. */
  readonly isCut: boolean;
}

/** How a request was answered: undefined if the recording does not have it. */
export type RecordedOutcome =
  RecordedAnswer | { readonly n: number; readonly atMs: number; readonly failure: Failure };

/** The start of a request, a connection or a webhook. */
export interface RecordedStart {
  /** The number of its entry. */
  readonly n: number;
  /** Its place in the order of all of them. */
  readonly place: number;
  readonly atMs: number;
}

export interface RecordedRequest extends RecordedStart {
  readonly service: string;
  readonly method: string;
  /** Path and query, without the name of a world. */
  readonly url: string;
  readonly headers: WireHeaders;
  readonly content: RecordedContent;
  readonly outcome: RecordedOutcome | undefined;
}

export type RecordedFrame = {
  readonly n: number;
  readonly atMs: number;
  readonly by: 'client' | 'server';
} & (
  | ({ readonly kind: 'data' | 'ping' | 'pong' } & RecordedContent)
  | {
      readonly kind: 'close';
      readonly code: number;
      readonly reason: string;
      /** What broke it, if it was not closed. */
      readonly failure?: Failure;
    }
);

export interface RecordedSocket extends RecordedStart {
  readonly service: string;
  readonly url: string;
  readonly headers: WireHeaders;
  /** The answer to its handshake. */
  readonly outcome: RecordedOutcome | undefined;
  readonly frames: readonly RecordedFrame[];
  /** Whether the recording was cut before its end. */
  readonly isCut: boolean;
}

export interface RecordedWebhook extends RecordedStart {
  readonly method: string;
  /** Path and query after the address of webhooks; empty if a world sent it. */
  readonly url: string;
  readonly headers: WireHeaders;
  readonly content: RecordedContent;
  /** The status with which it was answered; `none` if it was not; undefined if the recording does not say. */
  readonly answered: number | 'none' | undefined;
}

export interface Traffic {
  /** Whether a world has recorded it, not a proxy. */
  readonly isOfWorld: boolean;
  readonly services: readonly string[];
  /** The URL of each service, which the placeholders of links stand for. */
  readonly urls: ReadonlyMap<string, string>;
  /** The salt of its tokens. */
  readonly salt: string;
  /** What was replaced besides known secrets. */
  readonly rules: readonly string[];
  /** Whether the file was cut, after its last whole entry. */
  readonly isCut: boolean;
  readonly entryCount: number;
  /** Each list is in the order of its places. */
  readonly requests: readonly RecordedRequest[];
  /** Requests of the operator of a world to the control plane. */
  readonly operations: readonly RecordedRequest[];
  readonly sockets: readonly RecordedSocket[];
  readonly webhooks: readonly RecordedWebhook[];
}

export function trafficOf({ header, entries, ending }: Recording<Lines>): Traffic {
  const builder = new TrafficBuilder(new MessageParts(entries));
  for (const entry of entries) builder.add(entry);
  return {
    isOfWorld: header.source === 'world',
    services: header.source === 'proxy' ? Object.keys(header.upstreams) : header.services,
    urls: header.source === 'proxy' ? new Map(Object.entries(header.upstreams)) : builder.urls,
    salt: header.redaction.salt,
    rules: header.source === 'proxy' ? (header.redaction.rules ?? []) : [],
    isCut: ending.kind === 'cut',
    entryCount: entries.length,
    ...builder.built(ending.kind === 'cut'),
  };
}

type AnyEntry = Entry | ProxyEntry;
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Answering = Mutable<RecordedRequest> | Mutable<RecordedSocket>;

class TrafficBuilder {
  readonly #requests: Mutable<RecordedRequest>[] = [];
  readonly #operations: Mutable<RecordedRequest>[] = [];
  readonly #sockets: Mutable<RecordedSocket>[] = [];
  readonly #webhooks: Mutable<RecordedWebhook>[] = [];
  /** By the number of the entry of a proxy, or by notification and attempt of a world. */
  readonly #webhookBy = new Map<number | string, Mutable<RecordedWebhook>>();
  /** The numbers of all of them, in their order. */
  readonly #order: number[] = [];
  /** What an answer, a part or a failure belongs to, by the number of the entry. */
  readonly #byEntry = new Map<number, Answering>();
  readonly #parts: MessageParts;
  readonly #byConnection = new Map<number, Mutable<RecordedSocket> & { frames: RecordedFrame[] }>();
  readonly #origins = new Map<number, string>();
  /** Of the services of a world. */
  readonly urls = new Map<string, string>();

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  add(entry: AnyEntry): void {
    switch (entry.kind) {
      case 'http.request':
        return this.#addRequest(entry, this.#requests);
      case 'clock':
      case 'control':
        return this.#addRequest(entry, this.#operations);
      case 'http.answer':
        return this.#addAnswer(entry);
      case 'http.failure':
        return this.#addFailure(entry);
      case 'ws.open':
        return this.#addSocket(entry);
      case 'ws.in':
      case 'ws.out':
        return this.#addFrame(entry);
      case 'ws.close':
        return this.#addClose(entry);
      case 'webhook.request':
      case 'webhook.attempt':
        return this.#addWebhook(entry);
      case 'webhook.outcome':
        return this.#addOutcome(entry);
      case 'http.part': // of a message, which has it
      case 'touch':
      case 'input':
      case 'event':
        return; // the inside of a world
    }
  }

  built(isCut: boolean): Pick<Traffic, 'requests' | 'operations' | 'sockets' | 'webhooks'> {
    for (const socket of this.#sockets) {
      socket.isCut = isCut && !socket.frames.some(({ kind }) => kind === 'close');
    }
    const places = new Map(this.#order.map((n, place) => [n, place]));
    const ordered = <Start extends Mutable<RecordedStart>>(starts: Start[]): readonly Start[] => {
      for (const start of starts) start.place = places.get(start.n) ?? 0;
      return starts.sort((one, other) => one.place - other.place);
    };
    return {
      requests: ordered(this.#requests),
      operations: ordered(this.#operations),
      sockets: ordered(this.#sockets),
      webhooks: ordered(this.#webhooks),
    };
  }

  /** Gives an entry its place: right after another one, if it was added to the recording later. */
  #start(entry: { n: number; at: number; after?: number; origin?: string }): RecordedStart {
    const { n, at: atMs } = entry;
    // In the recording of a world it is the number of an input.
    const after = entry.origin === undefined ? entry.after : undefined;
    const before = after === undefined ? this.#order.length : this.#order.lastIndexOf(after) + 1;
    this.#order.splice(before, 0, n);
    return { n, atMs, place: before };
  }

  #addRequest(
    entry: RequestEntry | ProxyEntryOf<'http.request'>,
    list: Mutable<RecordedRequest>[],
  ): void {
    const { n, service, method, url, headers } = entry;
    const origin = originOf(entry);
    const request: Mutable<RecordedRequest> = {
      ...this.#start(entry),
      service,
      method,
      url: withoutWorld(url),
      headers,
      content: this.#contentOf(entry, isTextType(headers['content-type']) ? origin : undefined),
      outcome: undefined,
    };
    list.push(request);
    this.#byEntry.set(n, request);
    if (origin !== undefined) {
      this.#origins.set(n, origin);
      if (entry.kind === 'http.request' && !this.urls.has(service)) this.urls.set(service, origin);
    }
  }

  #addSocket(entry: EntryOf<'ws.open'> | ProxyEntryOf<'ws.open'>): void {
    const { n, service, url, headers, conn } = entry;
    const socket = {
      ...this.#start(entry),
      service,
      url: withoutWorld(url),
      headers,
      outcome: undefined,
      frames: [] as RecordedFrame[],
      isCut: false,
    };
    this.#sockets.push(socket);
    this.#byEntry.set(n, socket);
    this.#byConnection.set(conn, socket);
  }

  #addAnswer(entry: EntryOf<'http.answer'> | ProxyEntryOf<'http.answer'>): void {
    const webhook = this.#webhookBy.get(entry.to);
    if (webhook !== undefined) webhook.answered = entry.status;
    const answering = this.#byEntry.get(entry.to);
    if (answering === undefined) return;
    const { n, at: atMs, status, headers } = entry;
    const origin = this.#origins.get(entry.to);
    const later = this.#parts.of(entry);
    const last = later.at(-1);
    const failure = 'delivery' in entry ? failures[entry.delivery ?? 'none'] : undefined;
    const server = { base: origin ?? '', url: answering.url };
    const linked = Object.entries(headers).map(([name, value]) => [
      name,
      origin === undefined ? value : recordedHeader(name, value, server),
    ]);
    const reason = 'reason' in entry ? { reason: entry.reason } : {};
    const answer: RecordedAnswer = {
      n: last?.n ?? n,
      atMs,
      status,
      ...reason,
      headers: Object.fromEntries(linked) as WireHeaders,
      parts: [contentIn(entry, origin), ...later.map((part) => contentIn(part, undefined))],
      failure,
      isCut: 'parts' in entry && entry.parts && last?.last !== true,
    };
    answering.outcome = answer;
    this.#byEntry.set(n, answering);
  }

  /** Of a webhook that a world has sent. */
  #addOutcome({ notificationId, attempt, outcome }: EntryOf<'webhook.outcome'>): void {
    const webhook = this.#webhookBy.get(`${notificationId} ${attempt}`);
    if (webhook !== undefined) webhook.answered = outcome.status ?? 'none';
  }

  #addFailure({ n, to, at: atMs, failure }: ProxyEntryOf<'http.failure'>): void {
    const webhook = this.#webhookBy.get(to);
    if (webhook !== undefined) webhook.answered = 'none';
    const answering = this.#byEntry.get(to);
    if (answering === undefined) return;
    const { outcome } = answering;
    answering.outcome =
      outcome !== undefined && 'status' in outcome
        ? { ...outcome, n, failure, failedAtMs: atMs, isCut: false }
        : { n, atMs, failure };
  }

  #addFrame(entry: EntryOf<'ws.in' | 'ws.out'> | ProxyEntryOf<'ws.in' | 'ws.out'>): void {
    const { n, at: atMs, conn, kind: direction } = entry;
    const kind = 'control' in entry && entry.control !== undefined ? entry.control : 'data';
    const by = direction === 'ws.in' ? 'client' : 'server';
    const { text, base64 } = entry;
    const content = text === undefined ? { base64: base64 ?? '' } : { text };
    this.#byConnection.get(conn)?.frames.push({ n, atMs, by, kind, ...content });
  }

  #addClose(entry: EntryOf<'ws.close'> | ProxyEntryOf<'ws.close'>) {
    const { n, at: atMs, conn, by, code, reason } = entry;
    const broken = 'failure' in entry ? { failure: entry.failure } : {};
    const end = { n, atMs, by, kind: 'close', code, reason, ...broken } as const;
    this.#byConnection.get(conn)?.frames.push(end);
  }

  #addWebhook(entry: EntryOf<'webhook.attempt'> | ProxyEntryOf<'webhook.request'>): void {
    const { headers, method = 'POST' } = entry;
    const url = entry.kind === 'webhook.request' ? entry.url : '';
    const content = this.#contentOf(entry, undefined);
    const start = this.#start(entry);
    const webhook: Mutable<RecordedWebhook> = {
      ...start,
      method,
      url,
      headers,
      content,
      answered: undefined,
    };
    this.#webhooks.push(webhook);
    this.#webhookBy.set(entry.kind === 'webhook.request' ? entry.n : attemptKey(entry), webhook);
  }

  #contentOf(
    entry: { readonly n: number } & RecordedContent,
    origin: string | undefined,
  ): RecordedContent {
    return withOrigin(this.#parts.contentOf(entry), origin);
  }
}

/** The notification of a world, and which attempt of it. */
function attemptKey({ text, attempt }: EntryOf<'webhook.attempt'>): string {
  const { notificationId } = (parsed(text) ?? {}) as { readonly notificationId?: unknown };
  return `${String(notificationId)} ${attempt}`;
}

/** What the faults of a world did to an answer. */
const failures: Readonly<
  Record<'none' | 'reset' | 'cut' | 'malformed' | 'hang', Failure | undefined>
> = {
  none: undefined,
  reset: 'reset',
  cut: 'closed',
  malformed: 'malformed',
  hang: 'cancelled',
};

/** Of the recording of a world, whose texts have links as they were. */
function originOf(entry: AnyEntry): string | undefined {
  return 'origin' in entry ? entry.origin : undefined;
}

function contentIn(
  { at: atMs, text, base64 }: { readonly at: number } & RecordedContent,
  origin: string | undefined,
): RecordedPart {
  if (base64 !== undefined) return { atMs, base64 };
  return text === undefined ? { atMs } : { atMs, ...withOrigin({ text }, origin) };
}

function withOrigin(content: RecordedContent, origin: string | undefined): RecordedContent {
  const { text } = content;
  return text === undefined || origin === undefined
    ? content
    : { text: recordedText(text, origin) };
}
