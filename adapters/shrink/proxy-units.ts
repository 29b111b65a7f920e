// The parts of a proxy's recording that can be left out: requests with their answers, connections, frames of clients with what was
// sent after them, and webhooks.

import { IdMarker } from '../recording/diff/numeric-ids.ts';
import type { ProxyEntry } from '../recording/format/proxy-entries.ts';
import type { ProxyLines, Recording } from '../recording/format/reader.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import { dependantsIn, type UnitText } from './id-uses.ts';
import type { ShrinkUnit } from './search.ts';

export interface ProxyUnits {
  readonly units: readonly ShrinkUnit[];
  /** The place of the unit that each entry belongs to, in the order of the entries. */
  readonly owners: readonly number[];
}

export function proxyUnits({ entries }: Pick<Recording<ProxyLines>, 'entries'>): ProxyUnits {
  const { starts, owners } = proxyOwners(entries);
  const dependants = dependantsIn(starts.length, '', textsOf(entries, owners));
  const units = starts.map((start, place) => ({ ...start, dependants: dependants[place] ?? [] }));
  return { units, owners };
}

/** The units without what uses their ids. */
export function proxyOwners(entries: readonly ProxyEntry[]): Pick<ProxyUnits, 'owners'> & {
  readonly starts: readonly Pick<ShrinkUnit, 'n' | 'within'>[];
} {
  const starts: { readonly n: number; readonly within?: number }[] = [];
  const owners: number[] = [];
  const ofEntries = new Map<number, number>();
  const openings = new Map<number, number>();
  /** The last frame of the client, or the opening. */
  const ofConnections = new Map<number, number>();
  for (const entry of entries) {
    let owner: number;
    if ('to' in entry) owner = ofEntries.get(entry.to) ?? 0;
    else if (entry.kind === 'ws.out') owner = ofConnections.get(entry.conn) ?? 0;
    else if (entry.kind === 'ws.close') owner = openings.get(entry.conn) ?? 0;
    else {
      owner = starts.length;
      const within = entry.kind === 'ws.in' ? openings.get(entry.conn) : undefined;
      starts.push({ n: entry.n, ...(within === undefined ? {} : { within }) });
      if (entry.kind === 'ws.open') openings.set(entry.conn, owner);
      if ('conn' in entry) ofConnections.set(entry.conn, owner);
    }
    ofEntries.set(entry.n, owner);
    owners.push(owner);
  }
  return { starts, owners };
}

function* textsOf(entries: readonly ProxyEntry[], owners: readonly number[]): Generator<UnitText> {
  const markers = new Map<number, IdMarker>();
  /** The entries that a client began, and their parts. */
  const sent = new Set<number>();
  for (const [index, entry] of entries.entries()) {
    const unit = owners[index] ?? 0;
    if (entry.kind === 'http.request') {
      markers.set(unit, new IdMarker(entry.service, pathOf(entry.url)));
    }
    const isSent = entry.kind === 'http.part' ? sent.has(entry.to) : sentKinds.has(entry.kind);
    if (isSent) sent.add(entry.n);
    const ids = markers.get(unit);
    if ('url' in entry) yield { unit, text: entry.url, isSent: true, ids };
    if ('text' in entry && entry.text !== undefined) yield { unit, text: entry.text, isSent, ids };
  }
}

/** A webhook follows from the request whose id it names. */
const sentKinds: ReadonlySet<ProxyEntry['kind']> = new Set([
  'http.request',
  'ws.open',
  'ws.in',
  'webhook.request',
]);
