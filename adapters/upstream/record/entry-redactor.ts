// Removes the secrets from what passes a proxy, before it is written: answers, parts and frames may repeat those of their request.

import type { Numbered } from '../../recording/format/file-writer.ts';
import type { UnsealedProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { Redactor, Secrets } from '../../recording/redaction/redactor.ts';
import { isTextType } from '../headers.ts';
import type { RedactionRules } from '../redaction-rules.ts';

type Entry = Numbered<UnsealedProxyEntry>;

/** Entries come in their order. */
export class EntryRedactor {
  readonly #redactor: Redactor;
  readonly #rules: RedactionRules;
  /** Secrets by the numbers of requests and answers whose content goes on. */
  readonly #ofMessages = new Map<number, Secrets>();
  readonly #ofConnections = new Map<number, Secrets>();
  /** Messages whose content follows, and of which no part has come. */
  readonly #unbegun = new Set<number>();

  constructor(redactor: Redactor, rules: RedactionRules) {
    this.#redactor = redactor;
    this.#rules = rules;
  }

  redacted(entry: Entry): object {
    return this.#withoutKnown(this.#withoutNamed(entry));
  }

  /** Without what the user has named. */
  #withoutNamed(entry: Entry): Entry {
    const rules = this.#rules;
    if ('parts' in entry) this.#unbegun.add(entry.n);
    switch (entry.kind) {
      case 'http.request':
      case 'webhook.request':
      case 'ws.open': {
        const named = {
          ...entry,
          url: rules.url(entry.url),
          headers: rules.headers(entry.headers),
        };
        return 'text' in named && named.text !== undefined
          ? { ...named, text: rules.body(named.text) }
          : named;
      }
      case 'http.answer': {
        const named = { ...entry, headers: rules.headers(entry.headers) };
        return named.text === undefined ? named : { ...named, text: rules.body(named.text) };
      }
      case 'ws.in':
      case 'ws.out':
        return entry.text === undefined ? entry : { ...entry, text: rules.frame(entry.text) };
      case 'http.part': {
        const isWhole = this.#unbegun.delete(entry.to) && entry.last === true;
        const { text } = entry;
        return isWhole && text !== undefined ? { ...entry, text: rules.body(text) } : entry;
      }
      case 'http.failure':
        this.#unbegun.delete(entry.to);
        return entry;
      case 'ws.close':
        return entry;
    }
  }

  #withoutKnown(entry: Entry): object {
    switch (entry.kind) {
      case 'http.request':
      case 'webhook.request': {
        const { wire, secrets } = this.#redactor.request(entry);
        this.#ofMessages.set(entry.n, secrets);
        return { ...entry, ...wire, ...this.#form(entry, secrets) };
      }
      case 'ws.open': {
        const { wire, secrets } = this.#redactor.request(entry);
        this.#ofMessages.set(entry.n, secrets);
        this.#ofConnections.set(entry.conn, secrets);
        return { ...entry, ...wire };
      }
      case 'http.answer': {
        const secrets = this.#secretsOf(entry.to);
        this.#ofMessages.delete(entry.to);
        if (entry.parts === true) this.#ofMessages.set(entry.n, secrets);
        const { status, reason, headers, text } = entry;
        // Any answer of a real service may repeat a secret, not only one that is an error.
        const shown = (value: string) => this.#redactor.frame(value, secrets);
        return {
          ...entry,
          ...this.#redactor.answer({ status, headers }, secrets),
          ...(reason === undefined ? {} : { reason: shown(reason) }),
          ...(text === undefined ? {} : { text: shown(text) }),
        };
      }
      case 'http.part': {
        const secrets = this.#secretsOf(entry.to);
        if (entry.last === true) this.#ofMessages.delete(entry.to);
        if (entry.text === undefined) return entry;
        return { ...entry, text: this.#redactor.frame(entry.text, secrets) };
      }
      case 'http.failure':
        this.#ofMessages.delete(entry.to);
        return entry;
      case 'ws.in':
      case 'ws.out': {
        if (entry.text === undefined) return entry;
        const secrets = this.#ofConnections.get(entry.conn) ?? [];
        return { ...entry, text: this.#redactor.frame(entry.text, secrets) };
      }
      case 'ws.close': {
        const secrets = this.#ofConnections.get(entry.conn) ?? [];
        this.#ofConnections.delete(entry.conn);
        return { ...entry, reason: this.#redactor.frame(entry.reason, secrets) };
      }
    }
  }

  #secretsOf(message: number): Secrets {
    return this.#ofMessages.get(message) ?? [];
  }

  /** A form that is not UTF-8. Other binary content has no names of secrets. */
  #form(
    {
      base64,
      headers,
    }: { readonly base64?: string; readonly headers: Readonly<Record<string, string>> },
    secrets: Secrets,
  ): { readonly base64?: string } {
    if (base64 === undefined || !isTextType(headers['content-type'])) return {};
    const bytes = this.#redactor.bytes(Buffer.from(base64, 'base64'), secrets);
    return { base64: bytes.toString('base64') };
  }
}
