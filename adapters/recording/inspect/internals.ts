// Entries that a time line leaves out: they are needed for replays, and say nothing to people.

import type { Entry } from '../format/entries.ts';
import { typeOf } from './entry-filter.ts';

/** Tries of faults that let a request pass, and moments at which a request only reads. */
export function isInternal(entry: Entry): boolean {
  if (entry.kind === 'touch') return entry.input === undefined;
  return entry.kind === 'event' && entry.type === 'FaultPassed';
}

/** The input by which a world decides whether a fault strikes; the strike is an event of this input. */
export function isFaultTry(entry: Entry): boolean {
  if (entry.kind !== 'input' || entry.data['domain'] !== 'faults') return false;
  return typeOf(entry) === 'TryFaults';
}
