// The part of a journal entry before a moment that divides it, as far as its events tell: without deciding it again.

import { digestAfter, type Hash } from '../../kernel/digest.ts';
import type { JournalEntry } from '../../kernel/input.ts';
import { isWholeBy, type Moment } from './journal.ts';

/**
 * The whole entry if it is before the moment; undefined if none of it is. The events of one decision are never split: a position
 * among those of the input means all of them. `digest`: before the entry.
 */
export function partBefore(
  entry: JournalEntry,
  moment: Moment,
  hash: Hash,
  digest: string,
): JournalEntry | undefined {
  const { input, events } = entry;
  if (isWholeBy(entry, moment)) return entry;
  const part = events.filter(({ position, atMs }) =>
    'position' in moment ? position <= moment.position : atMs <= moment.atMs,
  );
  const last = part.at(-1);
  if (last === undefined) return undefined;
  if (last.cause === undefined) return entry;
  const time = { kind: 'time', n: input.n, atMs: last.atMs } as const;
  return { input: time, events: part, digest: digestAfter(hash, digest, part) };
}
