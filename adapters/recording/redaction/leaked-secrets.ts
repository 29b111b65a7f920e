// Replaces secrets of a request that appear in its answer: errors quote the values that they refuse, whole or cut short.

import { atOnce, type InPieces } from '../../../core/index.ts';
import { isJson } from './json.ts';
import {
  createSecretIndex,
  possibleSecretsIn,
  type SecretIndex,
  type SecretMatch,
} from './secret-index.ts';
import { tokenCharsMin, type Secret, type Secrets } from './tokenizer.ts';

/**
 * Replaces the secrets of an exchange in a text, or a beginning of at least 16 characters of one, also if escaped for JSON or URLs.
 * A beginning becomes a beginning of the token.
 */
export function replaceEchoes(text: string, secrets: Secrets): string {
  if (secrets.length === 0 || text.length < tokenCharsMin) return text;
  return atOnce(replaceEchoesInPieces(text, secrets));
}

/** As `replaceEchoes`. */
export function* replaceEchoesInPieces(text: string, secrets: Secrets): InPieces<string> {
  if (secrets.length === 0 || text.length < tokenCharsMin) return text;
  const [hasJson, hasUrl] = [text.includes('\\'), text.includes('%')];
  if (!hasJson && !hasUrl && !mayEcho(text, secrets)) return text;
  const views = viewsOf(text, hasJson, hasUrl).filter((view) => mayEcho(view.text, secrets));
  yield;
  const present = views.length === 0 ? [] : presentIn(views, secrets);
  return present.length === 0 ? text : replaceIn(text, views, indexOf(present));
}

/** A search for each of more secrets would take longer than one for all of them. */
const fewSecrets = 8;

/** Whether a text without escapes may have a secret, or a beginning of one: whether it has, if they are few. */
export function mayEcho(text: string, secrets: Secrets): boolean {
  return secrets.length > fewSecrets || secrets.some(({ head }) => text.includes(head));
}

/** The secrets that may be in the views. Of more secrets than these have characters, only those whose beginning may be in one. */
function presentIn(views: readonly View[], secrets: Secrets): Secrets {
  const texts = views.map(({ text }) => text);
  return secrets.length <= texts.join('').length ? secrets : possibleSecretsIn(texts, secrets);
}

/** Of the secrets of an exchange, which are complete. */
const indices = new WeakMap<Secrets, SecretIndex>();

function indexOf(secrets: Secrets): SecretIndex {
  let index = indices.get(secrets);
  if (index === undefined) indices.set(secrets, (index = createSecretIndex(secrets)));
  return index;
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
  readonly startOf?: Uint32Array;
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
  const { text, startOf } = viewOf(given.text, urlUnit, ([all]) =>
    all.startsWith('%') && all.length > 1
      ? Buffer.from(all.replaceAll('%', ''), 'hex').toString('utf8')
      : all,
  );
  return { text, startOf: startOf.map((at) => rawOffset(given, at)) };
}

/** Texts are decoded to as many characters or fewer. */
function viewOf(
  text: string,
  unit: RegExp,
  decode: (hit: RegExpExecArray) => string,
): Required<View> {
  const startOf = new Uint32Array(text.length + 1);
  let length = 0;
  let decodedText = '';
  for (const hit of text.matchAll(unit)) {
    const decoded = decode(hit);
    const isPlain = decoded.length === hit[0].length;
    for (let at = 0; at < decoded.length; at += 1)
      startOf[length++] = hit.index + (isPlain ? at : 0);
    decodedText += decoded;
  }
  startOf[length] = text.length;
  return { text: decodedText, startOf: startOf.subarray(0, length + 1) };
}

function replaceIn(text: string, views: readonly View[], index: SecretIndex): string {
  const searches = views.map((view): Search => ({ view, match: index(view.text, 0) }));
  const parts: string[] = [];
  let end = 0;
  for (let hit = firstHit(searches); hit !== undefined; hit = firstHit(searches)) {
    const { value, replacement } = hit.secret;
    const isWhole = hit.length === value.length;
    parts.push(
      text.slice(end, hit.start),
      isWhole ? replacement : replacement.slice(0, hit.length),
    );
    end = hit.end;
    for (const search of searches) passTo(end, search, index);
  }
  return end === 0 ? text : parts.join('') + text.slice(end);
}

/** The next match in a view. */
interface Search {
  readonly view: View;
  match: SecretMatch | undefined;
}

/** Goes on to the first match from a raw offset on. */
function passTo(end: number, search: Search, index: SecretIndex): void {
  const { view, match } = search;
  if (match === undefined || rawOffset(view, match.at) >= end) return;
  let from = match.at + 1;
  while (from < view.text.length && rawOffset(view, from) < end) from += 1;
  search.match = index(view.text, from);
}

interface Hit {
  readonly start: number;
  readonly end: number;
  /** The number of characters of the secret. */
  readonly length: number;
  readonly secret: Secret;
}

/** The first match; of several at one place the longest part of a secret, then the longest raw text. */
function firstHit(searches: readonly Search[]): Hit | undefined {
  let best: Hit | undefined;
  for (const { view, match } of searches) {
    if (match === undefined) continue;
    const { secret, at } = match;
    const start = rawOffset(view, at);
    if (best !== undefined && start > best.start) continue;
    let { length } = match;
    // A quote after a part of a secret ends the quoted text.
    const isPlain = view.startOf === undefined;
    if (isPlain && length < secret.value.length && secret.value[length - 1] === '"') length -= 1;
    const end = rawOffset(view, at + length);
    const isMore = length === best?.length ? end > best.end : length > (best?.length ?? 0);
    if (best === undefined || start < best.start || isMore) best = { start, end, length, secret };
  }
  return best;
}

function rawOffset({ startOf }: View, at: number): number {
  return startOf?.[at] ?? at;
}
