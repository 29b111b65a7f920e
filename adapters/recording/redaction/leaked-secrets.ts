// Replaces secrets of a request that appear in its answer: errors quote the values that they refuse, whole or cut short.

import { isJson } from './json.ts';
import { tokenCharsMin, type Secret, type Secrets } from './tokenizer.ts';

/**
 * Replaces the secrets of an exchange in a text, or a beginning of at least 16 characters of one, also if escaped for JSON or URLs.
 * A beginning becomes a beginning of the token.
 */
export function replaceEchoes(text: string, secrets: Secrets): string {
  if (secrets.length === 0 || text.length < tokenCharsMin) return text;
  const [hasJson, hasUrl] = [text.includes('\\'), text.includes('%')];
  if (!hasJson && !hasUrl && !secrets.some(({ head }) => text.includes(head))) return text;
  return replaceIn(text, viewsOf(text, hasJson, hasUrl), secrets);
}

/** JSON has only the decoded view: in the raw one a part of a secret could end inside an escape or after a quote. */
function viewsOf(text: string, hasJson: boolean, hasUrl: boolean): readonly View[] {
  if (isJson(text)) {
    const json = jsonView(text);
    return hasUrl ? [json, urlView(json)] : [json];
  }
  const plain = plainView(text);
  const views = [plain];
  if (hasJson) views.push(jsonView(text));
  if (hasUrl) views.push(urlView(plain));
  return views;
}

/** A decoded text, and the offset of each of its characters in the raw text. */
interface View {
  readonly text: string;
  /** Raw offsets; absent if both texts are the same. */
  readonly startOf?: readonly number[];
}

function plainView(text: string): View {
  return { text };
}

const jsonUnit = /\\u([0-9A-Fa-f]{4})|\\([^])|[^\\]+|\\/g;
const shortEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function jsonView(text: string): View {
  return viewOf(text, jsonUnit, ([all, hex, char]) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    // An unescaped quote ends a string and is in no secret.
    if (char === undefined) return all.replaceAll('"', '\uFFFF');
    return shortEscapes[char] ?? char;
  });
}

/** The escapes of one character together, or text without escapes. */
const urlUnit = /%[0-7][0-9A-F]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|[^%]+|%/gi;

/** A view of a view. */
function urlView(given: View): View {
  const { text, startOf = [] } = viewOf(given.text, urlUnit, ([all]) =>
    all.startsWith('%') && all.length > 1
      ? Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8')
      : all,
  );
  return { text, startOf: startOf.map((at) => rawOffset(given, at)) };
}

function viewOf(text: string, unit: RegExp, decode: (hit: RegExpExecArray) => string): View {
  const startOf: number[] = [];
  let decodedText = '';
  for (const hit of text.matchAll(unit)) {
    const decoded = decode(hit);
    const isPlain = decoded.length === hit[0].length;
    for (let at = 0; at < decoded.length; at += 1) startOf.push(hit.index + (isPlain ? at : 0));
    decodedText += decoded;
  }
  startOf.push(text.length);
  return { text: decodedText, startOf };
}

function replaceIn(text: string, views: readonly View[], secrets: Secrets): string {
  const searches: Search[] = [];
  for (const view of views) {
    for (const secret of secrets) {
      const at = view.text.indexOf(secret.head);
      if (at !== -1) searches.push({ view, secret, at });
    }
  }
  if (searches.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (let hit = nextHit(searches); hit !== undefined; hit = nextHit(searches)) {
    const { value, replacement } = hit.secret;
    const isWhole = hit.length === value.length;
    parts.push(
      text.slice(end, hit.start),
      isWhole ? replacement : replacement.slice(0, hit.length),
    );
    end = hit.end;
    for (const search of searches) {
      while (search.at !== -1 && rawOffset(search.view, search.at) < end) {
        search.at = search.view.text.indexOf(search.secret.head, search.at + 1);
      }
    }
  }
  return parts.join('') + text.slice(end);
}

/** The next match of a secret in a view. Each search passes over a text once. */
interface Search {
  readonly view: View;
  readonly secret: Secret;
  at: number;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  /** The number of characters of the secret. */
  readonly length: number;
  readonly secret: Secret;
}

/** The first match; of several at one place the longest part of a secret, then the longest raw text. */
function nextHit(searches: readonly Search[]): Hit | undefined {
  let best: Hit | undefined;
  for (const { view, secret, at } of searches) {
    if (at === -1) continue;
    const start = rawOffset(view, at);
    if (best !== undefined && start > best.start) continue;
    const { value } = secret;
    let length = Math.min(tokenCharsMin, value.length);
    while (length < value.length && view.text[at + length] === value[length]) length += 1;
    // A quote after a part of a secret ends the quoted text.
    const isPlain = view.startOf === undefined;
    if (isPlain && length < value.length && value[length - 1] === '"') length -= 1;
    const end = rawOffset(view, at + length);
    const isMore = length === best?.length ? end > best.end : length > (best?.length ?? 0);
    if (best === undefined || start < best.start || isMore) best = { start, end, length, secret };
  }
  return best;
}

function rawOffset({ startOf }: View, at: number): number {
  return startOf?.[at] ?? at;
}
