// Orders the entries of a recording as a time line: each request with its answer and the events that it led to.

import { isRequest, type Entry, type EntryOf, type RequestEntry } from '../format/entries.ts';

/** One item of the time line. */
export type TimelineItem =
  | {
      readonly kind: 'exchange';
      readonly request: RequestEntry;
      readonly answer: EntryOf<'http.answer'> | undefined;
      readonly events: readonly EntryOf<'event'>[];
    }
  | {
      readonly kind: 'entry';
      readonly entry: Exclude<Entry, RequestEntry>;
      readonly events: readonly EntryOf<'event'>[];
    };

/** The most items that wait for the answer of an earlier request; then that is emitted without an answer. */
export const waitingMax = 10_000;

/**
 * The items of entries, in order. An event belongs to the last entry before it that has an input, which caused it; events of dues
 * on the way to an input belong to that input.
 */
export async function* timelineOf(
  batches: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<readonly TimelineItem[]> {
  const waiting: PendingItem[] = [];
  const unanswered = new Map<number, PendingItem>();
  let cause: PendingItem | undefined;
  for await (const batch of batches) {
    const ready: TimelineItem[] = [];
    for (const entry of batch) {
      const request = entry.kind === 'http.answer' ? unanswered.get(entry.to) : undefined;
      if (entry.kind === 'http.answer' && request !== undefined) {
        request.answer = entry;
        unanswered.delete(entry.to);
      } else if (entry.kind === 'event' && cause !== undefined && !cause.isEmitted) {
        cause.events.push(entry);
      } else {
        const item: PendingItem = { entry, answer: undefined, events: [], isEmitted: false };
        waiting.push(item);
        if (isRequest(entry)) unanswered.set(entry.n, item);
        if ('input' in entry) cause = item;
      }
      // The last one waits: its events may follow.
      let emitted = 0;
      while (emitted < waiting.length - 1) {
        const item = waiting[emitted] as PendingItem;
        if (unanswered.has(item.entry.n) && waiting.length - emitted <= waitingMax) break;
        unanswered.delete(item.entry.n);
        item.isEmitted = true;
        ready.push(itemOf(item));
        emitted += 1;
      }
      if (emitted > 0) waiting.splice(0, emitted);
    }
    if (ready.length > 0) yield ready;
  }
  if (waiting.length > 0) yield waiting.map(itemOf);
}

interface PendingItem {
  readonly entry: Entry;
  answer: EntryOf<'http.answer'> | undefined;
  readonly events: EntryOf<'event'>[];
  isEmitted: boolean;
}

function itemOf({ entry, answer, events }: PendingItem): TimelineItem {
  return isRequest(entry)
    ? { kind: 'exchange', request: entry, answer, events }
    : { kind: 'entry', entry, events };
}
