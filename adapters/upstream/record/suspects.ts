// Finds values in redacted entries that still look like secrets: long, of many different characters, and no ids.

import { isRecord, parsed } from '../../recording/format/json-values.ts';

export interface Suspect {
  /** The number of the entry. */
  readonly n: number;
  /** Where it is: `headers.x-tenant`, `url.tenant`, `text.data.code`. */
  readonly path: string;
}

/** The most that are listed. */
export const suspectsMax = 20;
/** Texts with more characters are not searched: they are documents. */
const textCharsMax = 256 * 1024;
const charsMin = 20;
/** Bits for each character. Words of a language have below 3.5. */
const entropyMin = 3.8;

const secretForm = /^[A-Za-z0-9+/_.=~-]+$/;
/** Ids, hashes, addresses, dates, versions, numbers: what services print everywhere. */
const idForm =
  /^(?:0x)?[0-9a-f]+$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[\d.:TZ+-]+$|^~[0-9a-f~]+$/i;

/** Headers about the connection, the content and the client. */
const plainHeaders =
  /^(?:accept|access-control|cache|connection|content|date|etag|expires|host|last-modified|link|server|sec-websocket|strict|user-agent|vary|via|x-request-id)/i;

export class Suspects {
  readonly #found: Suspect[] = [];
  readonly #values = new Set<string>();
  /** Those that are listed, with `*` for the places of lists: a signature is another one in each webhook. */
  readonly #paths = new Set<string>();

  /** At most `suspectsMax`, each value and each path once. */
  get found(): readonly Suspect[] {
    return this.#found;
  }

  /** Searches an entry as it is written. */
  search(entry: Readonly<Record<string, unknown>>): void {
    const { n, url, text, headers } = entry;
    if (typeof n !== 'number' || this.#found.length >= suspectsMax) return;
    if (isRecord(headers)) {
      for (const [name, value] of Object.entries(headers)) {
        if (!plainHeaders.test(name)) this.#test(n, `headers.${name}`, value);
      }
    }
    if (typeof url === 'string' && url.includes('?')) {
      const query = new URLSearchParams(url.slice(url.indexOf('?')));
      for (const [name, value] of query) this.#test(n, `url.${name}`, value);
    }
    if (typeof text === 'string' && text.length <= textCharsMax && isWhole(text)) {
      const value = parsed(text);
      if (value !== undefined) this.#searchIn(n, 'text', value);
    }
  }

  #searchIn(n: number, path: string, value: unknown): void {
    if (typeof value === 'string') return this.#test(n, path, value);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      this.#searchIn(n, `${path}.${name}`, member);
  }

  #test(n: number, path: string, value: unknown): void {
    if (typeof value !== 'string' || this.#found.length >= suspectsMax) return;
    // Credentials follow the word of their scheme.
    const secret = value.slice(value.lastIndexOf(' ') + 1);
    if (this.#values.has(secret) || !isSuspicious(secret)) return;
    if (/^basic /i.test(value) && isRedactedLogin(secret)) return;
    this.#values.add(secret);
    const anyPath = path.replaceAll(/\.\d+(?=\.|$)/g, '.*');
    if (this.#paths.has(anyPath)) return;
    this.#paths.add(anyPath);
    this.#found.push({ n, path });
  }
}

/** Whether a text may be JSON: most parts of a long one are seen at once not to be. */
function isWhole(text: string): boolean {
  return /^(?:\{\}|\[\]|"")$/.test(`${text.trimStart()[0]}${text.trimEnd().at(-1)}`);
}

/** Whether the password of a Basic login has been replaced. */
function isRedactedLogin(credential: string): boolean {
  const login = Buffer.from(credential, 'base64').toString('latin1');
  const password = login.slice(login.indexOf(':') + 1);
  return password.startsWith('[redacted:') || (password.startsWith('~') && idForm.test(password));
}

export function isSuspicious(text: string): boolean {
  if (text.length < charsMin || text.length > 4_096) return false;
  if (!secretForm.test(text) || idForm.test(text)) return false;
  const kinds = [/[A-Z]/, /[a-z]/, /\d/].filter((kind) => kind.test(text)).length;
  return kinds >= 2 && entropyOf(text) >= entropyMin;
}

/** Shannon entropy, in bits for each character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
