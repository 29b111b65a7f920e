// Secrets that come back: error answers show values that they refuse (adapters/http/parse.ts), whole or cut short.

import { tokenCharsMin, type Secret, type Secrets } from './tokens.ts';

/**
 * The text without the secrets of the exchange, whole or the beginning of one, from 16 characters on; also where JSON or a URL
 * has escaped them. A beginning becomes as much of the token.
 */
export function replaceEchoes(text: string, secrets: Secrets): string {
  if (secrets.length === 0 || text.length < tokenCharsMin) return text;
  let replaced = replaceIn(plainView(text), secrets);
  if (replaced.includes('\\')) replaced = replaceIn(jsonView(replaced), secrets);
  if (replaced.includes('%')) replaced = replaceIn(urlView(replaced), secrets);
  return replaced;
}

/** A text as it reads, and where each of its characters is in the text as it is written. */
interface View {
  readonly written: string;
  readonly read: string;
  /** Where a character begins; absent where both are the same. */
  readonly startOf?: readonly number[];
}

function plainView(text: string): View {
  return { written: text, read: text };
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
    return char === undefined ? all : (shortEscapes[char] ?? char);
  });
}

/** Escapes of one character together, and what has none. */
const urlUnit = /%[0-7][0-9A-F]|%[C-F][0-9A-F](?:%[89AB][0-9A-F])+|[^%]+|%/gi;

function urlView(text: string): View {
  return viewOf(text, urlUnit, ([all]) =>
    all.startsWith('%') && all.length > 1
      ? Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8')
      : all,
  );
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
  return { written: text, read, startOf };
}

function replaceIn({ written, read, startOf }: View, secrets: Secrets): string {
  const seeks = secrets.map((secret): Seek => ({ secret, at: headIn(read, secret, 0) }));
  const parts: string[] = [];
  let end = 0;
  for (let hit = nextHit(read, seeks); hit !== undefined; hit = nextHit(read, seeks)) {
    const stop = hit.at + hit.length;
    const { value, replacement } = hit.secret;
    const isWhole = hit.length === value.length;
    parts.push(
      written.slice(end, startOf?.[hit.at] ?? hit.at),
      isWhole ? replacement : replacement.slice(0, hit.length),
    );
    end = startOf?.[stop] ?? stop;
    for (const seek of seeks) {
      if (seek.at !== -1 && seek.at < stop) seek.at = headIn(read, seek.secret, stop);
    }
  }
  return parts.length === 0 ? written : parts.join('') + written.slice(end);
}

/** Where a secret begins next; each is looked for once in each stretch of the text. */
interface Seek {
  readonly secret: Secret;
  at: number;
}

interface Hit {
  readonly at: number;
  readonly length: number;
  readonly secret: Secret;
}

/** The first place with a secret; of several the one that is there at its longest. */
function nextHit(text: string, seeks: readonly Seek[]): Hit | undefined {
  let best: Hit | undefined;
  for (const { secret, at } of seeks) {
    if (at === -1 || (best !== undefined && at > best.at)) continue;
    let length = Math.min(tokenCharsMin, secret.value.length);
    while (length < secret.value.length && text[at + length] === secret.value[length]) length += 1;
    if (best === undefined || at < best.at || length > best.length) best = { at, length, secret };
  }
  return best;
}

/** Only of a token, which is as long as what it stands for, can a part be put for a part. */
function headIn(text: string, { value, replacement }: Secret, from: number): number {
  const isCut = replacement.length === value.length;
  return text.indexOf(isCut ? value.slice(0, tokenCharsMin) : value, from);
}
