// The exchanges of a recorded real service in the form that those of a world have, so that both are compared alike.

import type { Entry, EntryOf } from '../format/entries.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import type { Failure, ProxyEntry, ProxyEntryOf } from '../format/proxy-entries.ts';
import type { Lines, Recording } from '../format/reader.ts';
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
  const reading = new ProxyReading(header.upstreams);
  for (const entry of entries as readonly ProxyEntry[]) reading.add(entry);
  return reading.entries;
}

type Content = { text?: string; base64?: string };

class ProxyReading {
  readonly entries: ExchangeEntry[] = [];
  /** By the numbers of their entries: what parts are added to. */
  readonly #messages = new Map<number, Content>();
  readonly #answers = new Map<number, Content & { failure?: Failure }>();
  readonly #webhooks = new Map<number, EntryOf<'webhook.attempt'>>();
  readonly #attempts = new Map<string, number>();
  /** Of the services, with the paths of their bases. */
  readonly #hosts: readonly string[];

  constructor(upstreams: Readonly<Record<string, string>>) {
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
        return this.#add({
          ...line,
          origin,
          headers: this.#headers(headers),
          ...this.#content(entry),
        });
      }
      case 'ws.open': {
        const { n, at, h, conn, headers } = entry;
        const line = { kind: entry.kind, n, at, h, ...this.#place(entry), conn } as const;
        return this.#add({ ...line, origin, headers: this.#headers(headers) });
      }
      case 'http.answer':
        return this.#addAnswer(entry);
      case 'http.part':
        return this.#addPart(entry);
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
    if ('text' in entry || 'base64' in entry || entry.kind === 'http.request') {
      this.#messages.set(entry.n, entry);
    }
  }

  #addAnswer(entry: ProxyEntryOf<'http.answer'>): void {
    const { n, at, h, to, status, headers } = entry;
    const webhook = this.#webhooks.get(to);
    if (webhook !== undefined) return this.#addOutcome(webhook, n, at, status);
    const line = { kind: entry.kind, n, at, h, to, status } as const;
    const answer = { ...line, headers: this.#headers(headers), ...this.#content(entry) };
    this.entries.push(answer);
    this.#messages.set(n, answer);
    this.#answers.set(to, answer);
  }

  #addPart({ to, text, base64 }: ProxyEntryOf<'http.part'>): void {
    const message = this.#messages.get(to);
    if (message === undefined) return;
    if (base64 === undefined && message.base64 === undefined) {
      message.text = (message.text ?? '') + this.#plain(text ?? '');
      return;
    }
    const before = bytesOf(message);
    delete message.text;
    message.base64 = Buffer.concat([before, bytesOf({ text, base64 })]).toString('base64');
  }

  #addFailure({ n, at, h, to, failure }: ProxyEntryOf<'http.failure'>): void {
    const webhook = this.#webhooks.get(to);
    if (webhook !== undefined) return this.#addOutcome(webhook, n, at, undefined);
    const answer = this.#answers.get(to);
    if (answer !== undefined) return void (answer.failure = failure);
    this.entries.push({ kind: 'http.answer', n, at, h, to, headers: {}, failure });
  }

  /** How often a notification was sent before shows in its id alone. */
  #addWebhook({
    n,
    at,
    h,
    method,
    url,
    headers,
    ...content
  }: ProxyEntryOf<'webhook.request'>): void {
    const { text = '' } = this.#content(content);
    const body = parsed(text);
    const id = isRecord(body) ? String(body['notificationId']) : '';
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const line = { kind: 'webhook.attempt', n, at, h, position: n, attempt, method } as const;
    const entry = { ...line, url: this.#plain(url), headers: this.#headers(headers), text };
    this.#webhooks.set(n, entry);
    this.#add(entry);
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

  #content({ text, base64 }: Content): Content {
    if (base64 !== undefined) return { base64 };
    return text === undefined ? {} : { text: this.#plain(text) };
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

function bytesOf({
  text,
  base64,
}: {
  text?: string | undefined;
  base64?: string | undefined;
}): Buffer {
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text);
}
