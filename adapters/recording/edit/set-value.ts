// Replaces one value of an entry, by the path that reports of differences show: `body.feeLevel`, `headers.accept`, `query.pageSize`.

import type { Json } from '../../../core/index.ts';
import { similarNames } from '../../similar-names.ts';
import { listed, quoted } from '../../wording.ts';
import { isRecord, parsed } from '../format/json-values.ts';
import { isRequest } from '../format/entries.ts';
import { invalidFact } from '../format/facts.ts';
import { markSource, tokenSource } from '../redaction/tokenizer.ts';
import { EditError, type SetChange } from './change.ts';
import type { OutsideEntry } from './recording-steps.ts';
import {
  checkControlPath,
  controlKind,
  isControlPath,
  pathInWorld,
  prefixOf,
  serviceOf,
} from './world-path.ts';

/** The values of an entry that can be set, by the first name of their path. */
type Settable = Readonly<Record<string, unknown>>;

/** A set entry of the recording of this world. Throws EditError if the path is not there, or nothing can be set. */
export function withValue(
  entry: OutsideEntry,
  { path, value }: SetChange,
  world: string,
): OutsideEntry {
  const before = settableOf(entry, world);
  const names = path.split('.');
  const present = valueAt(before, names);
  if (present === undefined) throw unknownPath(entry.n, path, before);
  if (isSecret(present)) {
    throw new EditError(
      `${entry.n}.${path} is a secret, which the recording replaced: what it led to is in ${entry.n}.facts.`,
    );
  }
  const given = likePresent(present, value);
  if (JSON.stringify(present) === JSON.stringify(given)) {
    throw new EditError(`${entry.n}.${path} is ${JSON.stringify(given)} already.`);
  }
  return written(entry, withMember(before, names, given) as Settable, names[0] ?? '', world);
}

/** A number in place of a text stays a text: amounts and ids are texts that look like numbers. */
function likePresent(present: unknown, value: Json): Json {
  return typeof present === 'string' && typeof value === 'number' ? String(value) : value;
}

function settableOf(entry: OutsideEntry, world: string): Settable {
  const facts = 'facts' in entry && entry.facts !== undefined ? { facts: entry.facts } : {};
  switch (entry.kind) {
    case 'http.request':
    case 'clock':
    case 'control':
      return {
        method: entry.method,
        ...placeOf(pathInWorld(entry.url, world)),
        headers: entry.headers,
        ...contentOf(entry, entry.headers['content-type']),
        ...facts,
      };
    case 'ws.open':
      return { ...placeOf(pathInWorld(entry.url, world)), headers: entry.headers, ...facts };
    case 'ws.in':
      return { ...contentOf(entry, undefined), ...facts };
    case 'ws.close':
      return { code: entry.code, reason: entry.reason };
    case 'webhook.outcome':
      return { outcome: entry.outcome };
    case 'input':
      return { data: entry.data };
  }
}

function placeOf(url: string): Settable {
  const start = url.indexOf('?');
  if (start === -1) return { path: url };
  return { path: url.slice(0, start), query: membersOf(url.slice(start + 1)) };
}

/** JSON and forms are set by member, other texts as a whole. */
function contentOf(
  { text, base64 }: { readonly text?: string; readonly base64?: string },
  type: string | undefined,
): Settable {
  if (base64 !== undefined) return { base64 };
  if (text === undefined) return {};
  if (isForm(type)) return { body: membersOf(text) };
  const value = parsed(text);
  return isRecord(value) || Array.isArray(value) ? { body: value } : { text };
}

function isForm(type = ''): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type);
}

