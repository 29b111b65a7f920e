// The parts of a world's recording that can be left out: requests with their answers, connections, frames of clients, acts of the
// operator, outcomes of webhooks, and times that passed.

import { IdMarker } from '../recording/diff/numeric-ids.ts';
import { isOutside } from '../recording/edit/recording-steps.ts';
import { isRequest, type Entry } from '../recording/format/entries.ts';
import type { Recording } from '../recording/format/reader.ts';
import { pathOf } from '../upstream/relay/destination.ts';
import { dependantsIn, idsIn, type UnitText } from './id-uses.ts';
import type { ShrinkUnit } from './search.ts';

export function worldUnits({ header, entries }: Recording): readonly ShrinkUnit[] {
  const { starts, places, acting } = startsIn(entries, header.base.inputs);
  const { base: _base, ...known } = header;
  const texts = textsOf(entries, places, acting);
  const dependants = dependantsIn(starts.length, JSON.stringify(known), texts);
  return starts.map((start, place) => ({ ...start, dependants: dependants[place] ?? [] }));
}

type UnitStart = Pick<ShrinkUnit, 'n' | 'within'>;

interface UnitStarts {
  readonly starts: readonly UnitStart[];
  /** The places of units, by the numbers of their entries. */
  readonly places: ReadonlyMap<number, number>;
  /** For each entry the place of the last unit that acted on the world. */
  readonly acting: readonly (number | undefined)[];
}

function startsIn(entries: readonly Entry[], baseInputs: number): UnitStarts {
  const starts: UnitStart[] = [];
  const places = new Map<number, number>();
  const acting: (number | undefined)[] = [];
  const openings = new Map<number, number>();
  /** The unit from which the last attempt of a notification follows, by the ids in it. */
  const attempts = new Map<string, number>();
  let last: number | undefined;
  for (const entry of entries) {
    if (isUnit(entry, baseInputs)) {
      const place = starts.length;
      const within =
        entry.kind === 'ws.in'
          ? openings.get(entry.conn)
          : entry.kind === 'webhook.outcome'
            ? attempts.get(entry.notificationId)
            : undefined;
      if (entry.kind === 'ws.open') openings.set(entry.conn, place);
      places.set(entry.n, place);
      starts.push({ n: entry.n, ...(within === undefined ? {} : { within }) });
    }
    const own = places.get('to' in entry ? entry.to : entry.n);
    if ('input' in entry && entry.input !== undefined) last = own ?? last;
    if (entry.kind === 'webhook.attempt' && last !== undefined) {
      for (const id of idsIn(entry.text)) attempts.set(id, last);
    }
    acting.push(last);
  }
  return { starts, places, acting };
}

/** The entries of outcomes of webhooks that were not sent before, by the ids of their notifications. */
export function orphanedOutcomes({ entries }: Recording): ReadonlyMap<string, readonly number[]> {
  const sent = new Set<string>();
  const orphans = new Map<string, number[]>();
  for (const entry of entries) {
    if (entry.kind === 'webhook.attempt') for (const id of idsIn(entry.text)) sent.add(id);
    if (entry.kind !== 'webhook.outcome' || sent.has(entry.notificationId)) continue;
    orphans.set(entry.notificationId, [...(orphans.get(entry.notificationId) ?? []), entry.n]);
  }
  return orphans;
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
  places: UnitStarts['places'],
  acting: UnitStarts['acting'],
): Generator<UnitText> {
  /** The last unit of each connection. */
  const ofConnections = new Map<number, number>();
  const markers = new Map<number, IdMarker>();
  for (const [index, entry] of entries.entries()) {
    const own = places.get('to' in entry ? entry.to : entry.n);
    if ((entry.kind === 'ws.open' || entry.kind === 'ws.in') && own !== undefined) {
      ofConnections.set(entry.conn, own);
    }
    if (isRequest(entry) && own !== undefined) {
      markers.set(own, new IdMarker(entry.service, pathOf(entry.url)));
    }
    const unit = own ?? (entry.kind === 'ws.out' ? ofConnections.get(entry.conn) : acting[index]);
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
