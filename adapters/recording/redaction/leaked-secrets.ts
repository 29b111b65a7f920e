// Secrets that come back: error answers show values that they refuse (adapters/http/parse.ts), whole or cut short.

import { isJson } from './json.ts';
import { tokenCharsMin, type Secret, type Secrets } from './tokenizer.ts';

/**
 * The text without the secrets of the exchange, whole or the beginning of one, from 16 characters on; also where JSON or a URL
 * has escaped them. A beginning becomes as much of the token.
 */
export function replaceEchoes(text: string, secrets: Secrets): string {
  if (secrets.length === 0 || text.length < tokenCharsMin) return text;
  const [hasJson, hasUrl] = [text.includes('\\'), text.includes('%')];
  if (!hasJson && !hasUrl && !secrets.some(({ head }) => text.includes(head))) return text;
  return replaceIn(text, viewsOf(text, hasJson, hasUrl), secrets);
}

/** JSON reads in one way only: read as it is written, a part of a secret could end inside an escape or behind a quote. */
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

/** A text as it reads, and where each of its characters is in the text as it is written. */
interface View {
  readonly read: string;
  /** Where a character begins; absent where both are the same. */
  readonly startOf?: readonly number[];
}

function plainView(text: string): View {
  return { read: text };
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
    // A quote that is not escaped ends a text and is in no secret.
    if (char === undefined) return all.replaceAll('"', '\uFFFF');
    return shortEscapes[char] ?? char;
  });
}

/** Escapes of one character together, and what has none. */
const urlUnit = /%[0-7][0-9A-F]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|[^%]+|%/gi;

/** A view of what a view reads. */
function urlView(given: View): View {
  const { read, startOf = [] } = viewOf(given.read, urlUnit, ([all]) =>
    all.startsWith('%') && all.length > 1
      ? Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8')
      : all,
  );
  return { read, startOf: startOf.map((at) => writtenAt(given, at)) };
}

function viewOf(text: string, unit: RegExp, decode: (hit: RegExpExecArray) => string): View {
  const startOf: number[] = [];
  let read = '';
  for (const hit of text.matchAll(unit)) {
    const decoded = decode(hit);
    const isPlain = decoded.length === hit[0].length;
    for (let at = 0; at < decoded.length; at += 1) startOf.push(hit.index + (isPlain ? at : 0));
    read += decoded;
  }
  startOf.push(text.length);
  return { read, startOf };
}

function replaceIn(text: string, views: readonly View[], secrets: Secrets): string {
  const seeks: Seek[] = [];
  for (const view of views) {
    for (const secret of secrets) {
      const at = view.read.indexOf(secret.head);
      if (at !== -1) seeks.push({ view, secret, at });
    }
  }
  if (seeks.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (let hit = nextHit(seeks); hit !== undefined; hit = nextHit(seeks)) {
    const { value, replacement } = hit.secret;
    const isWhole = hit.length === value.length;
    parts.push(
      text.slice(end, hit.start),
      isWhole ? replacement : replacement.slice(0, hit.length),
    );
    end = hit.end;
    for (const seek of seeks) {
      while (seek.at !== -1 && writtenAt(seek.view, seek.at) < end) {
        seek.at = seek.view.read.indexOf(seek.secret.head, seek.at + 1);
      }
    }
  }
  return parts.join('') + text.slice(end);
}

/** Where a secret begins next in a view; each stretch of a text is looked through once. */
interface Seek {
  readonly view: View;
  readonly secret: Secret;
  at: number;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  /** How many characters of the secret are there. */
  readonly length: number;
  readonly secret: Secret;
}

/** The first place with a secret; of several the one of which the most is there, and the reading that takes the most of the text. */
function nextHit(seeks: readonly Seek[]): Hit | undefined {
  let best: Hit | undefined;
  for (const { view, secret, at } of seeks) {
    if (at === -1) continue;
    const start = writtenAt(view, at);
    if (best !== undefined && start > best.start) continue;
    const { value } = secret;
    let length = Math.min(tokenCharsMin, value.length);
    while (length < value.length && view.read[at + length] === value[length]) length += 1;
    // A quote behind a part of a secret is the end of the text that shows it.
    const isPlain = view.startOf === undefined;
    if (isPlain && length < value.length && value[length - 1] === '"') length -= 1;
    const end = writtenAt(view, at + length);
    const isMore = length === best?.length ? end > best.end : length > (best?.length ?? 0);
    if (best === undefined || start < best.start || isMore) best = { start, end, length, secret };
  }
  return best;
}

function writtenAt({ startOf }: View, at: number): number {
  return startOf?.[at] ?? at;
}
