// The exchanges of the recording of a world: requests with their answers, sockets with their frames, webhooks with their outcomes.

import type { Entry, EntryOf, RequestEntry } from '../format/entries.ts';
import { webhookServiceDefault } from '../../services/webhooks.ts';
import { contentOf } from './message-content.ts';
import { clientName } from '../../contracts/client-name.ts';
import type { Exchange, ExchangeFrame } from '../../contracts/exchange.ts';
import { routeOfExchange } from './exchange-routes.ts';

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };

/** An exchange whose later entries are still read. */
interface GrowingExchange extends Growing<Omit<Exchange, 'events' | 'frames'>> {
  events: number[];
  frames?: ExchangeFrame[];
}

/** In the order of the entries. */
export function recordedExchanges(entries: readonly Entry[]): readonly Exchange[] {
  const reading = new ExchangeReading();
  for (const entry of entries) reading.add(entry);
  return reading.exchanges;
}

/** Reads entries one by one. */
export class ExchangeReading {
  readonly exchanges: GrowingExchange[] = [];
  /** By the entry of the request, frame or end of a connection. */
  readonly #byEntry = new Map<number, GrowingExchange>();
  readonly #byConnection = new Map<number, GrowingExchange>();
  /** By notification and attempt. */
  readonly #attempts = new Map<string, GrowingExchange>();
  /** The exchange that brought the last input; undefined if none did. */
  #source: GrowingExchange | undefined;
  /** The last event, which a webhook after it belongs to. */
  #event: EntryOf<'event'> | undefined;

  /** The exchange that the entry belongs to, as it is now; undefined if it belongs to none. */
  add(entry: Entry): Exchange | undefined {
    switch (entry.kind) {
      case 'http.request':
      case 'clock':
      case 'control':
        return this.#begin(entry, requestOf(entry));
      case 'http.answer':
        return this.#answer(entry);
      case 'ws.open': {
        const { n, at, service, url, headers } = entry;
        const socket: GrowingExchange = {
          n,
          kind: 'socket',
          atMs: at,
          service,
          method: 'GET',
          url,
          request: { headers },
          frames: [],
          events: [],
        };
        this.#byConnection.set(entry.conn, socket);
        return this.#begin(entry, socket);
      }
      case 'ws.in':
      case 'ws.out':
        return this.#frame(entry);
      case 'ws.close':
        return this.#close(entry);
      case 'touch':
        return this.#input(entry.input, this.#byEntry.get(entry.to));
      case 'input':
        return this.#input(entry.input, undefined);
      case 'event':
        this.#event = entry;
        this.#source?.events.push(entry.position);
        return this.#source;
      case 'webhook.attempt':
        return this.#attempt(entry);
      case 'webhook.outcome':
        return this.#outcome(entry);
    }
  }

  #begin(entry: RequestEntry | EntryOf<'ws.open'>, exchange: GrowingExchange): Exchange {
    const client = clientName(entry.headers['user-agent']);
    Object.assign(exchange, routeOfExchange(exchange), client === undefined ? {} : { client });
    this.exchanges.push(exchange);
    this.#byEntry.set(entry.n, exchange);
    this.#input(entry.input, exchange);
    return exchange;
  }

  /** The events after an input are those of its exchange. */
  #input(input: number | undefined, exchange: GrowingExchange | undefined): Exchange | undefined {
    if (input === undefined) return exchange;
    this.#source = exchange;
    if (exchange !== undefined) exchange.input ??= input;
    return exchange;
  }

  #answer(entry: EntryOf<'http.answer'>): Exchange | undefined {
    const exchange = this.#byEntry.get(entry.to);
    if (exchange === undefined) return undefined;
    exchange.status = entry.status;
    exchange.answer = { headers: entry.headers, ...contentOf(entry) };
    if (entry.delivery !== undefined) exchange.failure = entry.delivery;
    return exchange;
  }

  #frame(entry: EntryOf<'ws.in' | 'ws.out'>): Exchange | undefined {
    const socket = this.#byConnection.get(entry.conn);
    if (socket === undefined) return undefined;
    const { n, at } = entry;
    const direction = entry.kind === 'ws.in' ? 'in' : 'out';
    (socket.frames ??= []).push({ n, atMs: at, direction, ...contentOf(entry) });
    if (entry.kind === 'ws.out') return socket;
    this.#byEntry.set(n, socket);
    return this.#input(entry.input, socket);
  }

  #close(entry: EntryOf<'ws.close'>): Exchange | undefined {
    const socket = this.#byConnection.get(entry.conn);
    if (socket === undefined) return undefined;
    const { n, at, by, code, reason } = entry;
    socket.close = { atMs: at, by, code, reason };
    this.#byEntry.set(n, socket);
    return this.#input(entry.input, socket);
  }

  #attempt(entry: EntryOf<'webhook.attempt'>): Exchange {
    const { n, at, service = webhookServiceDefault, method = 'POST', url, headers } = entry;
    const webhook: GrowingExchange = {
      n,
      kind: 'webhook',
      atMs: at,
      service,
      method,
      url,
      request: { headers, ...contentOf(entry) },
      events: [],
    };
    this.exchanges.push(webhook);
    const notification =
      this.#event?.position === entry.position ? this.#event.data['notificationId'] : undefined;
    if (typeof notification === 'string') {
      this.#attempts.set(`${notification} ${entry.attempt}`, webhook);
    }
    return webhook;
  }

  #outcome({
    notificationId,
    attempt,
    outcome,
    input,
  }: EntryOf<'webhook.outcome'>): Exchange | undefined {
    const webhook = this.#attempts.get(`${notificationId} ${attempt}`);
    this.#input(input, webhook);
    if (webhook === undefined) return undefined;
    if (outcome.status !== undefined) webhook.status = outcome.status;
    if (outcome.kind !== 'answered') webhook.failure = outcome.kind;
    return webhook;
  }
}

function requestOf(entry: RequestEntry): GrowingExchange {
  const { n, at, service, method, url, headers } = entry;
  const kind = entry.kind === 'http.request' ? 'http' : 'control';
  const request = { headers, ...contentOf(entry) };
  return { n, kind, atMs: at, service, method, url, request, events: [] };
}
