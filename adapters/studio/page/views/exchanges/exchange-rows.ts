// The list of exchanges: those that a query names.

import type { Exchange } from '../../../story/story.ts';

export interface ExchangeQuery {
  readonly service?: string;
  /** A status such as `404`, or a class such as `4xx`. */
  readonly status?: string;
  readonly isUnmatched: boolean;
  /** All must be somewhere in the exchange. */
  readonly words: readonly string[];
}

/** Such as `service:wallet status:4xx unmatched transfer`. */
export function parseExchangeQuery(text: string): ExchangeQuery {
  const query: { -readonly [Key in keyof ExchangeQuery]: ExchangeQuery[Key] } = {
    isUnmatched: false,
    words: [],
  };
  for (const word of text.toLowerCase().split(/\s+/)) {
    const [, name, value] = /^(service|status):(.+)$/.exec(word) ?? [];
    if (name === 'service' && value !== undefined) query.service = value;
    else if (name === 'status' && value !== undefined) query.status = value;
    else if (word === 'unmatched') query.isUnmatched = true;
    else if (word !== '') query.words = [...query.words, word];
  }
  return query;
}

/** Of each body, the characters that words are searched in. */
const searchedCharsMax = 20_000;

export function matchesQuery(exchange: Exchange, query: ExchangeQuery): boolean {
  const { service, status, isUnmatched, words } = query;
  if (service !== undefined && exchange.service.toLowerCase() !== service) return false;
  if (status !== undefined && !hasStatus(exchange, status)) return false;
  if (isUnmatched && !isUnmatchedRequest(exchange)) return false;
  if (words.length === 0) return true;
  const text = [
    exchange.method,
    exchange.url,
    exchange.service,
    exchange.kind,
    exchange.route ?? '',
    exchange.failure ?? '',
    exchange.request?.text?.slice(0, searchedCharsMax) ?? '',
    exchange.answer?.text?.slice(0, searchedCharsMax) ?? '',
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

function hasStatus({ status }: Exchange, wanted: string): boolean {
  if (status === undefined) return false;
  return /^[1-5]xx$/.test(wanted)
    ? Math.floor(status / 100) === Number(wanted[0])
    : String(status) === wanted;
}

/** Whether no route answers it, as far as that is known. */
export function isUnmatchedRequest({ route }: Pick<Exchange, 'route'>): boolean {
  return route === null;
}

/** The services of a list, in alphabetical order. */
export function servicesIn(exchanges: readonly Exchange[]): readonly string[] {
  const names = new Set(exchanges.map(({ service }) => service));
  return [...names].filter((name) => name !== '').toSorted((one, other) => (one < other ? -1 : 1));
}

/** The query with another value of a filter; undefined removes it. */
export function withFilter(
  text: string,
  name: 'service' | 'status' | 'unmatched',
  value: string | undefined,
): string {
  const others = text
    .split(/\s+/)
    .filter((word) => word !== '' && word !== name && !word.startsWith(`${name}:`));
  const own = value === undefined ? [] : [name === 'unmatched' ? name : `${name}:${value}`];
  return [...own, ...others].join(' ');
}

/** What became of an exchange, in a few words. */
export function outcomeOf({ kind, status, failure, close }: Exchange): string {
  if (kind === 'socket') {
    if (close !== undefined) return `closed ${close.code}`;
    return status === undefined || status === 101 ? 'open' : String(status);
  }
  if (status === undefined) return failure ?? 'not answered';
  return failure === undefined ? String(status) : `${status}, ${failure}`;
}
