// Writes recorded requests as their client would send them to another server: with the ids and keys that it knows there, its own
// credentials, and secrets encrypted for that server (target-secrets.ts).

import { randomUUID } from 'node:crypto';
import type { ClientLogin } from '../contracts/client-login.ts';
import { isRecord, parsed } from '../recording/format/json-values.ts';
import { IdMarker, withoutMarks } from '../recording/diff/numeric-ids.ts';
import { isKeyName } from '../recording/diff/volatile.ts';
import { serviceAt } from '../services/service-at.ts';
import { isSendable, isTextType, valuesIn } from '../upstream/headers.ts';
import { headerWithLinks } from '../upstream/linked-headers.ts';
import { withLinks } from '../upstream/links.ts';
import { pathOf, webhookPath } from '../upstream/relay/destination.ts';
import { bytesOf } from '../recording/format/recorded-content.ts';
import type { RecordedRequest, RecordedSocket } from '../upstream/traffic.ts';
import type { CalledRequest } from './http-call.ts';
import { isSecret, TargetSecrets, type TargetSecretsOptions } from './target-secrets.ts';

/** Headers that the HTTP library makes anew for each connection. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
  'te',
  'transfer-encoding',
  'upgrade',
]);

export interface RequestWriterOptions extends TargetSecretsOptions {
  /** The base that the client knows: links in requests lead there. */
  readonly base: string;
  /** The address at which webhooks are awaited; absent: they go where the client has said. */
  readonly webhooks?: string;
}

export class RequestWriter {
  readonly #options: RequestWriterOptions;
  readonly #secrets: TargetSecrets;
  /** Idempotency keys that it has made. */
  readonly #keys = new Set<string>();

  constructor(options: RequestWriterOptions) {
    this.#options = options;
    this.#secrets = new TargetSecrets(options);
  }

  /** Rejects with MissingSecretError. */
  async request(recorded: RecordedRequest): Promise<CalledRequest> {
    const { method, service, url } = recorded;
    const headers = this.#headers(recorded);
    const body = await this.#body(recorded, String(headers['authorization'] ?? ''));
    return { method, url: this.#url(service, url), headers, body };
  }

  /** The URL and headers of a handshake, and the subprotocols that it offers. */
  handshake(recorded: RecordedSocket): {
    readonly url: string;
    readonly headers: CalledRequest['headers'];
    readonly protocols: readonly string[];
  } {
    const { service, url, headers } = recorded;
    const offered = headers['sec-websocket-protocol'] ?? '';
    const names = offered.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
    const protocols = names.map((name) => {
      const known = this.#options.learned.text(name);
      return this.#secrets.subprotocol(url, known);
    });
    return { url: this.#url(service, url), headers: this.#headers(recorded), protocols };
  }

  /** A text frame. */
  frame(text: string): string {
    const value = parsed(text);
    const { learned, base } = this.#options;
    if (!isRecord(value)) return learned.text(withLinks(text, base));
    return changedJson(text, value, learned.applied(value));
  }

  /** A request to the control plane. */
  operation({ url, content }: RecordedRequest): Pick<CalledRequest, 'url' | 'body'> {
    const { text } = content;
    const body = text === undefined ? bytesOf(content) : Buffer.from(this.frame(text));
    return { url: this.#options.learned.text(url), body };
  }

  #url(service: string, url: string): string {
    const ids = new IdMarker(service, pathOf(url));
    const { learned } = this.#options;
    const [path = '', query] = url.split(/\?(.*)/s, 2);
    const own = (text: string) => withoutMarks(learned.text(ids.sent(text)));
    if (query === undefined) return own(path);
    const whole = own(`?${query}`).slice(1); // lists of numeric ids are found in whole queries
    const parameters = whole.split('&').map((one) => {
      const [name = '', value] = one.split(/=(.*)/s, 2);
      if (value === undefined) return one;
      const plain = decoded(value);
      const live = learned.text(plain);
      return live === plain ? one : `${name}=${encodeURIComponent(live)}`;
    });
    return `${own(path)}?${parameters.join('&')}`;
  }

  #headers({ url, headers, outcome }: RecordedRequest | RecordedSocket): CalledRequest['headers'] {
    const { base, learned } = this.#options;
    const wasRefused = outcome !== undefined && 'status' in outcome && outcome.status === 401;
    const sent: [string, string | string[]][] = [];
    for (const [name, value] of Object.entries(headers)) {
      if (ofConnection.has(name)) continue;
      const known = isKeyName(name)
        ? this.#key(value)
        : learned.text(headerWithLinks(name, value, base));
      const own =
        name === 'authorization' ? this.#secrets.authorization(url, known, wasRefused) : known;
      const values = valuesIn(own).filter((one) => isSendable(name, one));
      const [first, ...more] = values;
      if (first !== undefined) sent.push([name, more.length === 0 ? first : [first, ...more]]);
    }
    return Object.fromEntries(sent);
  }

  async #body(
    { service, url, headers, content }: RecordedRequest,
    authorization: string,
  ): Promise<Buffer> {
    const { base, learned } = this.#options;
    const type = headers['content-type'];
    if (content.text === undefined || !isTextType(type)) return bytesOf(content);
    const text = withLinks(content.text, base);
    const ids = new IdMarker(service, pathOf(url));
    const applied = (value: unknown) => withoutMarks(learned.applied(ids.sent(value)));
    if (type?.startsWith('application/x-www-form-urlencoded') === true) {
      const fields = [...new URLSearchParams(text)].map(([name, value]) => {
        const own = applied({ [name]: value }) as Record<string, string>;
        return [name, own[name] ?? value] as [string, string];
      });
      return Buffer.from(String(new URLSearchParams(fields)));
    }
    const value = parsed(text);
    if (!isRecord(value) && !Array.isArray(value)) return Buffer.from(learned.text(text));
    const { login } = serviceAt(pathOf(url)) ?? {};
    const own = await this.#withSecrets(applied(value), { login, authorization });
    return Buffer.from(changedJson(text, value, own));
  }

