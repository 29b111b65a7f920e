// The exchanges of a recording of real services. Its instants are those of the host.

import { clientName } from '../../contracts/client-name.ts';
import type { ProxyEntry, ProxyEntryOf } from '../../recording/format/proxy-entries.ts';
import { contentOf, messageCharsMax } from '../../recording/exchanges/message-content.ts';
import type { Exchange, ExchangeFrame, ExchangeMessage } from './story.ts';

type Growing<T> = { -readonly [Key in keyof T]: T[Key] };
type GrowingMessage = Growing<ExchangeMessage>;

interface GrowingExchange extends Growing<Omit<Exchange, 'frames' | 'request' | 'answer'>> {
  request?: GrowingMessage;
  answer?: GrowingMessage;
  frames?: ExchangeFrame[];
}

/** In the order of the entries. */
export function serviceExchanges(entries: readonly ProxyEntry[]): readonly Exchange[] {
  const reading = new ServiceReading();
  for (const entry of entries) reading.add(entry);
  return reading.exchanges;
}

class ServiceReading {
  readonly exchanges: GrowingExchange[] = [];
  /** By the entry of the request, and of the answer. */
  readonly #byEntry = new Map<number, GrowingExchange>();
  readonly #messages = new Map<number, GrowingMessage>();
  readonly #byConnection = new Map<number, GrowingExchange>();

  add(entry: ProxyEntry): void {
    switch (entry.kind) {
      case 'http.request':
      case 'webhook.request':
      case 'ws.open':
        return this.#begin(entry);
      case 'http.answer':
        return this.#answer(entry);
      case 'http.part': {
        const message = this.#messages.get(entry.to);
        if (message !== undefined) append(message, contentOf(entry));
        return;
      }
      case 'http.failure': {
        const exchange = this.#byEntry.get(entry.to);
        if (exchange !== undefined) exchange.failure = entry.failure;
        return;
      }
      case 'ws.in':
      case 'ws.out':
        return this.#frame(entry);
      case 'ws.close': {
        const socket = this.#byConnection.get(entry.conn);
        if (socket === undefined) return;
        const { at, by, code, reason, failure } = entry;
        socket.close = { atMs: at, by, code, reason };
        if (failure !== undefined) socket.failure = failure;
      }
    }
  }

  #begin(entry: ProxyEntryOf<'http.request' | 'webhook.request' | 'ws.open'>): void {
    const { n, at, url, headers } = entry;
    const isSocket = entry.kind === 'ws.open';
    const isWebhook = entry.kind === 'webhook.request';
    const request: GrowingMessage = { headers, ...(isSocket ? {} : contentOf(entry)) };
    const client = isWebhook ? undefined : clientName(headers['user-agent']);
    const exchange: GrowingExchange = {
      n,
      kind: isSocket ? 'socket' : isWebhook ? 'webhook' : 'http',
      atMs: at,
      service: isWebhook ? '' : entry.service,
      method: isSocket ? 'GET' : entry.method,
      url,
      ...(client === undefined ? {} : { client }),
      request,
      ...(isSocket ? { frames: [] } : {}),
      events: [],
    };
    this.exchanges.push(exchange);
    this.#byEntry.set(n, exchange);
    this.#messages.set(n, request);
    if (isSocket) this.#byConnection.set(entry.conn, exchange);
  }

  #answer(entry: ProxyEntryOf<'http.answer'>): void {
    const exchange = this.#byEntry.get(entry.to);
    if (exchange === undefined) return;
    const answer: GrowingMessage = { headers: entry.headers, ...contentOf(entry) };
    exchange.status = entry.status;
    exchange.answer = answer;
    this.#byEntry.set(entry.n, exchange);
    this.#messages.set(entry.n, answer);
  }

  #frame(entry: ProxyEntryOf<'ws.in' | 'ws.out'>): void {
    const { n, at, control } = entry;
    const direction = entry.kind === 'ws.in' ? 'in' : 'out';
    const content = control === undefined ? contentOf(entry) : { text: control };
    this.#byConnection.get(entry.conn)?.frames?.push({ n, atMs: at, direction, ...content });
  }
}

function append(message: GrowingMessage, { text, bytes = 0 }: ExchangeMessage): void {
  if (text === undefined) {
    message.bytes = (message.bytes ?? 0) + bytes;
    return;
  }
  const whole = (message.text ?? '') + text;
  if (whole.length > messageCharsMax || message.bytes !== undefined) {
    message.bytes =
      (message.bytes ?? Buffer.byteLength(message.text ?? '')) +
      Math.max(bytes, Buffer.byteLength(text));
  }
  message.text = whole.slice(0, messageCharsMax);
}
