// Finds the exchange that an entry of a recording belongs to.

import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';

/** The number of the exchange; undefined if the entry is part of none, such as an event. */
export function exchangeOfEntry(
  { entries }: Pick<AnyRecording, 'entries'>,
  n: number | undefined,
): number | undefined {
  const entry = n === undefined ? undefined : entries[n - 1];
  switch (entry?.kind) {
    case 'http.request':
    case 'clock':
    case 'control':
    case 'ws.open':
    case 'webhook.attempt':
    case 'webhook.request':
      return entry.n;
    case 'http.answer':
    case 'http.part':
    case 'http.failure':
    case 'touch':
      // Of an earlier entry: this ends.
      return entry.to < entry.n ? exchangeOfEntry({ entries }, entry.to) : undefined;
    case 'ws.in':
    case 'ws.out':
    case 'ws.close':
      return entries.find((one) => one.kind === 'ws.open' && one.conn === entry.conn)?.n;
    case 'event':
    case 'input':
    case 'webhook.outcome':
    case undefined:
      return undefined;
  }
}
