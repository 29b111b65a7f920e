// Filters the entries of a recording. A selected request always brings its response.

import { isRecord, parsed } from '../format/json-values.ts';
import { isRequest, type Entry } from '../format/entries.ts';
import { webhookServiceDefault } from '../../services/webhooks.ts';

/** An entry is selected if it matches every given member. */
export interface EntryQuery {
  readonly kinds?: readonly Entry['kind'][];
  readonly service?: string;
  readonly conn?: number;
  /** Entry numbers, inclusive. */
  readonly from?: number;
  readonly to?: number;
  /** A part of a path or type, case-insensitive. */
  readonly grep?: string;
  readonly isWithoutEvents?: boolean;
}

/** Returns a predicate to call with every entry, in order: it tracks the requests and connections of answers and frames. */
export function entryFilter(query: EntryQuery): (entry: Entry) => boolean {
  const { kinds = [], service, conn, from = 1, to = Infinity, isWithoutEvents = false } = query;
  const pattern = query.grep?.toLowerCase();
  const requests = new Map<number, { service: string; isMatch: boolean; isSelected: boolean }>();
  const conns = new Map<number, string>();

  const matchesAny = (texts: readonly string[]) =>
    pattern === undefined || texts.some((text) => text.toLowerCase().includes(pattern));
  const serviceOf = (entry: Entry): string | undefined => {
    if (entry.kind === 'webhook.attempt' || entry.kind === 'webhook.outcome')
      return entry.service ?? webhookServiceDefault;
    if ('service' in entry) return entry.service;
    if ('conn' in entry) return conns.get(entry.conn);
    if ('to' in entry) return requests.get(entry.to)?.service;
    if (entry.kind === 'event') return entry.stream.split('/')[0];
    const domain = entry.data['domain'];
    return typeof domain === 'string' ? domain : undefined;
  };
  const isMatch = (entry: Entry): boolean =>
    entry.kind === 'http.answer'
      ? (requests.get(entry.to)?.isMatch ?? pattern === undefined)
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
    if (entry.kind === 'ws.open' || isRequest(entry)) {
      requests.set(entry.n, { service: entry.service, isMatch: isMatch(entry), isSelected });
    }
    if (entry.kind !== 'http.answer') return isSelected;
    const isOfSelected = requests.get(entry.to)?.isSelected === true;
    requests.delete(entry.to);
    return isSelected || isOfSelected;
  };
}

/** The type of a frame, command or event; undefined if it has none. */
export function typeOf(entry: Entry): string | undefined {
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

function textsOf(entry: Entry): readonly string[] {
  const type = typeOf(entry);
  const texts = type === undefined ? [] : [type];
  if ('url' in entry) texts.push(entry.url);
  if (entry.kind === 'event') texts.push(entry.stream);
  return texts;
}