  /** With keys, encrypted secrets and addresses of its own. */
  async #withSecrets(value: unknown, client: BodyClient): Promise<unknown> {
    if (Array.isArray(value)) {
      return Promise.all(value.map((one) => this.#withSecrets(one, client)));
    }
    if (!isRecord(value)) return value;
    const members: [string, unknown][] = [];
    for (const [name, one] of Object.entries(value)) {
      members.push([name, await this.#member(name, one, client)]);
    }
    return Object.fromEntries(members);
  }

  async #member(name: string, value: unknown, client: BodyClient): Promise<unknown> {
    if (typeof value !== 'string') return this.#withSecrets(value, client);
    if (isKeyName(name)) return this.#key(value);
    const { login, authorization } = client;
    const { encryption } = login ?? {};
    if (encryption?.fields.includes(name) === true && isSecret(value)) {
      return this.#secrets.encrypted(encryption, authorization);
    }
    const { webhooks } = this.#options;
    if (webhooks === undefined || login?.addresses?.includes(name) !== true) return value;
    const [, below = ''] = value.split(webhookPath, 2);
    return `${webhooks}${below}`;
  }

  #key(recorded: string): string {
    const { learned, target } = this.#options;
    if (!target.hasOwnKeys) return recorded;
    const known = learned.get(recorded);
    if (known !== undefined || this.#keys.has(recorded)) return known ?? recorded;
    const key = randomUUID();
    this.#keys.add(key);
    learned.set(recorded, key);
    return key;
  }
}

/** The client whose body is written. */
interface BodyClient {
  readonly login: ClientLogin | undefined;
  readonly authorization: string;
}

/** The text of JSON: as it was, if nothing has changed in it. */
function changedJson(text: string, before: unknown, now: unknown): string {
  const changed = JSON.stringify(now);
  return changed === JSON.stringify(before) ? text : changed;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
