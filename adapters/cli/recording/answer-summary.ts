// Sums up the body of a response in a few words.

import { isRecord } from '../../recording/format/json-values.ts';

/** A short summary of a response: an error's message, a state, or counts. */
export function summaryOf(body: unknown): string {
  if (!isRecord(body)) return '';
  const { message, error, data, now, events } = body;
  if (isRecord(error) && typeof error['message'] === 'string') return error['message'];
  if (typeof message === 'string') return message;
  if (isRecord(data)) return summaryOf(data);
  if (typeof body['id'] === 'number') return recordText(body['id'], body);
  if (typeof body['state'] === 'string') return body['state'];
  if (typeof now === 'string') {
    return typeof events === 'number' ? `now ${now}, events: ${events}` : `now ${now}`;
  }
  const members = Object.entries(body);
  const list = members.find(([, value]) => Array.isArray(value));
  if (list !== undefined) return listText(list[0], list[1] as readonly unknown[]);
  const [only] = members;
  if (members.length === 1 && only !== undefined && isRecord(only[1])) return summaryOf(only[1]);
  const { id, name } = body;
  if (typeof name === 'string' && name !== '') return `'${name}'`;
  return typeof id === 'string' ? id : '';
}

const amountsMax = 4;

/** How many items there are; balances with their amounts. */
function listText(name: string, items: readonly unknown[]): string {
  const amounts = items.map(amountText).filter((text) => text !== undefined);
  if (items.length === 0 || items.length > amountsMax || amounts.length < items.length) {
    return `${items.length} ${name}`;
  }
  return amounts.join(', ');
}

/** Such as `98.75 USDC`; undefined for what is no balance. */
function amountText(item: unknown): string | undefined {
  if (!isRecord(item) || typeof item['amount'] !== 'string') return undefined;
  const { token = item } = item;
  const symbol = isRecord(token) ? (token['symbol'] ?? token['name']) : undefined;
  return typeof symbol === 'string' ? `${item['amount']} ${symbol}` : undefined;
}

/** A record of the calendar: its id, its title or name, and its status if it is a post. */
function recordText(id: number, record: Readonly<Record<string, unknown>>): string {
  const { title, venue, organizer, name, status } = record;
  const isText = (value: unknown) => typeof value === 'string';
  const label = [title, venue, organizer, name].find(isText);
  return [String(id), label, status].filter(isText).join(' ');
}
