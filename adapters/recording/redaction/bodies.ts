// Redacts the text of bodies and frames: JSON and forms by names, other text by patterns. Works on the text, so that everything else
// stays byte for byte, and valid or invalid as before.

import { atOnce, type InPieces } from '../../../core/index.ts';
import { isForm, replaceInForm } from './urls.ts';
import { replaceField } from './credentials.ts';
import { isJson } from './json.ts';
import type { MemberFields, SecretField } from '../../services/secret-names.ts';
import { fieldInObjects, fieldOf, membersOf, namesSource, secretNamesSource } from './names.ts';
import { replaceInParts } from './multipart.ts';
import { markSource, type Replace, type Secret } from './tokenizer.ts';

/** Matches texts that may contain the name of a secret. Most bodies need no further step. */
const mention = new RegExp(`["'{,\\s](?:${namesSource})(?![a-z0-9_-])`, 'i');

/** Replaces the secrets of a body or frame and adds them to `found`. */
export function replaceInText(replace: Replace, text: string, found: Secret[]): string {
  return text === '' ? text : atOnce(replaceInTextInPieces(replace, text, found));
}

/** As `replaceInText`: a body may have 50,000 secrets. */
export function* replaceInTextInPieces(
  replace: Replace,
  text: string,
  found: Secret[],
): InPieces<string> {
  const start = text.search(/[^\s\uFEFF]/);
  const isStructure = text[start] === '{' || text[start] === '[';
  if (text[start] === '"' && isJson(text)) {
    const value = JSON.parse(text) as string;
    const replaced = yield* replaceInTextInPieces(replace, value, found);
    return replaced === value ? text : asciiJson(replaced);
  }
  if (!isStructure) {
    if (isForm(text)) return replaceInForm(replace, text, found);
    const byPattern = (piece: string) => replaceByPattern(replace, piece, found);
    return replaceInParts(replace, text, found, byPattern) ?? byPattern(text);
  }
  const hasEscapes = text.includes('\\u');
  if (!hasEscapes && !mention.test(text)) {
    // Parsing every other body would dominate the cost; a body that was cut has another end.
    const close = text[start] === '{' ? '}' : ']';
    return text.trimEnd().endsWith(close) ? text : replaceByPattern(replace, text, found);
  }
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (isJson(json)) {
    yield;
    return yield* (hasEscapes ? replaceInMembers : replaceInPlainMembers)(replace, text, found);
  }
  const replaced = replaceByPattern(replace, text, found);
  // The part that was not JSON may have been in the secret: the text must not become valid without it.
  return isJson(replaced.startsWith('\uFEFF') ? replaced.slice(1) : replaced)
    ? `${replaced}~`
    : replaced;
}

/** As `replaceInText`, for data before it is printed. */
export function replaceInData(
  replace: Replace,
  value: unknown,
  found: Secret[],
  region: Region = outside,
): unknown {
  if (typeof value === 'string') {
    const { field } = region;
    if (field === 'body') return replaceInText(replace, value, found);
    return isSecret(field) ? replaceField(replace, field, value, found) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item) => replaceInData(replace, item, found, region));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      replaceInData(replace, member, found, regionBelow(name, typeof member === 'string', region)),
    ]),
  );
}

/** A value, by the names of the members that it is in. */
interface Region {
  /** How its texts are read; undefined: they are no secrets. */
  readonly field?: MemberFields[string] | undefined;
  /** How its members are read. */
  readonly members?: MemberFields | undefined;
}

const outside: Region = {};

function isSecret(field: Region['field']): field is SecretField {
  return typeof field === 'object';
}

/** A member: by its own name, else as the surrounding one. */
function regionBelow(name: string, isText: boolean, outer: Region): Region {
  if (outer.field === 'plain') return outer;
  const own = outer.members?.[name.toLowerCase()] ?? fieldOf(name);
  const isOther = own === undefined || (isSecret(own) && own.isTextOnly === true && !isText);
  return { field: isOther ? outer.field : own, members: membersOf(name) };
}

const stringSource = String.raw`"([^"\\]*(?:\\[^][^"\\]*)*)"`;

/** For valid JSON without escapes in names: a quoted name before a colon. */
const plainMember = new RegExp(
  String.raw`(?<!\\)"(${namesSource})"(\s*:\s*)(?:${stringSource}|[[{])`,
  'gi',
);

/** Hits in a piece: about a millisecond of work. */
const hitsAtOnce = 500;

