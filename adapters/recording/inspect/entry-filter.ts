// Filters the entries of a recording, of a world or of real services. A selected request always brings its response, with its parts.

import { isRecord, parsed } from '../format/json-values.ts';
import type { Entry } from '../format/entries.ts';
import type { ProxyEntry } from '../format/proxy-entries.ts';
import { webhookServiceDefault } from '../../services/webhooks.ts';

type AnyEntry = Entry | ProxyEntry;

/** An entry is selected if it matches every given member. */
export interface EntryQuery {
  readonly kinds?: readonly AnyEntry['kind'][];
  readonly service?: string;
  readonly conn?: number;
  /** Entry numbers, inclusive. */
  readonly from?: number;
  readonly to?: number;
  /** A part of a path or type, case-insensitive. */
  readonly grep?: string;
  readonly isWithoutEvents?: boolean;
}

interface FilteredRequest {
  readonly service: string | undefined;
  readonly isMatch: boolean;
  readonly isSelected: boolean;
}

/** Returns a predicate to call with every entry, in order: it tracks the requests and connections of answers and frames. */
export function entryFilter(query: EntryQuery): (entry: AnyEntry) => boolean {
  const { kinds = [], service, conn, from = 1, to = Infinity, isWithoutEvents = false } = query;
  const pattern = query.grep?.toLowerCase();
  const requests = new Map<number, FilteredRequest>();
  /** Requests by the numbers of answers whose content follows. */
  const answered = new Map<number, FilteredRequest>();
  const requestOf = (to: number) => requests.get(to) ?? answered.get(to);
  const conns = new Map<number, string>();

  const matchesAny = (texts: readonly string[]) =>
    pattern === undefined || texts.some((text) => text.toLowerCase().includes(pattern));
  const serviceOf = (entry: AnyEntry): string | undefined => {
    if (entry.kind === 'webhook.attempt' || entry.kind === 'webhook.outcome')
      return entry.service ?? webhookServiceDefault;
    if ('service' in entry) return entry.service;
    if ('conn' in entry) return conns.get(entry.conn);
    if ('to' in entry) return requestOf(entry.to)?.service;
    if (entry.kind === 'event') return entry.stream.split('/')[0];
    if (entry.kind === 'webhook.request') return undefined;
    const domain = entry.data['domain'];
    return typeof domain === 'string' ? domain : undefined;
  };
  const isMatch = (entry: AnyEntry): boolean =>
    isFollowUp(entry)
      ? (requestOf(entry.to)?.isMatch ?? pattern === undefined)
      : matchesAny(textsOf(entry));

  return (entry) => {
    if (entry.kind === 'ws.open') conns.set(entry.conn, entry.service);
    const isSelected =
      entry.n >= from &&
      entry.n <= to &&
      (kinds.length === 0 || kinds.includes(entry.kind)) &&
      (service === undefined || serviceOf(entry) === service) &&
      (conn === undefined || ('conn' in entry && entry.conn === conn)) &&
      !(isWithoutEvents && entry.kind === 'event') &&
      isMatch(entry);
    if (beginnings.has(entry.kind)) {
      requests.set(entry.n, { service: serviceOf(entry), isMatch: isMatch(entry), isSelected });
    }
    if (!isFollowUp(entry)) return isSelected;
    const request = requestOf(entry.to);
    if (entry.kind === 'http.answer') {
      requests.delete(entry.to);
      if ('parts' in entry && request !== undefined) answered.set(entry.n, request);
    } else if (entry.kind === 'http.failure') {
      requests.delete(entry.to);
      answered.delete(entry.to);
    } else if (entry.last === true) answered.delete(entry.to);
    return isSelected || request?.isSelected === true;
  };
}

const beginnings: ReadonlySet<AnyEntry['kind']> = new Set([
  'http.request',
  'clock',
  'control',
  'ws.open',
  'webhook.request',
]);

/** What belongs to a request, directly or by its answer. */
function isFollowUp(
  entry: AnyEntry,
): entry is Extract<AnyEntry, { kind: 'http.answer' | 'http.part' | 'http.failure' }> {
  return ['http.answer', 'http.part', 'http.failure'].includes(entry.kind);
}

/** The type of a frame, command or event; undefined if it has none. */
export function typeOf(entry: AnyEntry): string | undefined {
  if (entry.kind === 'event') return entry.type;
  if (entry.kind === 'input') {
    const command = entry.data['command'];
    return isRecord(command) && typeof command['type'] === 'string'
      ? command['type']
      : entry.data.kind;
  }
  if (entry.kind !== 'ws.in' && entry.kind !== 'ws.out') return undefined;
  const frame = parsed(entry.text);
  return isRecord(frame) && typeof frame['type'] === 'string' ? frame['type'] : undefined;
}

function textsOf(entry: AnyEntry): readonly string[] {
  const type = typeOf(entry);
  const texts = type === undefined ? [] : [type];
  if ('url' in entry) texts.push(entry.url);
  if (entry.kind === 'event') texts.push(entry.stream);
  return texts;
}
