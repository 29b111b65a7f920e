// Converts the exchanges of a recorded real service into the form of those of a world, so that both are compared alike.

import type { Entry, EntryOf } from '../format/entries.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import type { Failure, ProxyEntry, ProxyEntryOf } from '../format/proxy-entries.ts';
import type { Lines, Recording } from '../format/reader.ts';
import { MessageParts, type RecordedContent } from '../format/recorded-content.ts';
import type { WireHeaders } from '../redaction/headers.ts';
import { trimEndOf } from '../../../core/index.ts';
import { withoutHost } from './volatile.ts';
import { serviceAt } from '../../services/service-at.ts';

/** An answer: without a status if none arrived, and with what happened to it if not all of it did. */
export interface ReceivedAnswer extends Omit<EntryOf<'http.answer'>, 'status'> {
  readonly status?: number;
  readonly failure?: Failure;
}

export type ExchangeEntry = Exclude<Entry, { readonly kind: 'http.answer' }> | ReceivedAnswer;

/** A recording of either source. */
export type AnyRecording = Recording<Lines>;

/** The placeholders of links that are written in other ways, as `{origin}`. */
const links = /\{origin(?::ws)?(?::json|:url)?\}/g;
const pathLink = '{origin:path}';
const literal = '{origin:text}';

/** What stands in a recording for the service itself. */
const origin = '{origin}';

/** Those of a world as they are. */
export function exchangeEntries({ header, entries }: AnyRecording): readonly ExchangeEntry[] {
  if (header.source === 'world') return entries as readonly Entry[];
  const parts = new MessageParts(entries);
  const reading = new ProxyReading(header.upstreams, parts);
  for (const entry of entries as readonly ProxyEntry[]) reading.add(entry);
  return reading.entries;
}

class ProxyReading {
  readonly entries: ExchangeEntry[] = [];
  readonly #parts: MessageParts;
  /** By the numbers of their requests, and by their own: a failure names either. */
  readonly #answers = new Map<number, EntryOf<'http.answer'> & { failure?: Failure }>();
  readonly #webhooks = new Map<number, EntryOf<'webhook.attempt'>>();
  /** The answers to webhooks. */
  readonly #answeredWebhooks = new Set<number>();
  readonly #attempts = new Map<string, number>();
  /** Of the services, with the paths of their bases. */
  readonly #hosts: readonly string[];

  constructor(upstreams: Readonly<Record<string, string>>, parts: MessageParts) {
    this.#parts = parts;
    const hosts = Object.values(upstreams).map((base) => {
      const { hostname, pathname } = new URL(base);
      return `${hostname}${trimEndOf(pathname, '/')}`;
    });
    this.#hosts = [...new Set(hosts)];
  }

  add(entry: ProxyEntry): void {
    switch (entry.kind) {
      case 'http.request': {
        const { n, at, h, method, headers } = entry;
        const line = { kind: entry.kind, n, at, h, ...this.#place(entry), method } as const;
        const content = this.#content(entry);
        return this.#add({ ...line, origin, headers: this.#headers(headers), ...content });
      }
      case 'ws.open': {
        const { n, at, h, conn, headers } = entry;
        const line = { kind: entry.kind, n, at, h, ...this.#place(entry), conn } as const;
        return this.#add({ ...line, origin, headers: this.#headers(headers) });
      }
      case 'http.answer':
        return this.#addAnswer(entry);
      case 'http.part':
        return; // of a message, which has it
      case 'http.failure':
        return this.#addFailure(entry);
      case 'ws.in':
      case 'ws.out':
        if (entry.control === undefined) this.#add({ ...entry, ...this.#content(entry) });
        return;
      case 'ws.close':
        return this.#add({ ...entry, reason: this.#plain(entry.reason) });
      case 'webhook.request':
        // A world does not record that it looks whether an address is there.
        return entry.method === 'HEAD' ? undefined : this.#addWebhook(entry);
    }
  }

  #add(entry: Exclude<ExchangeEntry, ReceivedAnswer>): void {
    this.entries.push(entry);
  }

  #addAnswer(entry: ProxyEntryOf<'http.answer'>): void {
    const { n, at, h, to, status, headers } = entry;
    const webhook = this.#webhooks.get(to);
    if (webhook !== undefined) {
      this.#answeredWebhooks.add(n);
      return this.#addOutcome(webhook, n, at, status);
    }
    const line = { kind: entry.kind, n, at, h, to, status } as const;
    const answer = { ...line, headers: this.#headers(headers), ...this.#content(entry) };
    this.entries.push(answer);
    this.#answers.set(to, answer).set(n, answer);
  }

  #addFailure({ n, at, h, to, failure }: ProxyEntryOf<'http.failure'>): void {
    if (this.#answeredWebhooks.has(to)) return;
    const webhook = this.#webhooks.get(to);
    if (webhook !== undefined) return this.#addOutcome(webhook, n, at, undefined);
    const answer = this.#answers.get(to);
    if (answer !== undefined) return void (answer.failure = failure);
    this.entries.push({ kind: 'http.answer', n, at, h, to, headers: {}, failure });
  }

  /** How often a notification was sent before shows in its id alone. */
  #addWebhook(entry: ProxyEntryOf<'webhook.request'>): void {
    const { n, at, h, method, url, headers } = entry;
    const { text = '' } = this.#content(entry);
    const body = parsed(text);
    const id = isRecord(body) ? String(body['notificationId']) : '';
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const line = { kind: 'webhook.attempt', n, at, h, position: n, attempt, method } as const;
    const webhook = { ...line, url: this.#plain(url), headers: this.#headers(headers), text };
    this.#webhooks.set(n, webhook);
    this.#add(webhook);
  }

  /** The service by its path: proxies may have another name for it. */
  #place({ service, url }: { readonly service: string; readonly url: string }) {
    const own = this.#plain(url);
    return { service: serviceAt(own.replace(/\?.*$/s, ''))?.name ?? service, url: own };
  }

  #headers(headers: WireHeaders): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, this.#plain(value)]),
    );
  }

  /** All of it, also if it is in parts. */
  #content(entry: RecordedContent & { readonly n: number }): RecordedContent {
    const content = this.#parts.contentOf(entry);
    return content.text === undefined ? content : { text: this.#plain(content.text) };
  }

  #plain(text: string): string {
    const own = text
      .replaceAll(links, origin)
      .replaceAll(pathLink, '')
      .replaceAll(literal, '{origin');
    return this.#hosts.reduce(withoutHost, own);
  }

  #addOutcome(
    { n: _n, attempt, text }: EntryOf<'webhook.attempt'>,
    n: number,
    at: number,
    status: number | undefined,
  ): void {
    const body = parsed(text);
    const notificationId = isRecord(body) ? String(body['notificationId']) : '';
    const outcome =
      status === undefined
        ? ({ kind: 'unreachable' } as const)
        : ({ kind: 'answered', status } as const);
    const line = { kind: 'webhook.outcome', n, at, h: '', input: n } as const;
    this.entries.push({ ...line, notificationId, attempt, outcome });
  }
}