function* replaceInPlainMembers(replace: Replace, text: string, found: Secret[]): InPieces<string> {
  const parts: string[] = [];
  const own: Secret[] = [];
  let end = 0;
  let count = 0;
  for (const hit of text.matchAll(plainMember)) {
    count += 1;
    if (count % hitsAtOnce === 0) yield;
    const [all, name = '', colon = '', raw] = hit;
    const field = fieldOf(name);
    if (raw === undefined) {
      if (field?.isTextOnly === true && membersOf(name) === undefined) continue;
      return yield* replaceInMembers(replace, text, found);
    }
    if (field === undefined) continue;
    const start = hit.index + name.length + colon.length + 3;
    parts.push(text.slice(end, start), replaceRaw(replace, field, raw, own));
    end = hit.index + all.length - 1;
  }
  for (const secret of own) found.push(secret); // not spread: there may be more than arguments
  return end === 0 ? text : parts.join('') + text.slice(end);
}

const jsonToken = new RegExp(String.raw`${stringSource}(\s*:)?|[[\]{}]`, 'g');

/** For any valid JSON: reads all strings and brackets in order. */
function* replaceInMembers(replace: Replace, text: string, found: Secret[]): InPieces<string> {
  const regions: Region[] = [];
  const parts: string[] = [];
  let end = 0;
  let count = 0;
  let name: string | undefined;
  for (const { 0: all, 1: raw, 2: colon, index } of text.matchAll(jsonToken)) {
    count += 1;
    if (count % hitsAtOnce === 0) yield;
    const outer = regions.at(-1) ?? outside;
    const region = (isText: boolean) =>
      name === undefined ? outer : regionBelow(name, isText, outer);
    if (raw === undefined) {
      if (all === '{' || all === '[') regions.push(region(false));
      else regions.pop();
      name = undefined;
      continue;
    }
    if (colon !== undefined) {
      name = decodeRaw(raw);
      continue;
    }
    const { field } = region(true);
    name = undefined;
    if (field !== 'body' && !isSecret(field)) continue;
    const replaced =
      field === 'body'
        ? yield* replaceBody(replace, raw, found)
        : replaceRaw(replace, field, raw, found);
    parts.push(text.slice(end, index), `"${replaced}"`);
    end = index + all.length;
  }
  return end === 0 ? text : parts.join('') + text.slice(end);
}

/** Replaces the text between the quotes of a string; unchanged if it is no secret. */
function replaceRaw(replace: Replace, field: SecretField, raw: string, found: Secret[]): string {
  const value = decodeRaw(raw);
  const replaced = replaceField(replace, field, value, found);
  if (replaced === found.at(-1)?.replacement) return replaced; // tokens need no escapes
  return replaced === value && !raw.includes('\\') ? raw : inQuotes(replaced, raw);
}

/** As `replaceRaw`, for a body in a string. */
function* replaceBody(replace: Replace, raw: string, found: Secret[]): InPieces<string> {
  const value = decodeRaw(raw);
  const replaced = yield* replaceInTextInPieces(replace, value, found);
  return replaced === value ? raw : inQuotes(replaced, raw);
}

