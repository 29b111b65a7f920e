// The parts of a world's recording that can be left out: requests with their answers, connections, frames of clients, acts of the
// operator, outcomes of webhooks, and times that passed.

import { IdMarker } from '../recording/diff/numeric-ids.ts';
import { isOutside } from '../recording/edit/recording-steps.ts';
import { isRequest, type Entry } from '../recording/format/entries.ts';
import type { Recording } from '../recording/format/reader.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import { dependantsIn, type UnitText } from './id-uses.ts';
import type { ShrinkUnit } from './search.ts';

export function worldUnits({ header, entries }: Recording): readonly ShrinkUnit[] {
  const units: { readonly n: number; readonly within?: number }[] = [];
  /** The places of units, by the numbers of their entries. */
  const places = new Map<number, number>();
  const openings = new Map<number, number>();
  for (const entry of entries) {
    if (!isUnit(entry, header.base.inputs)) continue;
    const within = entry.kind === 'ws.in' ? openings.get(entry.conn) : undefined;
    if (entry.kind === 'ws.open') openings.set(entry.conn, units.length);
    places.set(entry.n, units.length);
    units.push({ n: entry.n, ...(within === undefined ? {} : { within }) });
  }
  const { base: _base, ...known } = header;
  const dependants = dependantsIn(units.length, JSON.stringify(known), textsOf(entries, places));
  return units.map((unit, place) => ({ ...unit, dependants: dependants[place] ?? [] }));
}

/** Entries of holds belong to what waits, and the end of a connection to the connection. */
function isUnit(entry: Entry, baseInputs: number): boolean {
  if (!isOutside(entry) || entry.kind === 'ws.close') return false;
  if (entry.input !== undefined && entry.input <= baseInputs) return false;
  return entry.kind !== 'input' || !['hold', 'release'].includes(entry.data.kind);
}

/** What units send, and what follows from them. */
function* textsOf(
  entries: readonly Entry[],
  places: ReadonlyMap<number, number>,
): Generator<UnitText> {
  /** The last unit that acted on the world, and that of each connection. */
  let acting: number | undefined;
  const ofConnections = new Map<number, number>();
  const markers = new Map<number, IdMarker>();
  for (const entry of entries) {
    const own = places.get('to' in entry ? entry.to : entry.n);
    if ('input' in entry && entry.input !== undefined) acting = own ?? acting;
    if ((entry.kind === 'ws.open' || entry.kind === 'ws.in') && own !== undefined) {
      ofConnections.set(entry.conn, own);
    }
    if (isRequest(entry) && own !== undefined) {
      markers.set(own, new IdMarker(entry.service, pathOf(entry.url)));
    }
    const unit = own ?? (entry.kind === 'ws.out' ? ofConnections.get(entry.conn) : acting);
    const text = textOf(entry);
    if (unit === undefined || text === undefined) continue;
    yield { unit, text, isSent: isOutside(entry), ids: markers.get(unit) };
    if (isRequest(entry) || entry.kind === 'ws.open') {
      yield { unit, text: entry.url, isSent: true, ids: markers.get(unit) };
    }
  }
}

function textOf(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'http.request':
    case 'clock':
    case 'control':
    case 'http.answer':
    case 'ws.in':
    case 'ws.out':
    case 'webhook.attempt':
      return entry.text ?? '';
    case 'ws.open':
      return '';
    case 'webhook.outcome':
      return entry.notificationId;
    case 'input':
    case 'event':
      return JSON.stringify(entry.data);
    case 'ws.close':
    case 'touch':
      return undefined;
  }
}
