// The messages that the client of a session received, each with its place in the history of the world if the world is known.

import {
  exchangeEntries,
  type AnyRecording,
  type ExchangeEntry,
} from '../../recording/diff/proxy-exchanges.ts';
import type { ItemRef } from '../../recording/differences/difference.ts';
import type { EntryOf } from '../../recording/format/entries.ts';
import { parsed } from '../../recording/format/json-values.ts';
import { pathOf } from '../../upstream/relay/destination.ts';
import type { LiveEvent, ServedRequest } from './live-history.ts';

export interface SessionItem {
  readonly kind: 'answer' | 'frame' | 'webhook';
  readonly ref: ItemRef;
  /** Of the request or handshake; empty without one. */
  readonly path: string;
  /** Of the request, as far as it is JSON. */
  readonly sent?: unknown;
  /** As far as it is JSON. */
  body?: unknown;
  /** Of an answer. */
  status?: number | undefined;
  /** The position that it reflects; undefined if that is not known. */
  readonly position?: number | undefined;
  /** The positions of the events that the request led to. */
  readonly own?: readonly number[];
  /** Of a frame or handshake: the id of its session, if the world has one. */
  readonly session?: string | undefined;
}

export class SessionItems {
  /** Whether the world knows each request of the session: it forgets the first ones of many. */
  readonly areAllKnown: boolean;
  readonly #items = new Map<number, SessionItem>();
  /** The handshakes of connections. */
  readonly #openings = new Map<number, SessionItem>();
  /** By method and path: the requests of the world, and how many the recording still has. */
  readonly #queues = new Map<string, ServedRequest[]>();
  readonly #expected = new Map<string, number>();
  /** By the positions of their events. */
  readonly #requests = new Map<number, ItemRef>();
  /** The handshakes of sessions, by their streams. */
  readonly #handshakes = new Map<string, ItemRef>();

  /** `requests`: those that the world knows of the session. */
  constructor(session: AnyRecording, requests: readonly ServedRequest[] = []) {
    for (const request of requests) {
      const key = `${request.method} ${request.path}`;
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [request]);
      else queue.push(request);
    }
    const entries = exchangeEntries(session);
    for (const entry of entries) this.#expect(entry);
    this.areAllKnown = [...this.#expected].every(
      ([key, count]) => count <= (this.#queues.get(key)?.length ?? 0),
    );
    for (const entry of entries) this.#add(entry);
  }

  /** By the number of its entry. */
  at(n: number | undefined): SessionItem | undefined {
    return n === undefined ? undefined : this.#items.get(n);
  }

  /** The request of the session that led to an event, or the handshake of its socket; undefined if it is of none. */
  sourceOf(event: Pick<LiveEvent, 'position' | 'stream'> | undefined): ItemRef | undefined {
    if (event === undefined) return undefined;
    const { position, stream } = event;
    return this.#requests.get(position) ?? this.#handshakes.get(stream);
  }

  #add(entry: ExchangeEntry): void {
    switch (entry.kind) {
      case 'http.request': {
        const { n, method, service, text } = entry;
        const path = pathOf(entry.url);
        const ref = { n, channel: service, title: `${method} ${path}` };
        const sent = parsed(text ?? '');
        this.#items.set(n, { kind: 'answer', ref, path, sent, ...this.#served(entry, ref) });
        return;
      }
      case 'http.answer': {
        const item = this.#items.get(entry.to);
        if (item === undefined) return;
        item.body = parsed(entry.text ?? '');
        item.status = entry.status;
        return;
      }
      case 'ws.open':
        return this.#open(entry);
      case 'ws.out': {
        const { n, conn } = entry;
        const body = parsed(entry.text ?? '');
        const { path = '', session } = this.#openings.get(conn) ?? {};
        const ref = { n, channel: '', title: 'a frame' };
        this.#items.set(n, { kind: 'frame', ref, path, body, session });
        return;
      }
      case 'webhook.attempt': {
        const { n, text } = entry;
        const ref = { n, channel: 'webhooks', title: 'a webhook' };
        this.#items.set(n, { kind: 'webhook', ref, path: '', body: parsed(text) });
        return;
      }
      case 'ws.in':
      case 'ws.close':
      case 'webhook.outcome':
      case 'clock':
      case 'control':
      case 'touch':
      case 'input':
      case 'event':
    }
  }

  #open(entry: EntryOf<'ws.open'>): void {
    const { n, conn, service } = entry;
    const path = pathOf(entry.url);
    const ref = { n, channel: service, title: `opens ${path}` };
    const { stream, ...served } = this.#served(entry, ref);
    const session = stream?.slice(stream.lastIndexOf('/') + 1);
    const item: SessionItem = { kind: 'answer', ref, path, session, ...served };
    this.#items.set(n, item);
    this.#openings.set(conn, item);
    if (stream !== undefined) this.#handshakes.set(stream, ref);
  }

  #expect(entry: ExchangeEntry): void {
    const key = keyOf(entry);
    if (key !== undefined) this.#expected.set(key, (this.#expected.get(key) ?? 0) + 1);
  }

  /** What the world knows of a request. Notes which events it led to. */
  #served(entry: EntryOf<'http.request' | 'ws.open'>, ref: ItemRef) {
    const { events = [], eventCount = 0, position } = this.#next(keyOf(entry)) ?? {};
    const own = events.map((event) => event.position);
    const last = own.at(-1);
    if (last !== undefined && eventCount > own.length) {
      for (let more = last + 1; more <= (position ?? 0); more += 1) own.push(more);
    }
    for (const one of own) this.#requests.set(one, ref);
    const stream = events.map((event) => event.stream).find(isOfSession);
    return { position, own, stream };
  }

  /** Requests of one kind come in the order of the recording. The world may have forgotten the first ones. */
  #next(key: string): ServedRequest | undefined {
    const queue = this.#queues.get(key) ?? [];
    const expected = this.#expected.get(key) ?? 0;
    this.#expected.set(key, expected - 1);
    return expected > queue.length ? undefined : queue.shift();
  }
}

/** Whether a stream is that of a socket's session. */
function isOfSession(stream: string): boolean {
  return stream.includes('/session/');
}

function keyOf(entry: EntryOf<'http.request' | 'ws.open'>): string;
function keyOf(entry: ExchangeEntry): string | undefined;
function keyOf(entry: ExchangeEntry): string | undefined {
  if (entry.kind === 'http.request') return `${entry.method} ${pathOf(entry.url)}`;
  return entry.kind === 'ws.open' ? `GET ${pathOf(entry.url)}` : undefined;
}
