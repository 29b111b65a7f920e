// The messages that a live replay received, each with its place in the history of the world.

import {
  exchangeEntries,
  type AnyRecording,
  type ExchangeEntry,
} from '../recording/diff/proxy-exchanges.ts';
import type { ItemRef } from '../recording/differences/difference.ts';
import type { EntryOf } from '../recording/format/entries.ts';
import { parsed } from '../recording/format/json-values.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import type { LiveEvent, ServedRequest } from './live-history.ts';

export interface RetoldItem {
  readonly kind: 'answer' | 'frame' | 'webhook';
  /** Of the request; empty without one. */
  readonly path: string;
  /** As far as it is JSON. */
  body?: unknown;
  /** The position that it reflects; undefined if that is not known. */
  readonly position?: number | undefined;
  /** Of a frame: the id of its session, if the world has one. */
  readonly session?: string | undefined;
}

export class RetoldItems {
  /** Whether the world knows each request of the session: it forgets the first ones of many. */
  readonly areAllKnown: boolean;
  readonly #items = new Map<number, RetoldItem>();
  readonly #sessions = new Map<number, string | undefined>();
  /** By method and path: the requests of the world, and how many the recording still has. */
  readonly #queues = new Map<string, ServedRequest[]>();
  readonly #expected = new Map<string, number>();
  /** By the positions of their events. */
  readonly #requests = new Map<number, ItemRef>();
  /** The handshakes of sessions, by their streams. */
  readonly #handshakes = new Map<string, ItemRef>();

  constructor(retold: AnyRecording, requests: readonly ServedRequest[]) {
    for (const request of requests) {
      const key = `${request.method} ${request.path}`;
      const queue = this.#queues.get(key);
      if (queue === undefined) this.#queues.set(key, [request]);
      else queue.push(request);
    }
    const entries = exchangeEntries(retold);
    for (const entry of entries) this.#expect(entry);
    this.areAllKnown = [...this.#expected].every(
      ([key, count]) => count <= (this.#queues.get(key)?.length ?? 0),
    );
    for (const entry of entries) this.#add(entry);
  }

  /** By the number of its entry. */
  at(n: number | undefined): RetoldItem | undefined {
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
        const { n, method, service } = entry;
        const path = pathOf(entry.url);
        const request = this.#next(keyOf(entry));
        this.#note(request, { n, channel: service, title: `${method} ${path}` });
        this.#items.set(n, { kind: 'answer', path, position: request?.position });
        return;
      }
      case 'http.answer': {
        const item = this.#items.get(entry.to);
        if (item !== undefined) item.body = parsed(entry.text ?? '');
        return;
      }
      case 'ws.open':
        return this.#open(entry);
      case 'ws.out': {
        const body = parsed(entry.text ?? '');
        const session = this.#sessions.get(entry.conn);
        this.#items.set(entry.n, { kind: 'frame', path: '', body, session });
        return;
      }
      case 'webhook.attempt':
        this.#items.set(entry.n, { kind: 'webhook', path: '', body: parsed(entry.text) });
        return;
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
    const request = this.#next(keyOf(entry));
    const ref = { n, channel: service, title: `opens ${path}` };
    this.#note(request, ref);
    const stream = request?.events[0]?.stream;
    if (stream === undefined) return;
    this.#handshakes.set(stream, ref);
    this.#sessions.set(conn, stream.slice(stream.lastIndexOf('/') + 1));
  }

  #expect(entry: ExchangeEntry): void {
    const key = keyOf(entry);
    if (key !== undefined) this.#expected.set(key, (this.#expected.get(key) ?? 0) + 1);
  }

  /** Requests of one kind come in the order of the recording. The world may have forgotten the first ones. */
  #next(key: string): ServedRequest | undefined {
    const queue = this.#queues.get(key) ?? [];
    const expected = this.#expected.get(key) ?? 0;
    this.#expected.set(key, expected - 1);
    return expected > queue.length ? undefined : queue.shift();
  }

  #note(request: ServedRequest | undefined, ref: ItemRef): void {
    const { events = [], eventCount = 0, position = 0 } = request ?? {};
    for (const event of events) this.#requests.set(event.position, ref);
    const last = events.at(-1)?.position;
    if (last === undefined || eventCount <= events.length) return;
    for (let more = last + 1; more <= position; more += 1) this.#requests.set(more, ref);
  }
}

function keyOf(entry: EntryOf<'http.request' | 'ws.open'>): string;
function keyOf(entry: ExchangeEntry): string | undefined;
function keyOf(entry: ExchangeEntry): string | undefined {
  if (entry.kind === 'http.request') return `${entry.method} ${pathOf(entry.url)}`;
  return entry.kind === 'ws.open' ? `GET ${pathOf(entry.url)}` : undefined;
}