/** Repeated parameters become lists. */
function membersOf(query: string): Settable {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function queryOf(members: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(members) ? members : {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      parameters.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  return parameters.toString();
}

/** The entry with what was set in the part of this name. */
function written(entry: OutsideEntry, set: Settable, part: string, world: string): OutsideEntry {
  const { n } = entry;
  switch (part) {
    case 'facts': {
      const facts = recordAt(n, set, part);
      const service = 'service' in entry ? entry.service : '';
      const wrong = invalidFact(service, facts);
      if (wrong !== undefined) throw new EditError(`${n}.${wrong} cannot have this value.`);
      return { ...entry, facts } as OutsideEntry;
    }
    case 'path':
    case 'query': {
      const query = set['query'] === undefined ? '' : queryOf(set['query']);
      const url = `${textAt(n, set, 'path')}${query === '' ? '' : `?${query}`}`;
      return withUrl(entry, url, world);
    }
    case 'headers': {
      const headers = recordAt(n, set, part);
      for (const name of Object.keys(headers)) textAt(n, headers, name);
      return { ...entry, headers } as OutsideEntry;
    }
    case 'body':
    case 'text': {
      const type = isRequest(entry) ? entry.headers['content-type'] : undefined;
      return withText(entry, textOf(set[part], type));
    }
    case 'code':
      if (!Number.isInteger(set['code'])) throw new EditError(`${n}.code must be an integer.`);
      return { ...entry, ...set };
    case 'method':
    case 'reason':
    case 'base64':
      textAt(n, set, part);
      return { ...entry, [part]: set[part] };
    default:
      return { ...entry, ...set };
  }
}

/** The entry with another URL, in the world of the recording as before. */
function withUrl(entry: OutsideEntry, given: string, world: string): OutsideEntry {
  if (!('url' in entry)) return entry;
  const url = pathInWorld(given, world);
  if (entry.kind === 'clock' || entry.kind === 'control') {
    if (!isControlPath(url)) {
      throw new EditError(
        `${entry.n} is a request to the control plane, and ${url} is none: drop it, and insert another one.`,
      );
    }
    checkControlPath(url, world);
    return { ...entry, kind: controlKind(url), url };
  }
  const service = serviceOf(url, 'set one that a service has');
  const isPrefixed = pathInWorld(entry.url, world) !== entry.url;
  return { ...entry, service, url: isPrefixed ? prefixOf(world) + url : url };
}

function textOf(value: unknown, type: string | undefined): string {
  if (isForm(type) && isRecord(value)) return queryOf(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The entry with another text, and the length that a client would state. */
export function withText(entry: OutsideEntry, text: string): OutsideEntry {
  const content = { ...entry, text } as OutsideEntry & { text: string; base64?: string };
  delete content.base64;
  if (!isRequest(content) || content.headers['content-length'] === undefined) return content;
  const headers = { ...content.headers, 'content-length': String(Buffer.byteLength(text)) };
  return { ...content, headers };
}

function recordAt(n: number, of: Settable, name: string): Record<string, Json> {
  const value = of[name];
  if (isRecord(value)) return value as Record<string, Json>;
  throw new EditError(`${n}.${name} must be an object.`);
}

function textAt(n: number, of: Settable, name: string): string {
  const value = of[name];
  if (typeof value === 'string') return value;
  throw new EditError(`${n}: ${name} must be a text.`);
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Settable)[name];
  }
  return at;
}

/** A copy with another value at the end of a path that is there. */
function withMember(of: unknown, [name = '', ...rest]: readonly string[], value: Json): unknown {
  const own = (of as Settable)[name];
  const set = rest.length === 0 ? value : withMember(own, rest, value);
  if (Array.isArray(of)) return of.with(Number(name), set);
  return { ...(of as Settable), [name]: set };
}

/** Tokens and marks of redacted secrets. */
const secret = new RegExp(`${tokenSource}|${markSource}`);

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && secret.test(value);
}

/** The most paths in a message. */
const pathsShownMax = 12;

function unknownPath(n: number, path: string, settable: Settable): EditError {
  const known = pathsOf(settable, []);
  if (known.length === 0) return new EditError(`Entry ${n} has nothing that could be set.`);
  const missing = `Entry ${n} has no value at ${quoted(path)}`;
  const similar = similarNames(path, known);
  if (similar.length > 0) return new EditError(`${missing}. Did you mean ${similar.join(' or ')}?`);
  const ordered = known.toSorted((one, other) => rankOf(one) - rankOf(other));
  return new EditError(`${missing}; there are: ${listed(ordered, pathsShownMax)}.`);
}

/** Bodies come first, and headers last. */
function rankOf(path: string): number {
  return path.startsWith('body') ? 0 : path.startsWith('headers') ? 2 : 1;
}

/** The paths of all values that are no lists and objects. */
function pathsOf(value: unknown, names: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [names.join('.')];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...names, name]));
}
