// The requests and sessions that were under way when a recording ended: a replay compares them up to there.

import type { ActEntry, EntryOf } from '../format/entries.ts';
import type { Ending } from '../format/reader.ts';
import type { InputSource } from './divergence.ts';

/**
 * Finds the acts of which the recording has the end: requests with an answer, and frames before another act of their connection,
 * unless their session has failed. The last act of a connection has ended, too, unless the end line names it, or is missing.
 */
export function endedActs(
  acts: readonly ActEntry[],
  answers: ReadonlyMap<number, unknown>,
  ending: Ending | undefined,
): (entry: ActEntry) => boolean {
  const nextActs = new Map<ActEntry, ActEntry>();
  const lastActs = new Map<number, ActEntry>();
  for (const entry of acts) {
    if (!('conn' in entry)) continue;
    const last = lastActs.get(entry.conn);
    if (last !== undefined) nextActs.set(last, entry);
    lastActs.set(entry.conn, entry);
  }
  const isCut = ending?.kind === 'cut';
  const underWay = new Set(ending?.kind === 'whole' ? ending.end.underWay : []);
  return (entry) => {
    if (answers.has(entry.n)) return true;
    if (!('conn' in entry)) return false;
    const next = nextActs.get(entry);
    if (next !== undefined) return !isOfFailure(next);
    return entry.kind !== 'ws.open' && !isCut && !underWay.has(entry.n);
  };
}

/** Whether a connection ended because its session could not handle its last frame. */
function isOfFailure(entry: ActEntry): boolean {
  const isByHost = entry.kind === 'ws.close' && entry.by === 'client';
  return isByHost && (entry.code === 1011 || entry.code === 1013);
}

/** The connections whose sessions had more to send than was recorded. */
export function unsentConnections(
  acts: readonly ActEntry[],
  ending: Ending | undefined,
): ReadonlySet<number> {
  const closed = acts.flatMap((entry) =>
    entry.kind === 'ws.close' && entry.unsent === true ? [entry.conn] : [],
  );
  return new Set([...closed, ...unsentAtEnd(ending)]);
}

/** The same at the end of the recording, for people. */
export function unsentSources(
  connections: ReadonlyMap<number, EntryOf<'ws.open'>>,
  ending: Ending | undefined,
): readonly InputSource[] {
  return unsentAtEnd(ending).flatMap((conn) => {
    const opening = connections.get(conn);
    if (opening === undefined) return [];
    const { n: entry, kind, url } = opening;
    return [{ entry, kind, what: `unsent frames to connection ${conn}, ${url}` }];
  });
}

function unsentAtEnd(ending: Ending | undefined): readonly number[] {
  return ending?.kind === 'whole' ? (ending.end.unsent ?? []) : [];
}