/** Prints a text for between quotes; in ASCII if it was, because a body may be read as bytes. */
function inQuotes(text: string, raw: string): string {
  if (/^[~0-9a-f]+$/.test(text)) return text;
  return (raw.includes('\\') ? asciiJson(text) : JSON.stringify(text)).slice(1, -1);
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Decodes a string, as far as its escapes are valid. */
function decodeRaw(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw.replaceAll(/\\u([0-9a-f]{4})|\\([^])/gi, (_all, hex?: string, char?: string) =>
      hex === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }
}

/** A name, escaped or not, and the separator before its value. */
const looseName =
  /(?<![\w.-])((?:[A-Za-z0-9_-]|\\u[0-9A-Fa-f]{4}){3,192})((?:\\?["'\]])?\s*[:=]\s*|\\?["'](?:;[^\r\n]{0,256})?\s+)/g;
/** Matches texts without escapes that may have such a name of a secret: long ones are rarely searched name by name. */
const looseMention = new RegExp(`(?<![\\w.-])(?:${secretNamesSource})`, 'i');
/** A value: a mark, a string in quotes of either kind, or the text up to the next separator. */
const looseValue =
  /\\"((?:[^"\\]|\\[^"])*)|"([^"\\]*(?:\\[^][^"\\]*)*)(?:"|\\?$)|'([^'\\]*(?:\\[^][^'\\]*)*)(?:'|\\?$)|[^\s,;&"'{}[\]<>\\]{3,}/y;
/** Marks stay, because their brackets would be read as a list. */
const mark = new RegExp(markSource, 'y');

function markLengthAt(text: string, at: number): number {
  mark.lastIndex = at;
  return mark.exec(text)?.[0].length ?? 0;
}

/**
 * For text that is neither valid JSON nor a form: replaces values after possible names of secrets, and long runs of base64. Too much
 * rather than too little: services refuse such a body anyway.
 */
function replaceByPattern(replace: Replace, text: string, found: Secret[]): string {
  if (!text.includes('\\u') && !looseMention.test(text)) return replaceRuns(replace, text, found);
  const parts: string[] = [];
  let end = 0;
  const put = (start: number, stop: number, replaced: string) => {
    parts.push(replaceRuns(replace, text.slice(end, start), found), replaced);
    end = stop;
  };
  looseName.lastIndex = 0;
  for (let hit = looseName.exec(text); hit !== null; hit = looseName.exec(text)) {
    const [all, name = ''] = hit;
    const start = hit.index + all.length;
    looseName.lastIndex = hit.index + name.length; // the value may contain other names
    if (start < end) continue;
    const decodedName = decodeRaw(name);
    const field = fieldOf(decodedName) ?? fieldInObjects(decodedName);
    if (field === undefined) continue;
    if (markLengthAt(text, start) > 0) continue;
    if (/[[{]/.test(text[start] ?? '')) {
      if (field.isTextOnly === true) continue;
      // The end of a malformed list is unknown.
      put(start, text.length, replace('secret', text.slice(start), found));
    } else {
      replaceLooseValue(replace, field, text, start, found, put);
    }
  }
  return parts.join('') + replaceRuns(replace, text.slice(end), found);
}

type Put = (start: number, stop: number, replaced: string) => void;

/** Replaces the value at `start`. */
function replaceLooseValue(
  replace: Replace,
  field: SecretField,
  text: string,
  start: number,
  found: Secret[],
  put: Put,
): void {
  looseValue.lastIndex = start;
  const hit = looseValue.exec(text);
  if (hit === null) return;
  const inner = hit[1];
  const quoted = inner ?? hit[2] ?? hit[3];
  const raw = quoted ?? hit[0];
  const from = start + (quoted === undefined ? 0 : inner === undefined ? 1 : 2);
  let stop = from + raw.length;
  if (quoted === undefined && field.hasScheme === true) {
    // The value has two words: scheme and key.
    stop = from + (/^[^\r\n"'{}<>]*/.exec(text.slice(from))?.[0].trimEnd().length ?? raw.length);
  }
  const value = text.slice(from, stop);
  const decoded = quoted === undefined ? value : decodeRaw(value);
  const replaced = replaceField(replace, field, decoded, found);
  put(
    from,
    stop,
    replaced === decoded ? value : quoted === undefined ? replaced : inQuotes(replaced, value),
  );
}

/** Base64 in its alphabets, also escaped for JSON and URLs, with the tilde of a token. */
const run = /(~?)((?:[A-Za-z0-9+/_=-]|\\\/|\\u00[0-9A-Fa-f]{2}|%2[BbFf]|%3[Dd]){40,})/g;
const number = /^\s*-?\d+\s*$/;

/** A longer text is searched in pieces: the stack of the expression ends after some millions of characters. */
const searchedCharsMin = 1024 * 1024;

function replaceRuns(replace: Replace, text: string, found: Secret[]): string {
  const end = searchedEnd(text);
  if (end < text.length) {
    const first = replaceRuns(replace, text.slice(0, end), found);
    return first + replaceRuns(replace, text.slice(end), found);
  }
  if (!mayHaveRun(text) || number.test(text)) return text;
  return text.replaceAll(run, (all, tilde: string, raw: string) => {
    // The tilde belongs to a token that stays; before anything else it is text.
    if (tilde !== '' && replace('secret', all, []) === all) return all;
    if (areWords(raw)) return all;
    const decoded = /[\\%]/.test(raw) ? decodeRaw(decodeURIComponent(raw)) : raw;
    return tilde + replace('secret', decoded, found);
  });
}

/** Letters with at most one capital, or a number. */
const word = /^(?:[A-Za-z]?[a-z]{0,19}|\d{1,8})$/;

/** Whether a run is a path or a name such as `/event/winter-fair-2026/`: random characters are no words. */
function areWords(run: string): boolean {
  return run.split(/[/_-]/).every((part) => word.test(part));
}

/** Of a run, without its tilde. */
const runCharsMin = 40;
const ofRuns = new Uint8Array(128);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_=-\\%') {
  ofRuns[letter.charCodeAt(0)] = 1;
}

/** Where the first piece of a text ends: after a run, unless that is as long as a piece itself. */
function searchedEnd(text: string): number {
  let end = searchedCharsMin;
  while (end < 2 * searchedCharsMin && ofRuns[text.charCodeAt(end)] === 1) end += 1;
  return end + runCharsMin < text.length ? end : text.length;
}

/** Whether enough characters of runs are in a row: tests every 40th, and those around it. */
function mayHaveRun(text: string): boolean {
  const isOfRun = (at: number) => ofRuns[text.charCodeAt(at)] === 1;
  for (let at = runCharsMin - 1; at < text.length; at += runCharsMin) {
    if (!isOfRun(at)) continue;
    let start = at;
    while (at - start < runCharsMin && isOfRun(start - 1)) start -= 1;
    while (at - start < runCharsMin && isOfRun(at + 1)) at += 1;
    if (at - start + 1 >= runCharsMin) return true;
  }
  return false;
}
