// Filters the entries of a recording. A selected request always brings its response.

import type { Entry } from '../format/entries.ts';

/** All that is given must hold; what is not given holds always. */
export interface EntryQuery {
  readonly kinds?: readonly Entry['kind'][];
  readonly service?: string;
  readonly conn?: number;
  /** Entry numbers, both ends included. */
  readonly from?: number;
  readonly to?: number;
  /** What a path or a type holds, in capitals or not. */
  readonly grep?: string;
  readonly isWithoutEvents?: boolean;
}

/** A test to put entries to, each once and in order: it remembers what answers and frames belong to. */
export function entryFilter(wish: EntryQuery): (entry: Entry) => boolean {
  const { kinds = [], service, conn, from = 1, to = Infinity, isWithoutEvents = false } = wish;
  const sought = wish.grep?.toLowerCase();
  const requests = new Map<number, { service: string; isFound: boolean; isWished: boolean }>();
  const conns = new Map<number, string>();

  const found = (texts: readonly string[]) =>
    sought === undefined || texts.some((text) => text.toLowerCase().includes(sought));
  const serviceOf = (entry: Entry): string | undefined => {
    if ('service' in entry) return entry.service;
    if ('conn' in entry) return conns.get(entry.conn);
    if ('to' in entry) return requests.get(entry.to)?.service;
    if (entry.kind === 'event') return entry.stream.split('/')[0];
    if (entry.kind === 'webhook.attempt' || entry.kind === 'webhook.outcome') return 'wallet';
    const domain = entry.data['domain'];
    return typeof domain === 'string' ? domain : undefined;
  };
  const isFound = (entry: Entry): boolean =>
    entry.kind === 'http.answer'
      ? (requests.get(entry.to)?.isFound ?? sought === undefined)
      : found(textsOf(entry));

  return (entry) => {
    if (entry.kind === 'ws.open') conns.set(entry.conn, entry.service);
    const isWished =
      entry.n >= from &&
      entry.n <= to &&
      (kinds.length === 0 || kinds.includes(entry.kind)) &&
      (service === undefined || serviceOf(entry) === service) &&
      (conn === undefined || ('conn' in entry && entry.conn === conn)) &&
      !(isWithoutEvents && entry.kind === 'event') &&
      isFound(entry);
    if (entry.kind === 'ws.open' || 'method' in entry) {
      requests.set(entry.n, { service: entry.service, isFound: isFound(entry), isWished });
    }
    if (entry.kind !== 'http.answer') return isWished;
    const isOfWished = requests.get(entry.to)?.isWished === true;
    requests.delete(entry.to);
    return isWished || isOfWished;
  };
}

/** The type that a frame, a command or an event names; undefined where there is none. */
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

/** JSON, or undefined for what is none. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value has members by name. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textsOf(entry: Entry): readonly string[] {
  const type = typeOf(entry);
  const texts = type === undefined ? [] : [type];
  if ('url' in entry) texts.push(entry.url);
  if (entry.kind === 'event') texts.push(entry.stream);
  return texts;
}
