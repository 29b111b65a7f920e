// A recording in the order of a story: each request together with its answer, what it led to below it. How that looks is
// not decided here.

import { isRequest, type Entry, type EntryOf, type RequestEntry } from '../format/entries.ts';

/** What stands in one place of the timeline. */
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

/** How many entries wait for the answer of one before them; then it is told without. */
export const waitingMax = 10_000;

/**
 * The items of entries, in order. An event stands below the last entry in front of it that has an input, since that led to
 * it: time that passes on the way to an input is that input's.
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
      const asker = entry.kind === 'http.answer' ? unanswered.get(entry.to) : undefined;
      if (entry.kind === 'http.answer' && asker !== undefined) {
        asker.answer = entry;
        unanswered.delete(entry.to);
      } else if (entry.kind === 'event' && cause !== undefined && !cause.isEmitted) {
        cause.events.push(entry);
      } else {
        const draft: PendingItem = { entry, answer: undefined, events: [], isEmitted: false };
        waiting.push(draft);
        if (isRequest(entry)) unanswered.set(entry.n, draft);
        if ('input' in entry) cause = draft;
      }
      // The last one stays: its events may follow.
      let told = 0;
      while (told < waiting.length - 1) {
        const draft = waiting[told] as PendingItem;
        if (unanswered.has(draft.entry.n) && waiting.length - told <= waitingMax) break;
        unanswered.delete(draft.entry.n);
        draft.isEmitted = true;
        ready.push(itemOf(draft));
        told += 1;
      }
      if (told > 0) waiting.splice(0, told);
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
