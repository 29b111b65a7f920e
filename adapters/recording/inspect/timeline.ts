// Orders the entries of a recording as a time line: each request with its answer and the events that it led to.

import { omitUndefined } from '../../../core/index.ts';
import { isRequest, type Entry, type EntryOf, type RequestEntry } from '../format/entries.ts';

/** One item of the time line. */
export type TimelineItem =
  | ({
      readonly kind: 'exchange';
      readonly request: RequestEntry;
      readonly answer: EntryOf<'http.answer'> | undefined;
    } & Effects)
  | ({
      readonly kind: 'entry';
      readonly entry: Exclude<Entry, RequestEntry>;
      /** Of a touch: its request, if that has no answer yet. */
      readonly request: RequestEntry | undefined;
    } & Effects);

/** What an entry led to. */
interface Effects {
  /** Of dues on the way to it, at earlier instants. */
  readonly before: readonly TimelineEffect[];
  readonly events: readonly TimelineEffect[];
}

/** An event, or the webhook that it sends, which follows it. */
export type TimelineEffect = EntryOf<'event' | 'webhook.attempt'>;

/** The most items that wait for the answer of an earlier request; then that is emitted without an answer. */
export const waitingMax = 10_000;

/**
 * The items of entries, in order. An event belongs to the last entry before it that has an input, which caused it; events of dues
 * on the way to an input belong to that input. A touch directly after its request, and the first one directly after its frame or
 * end of a connection, is part of that.
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
      } else if (isEffect(entry) && cause !== undefined && !cause.isEmitted) {
        cause.effects.push(entry);
      } else if (entry.kind === 'touch' && isPartOf(waiting.at(-1), entry)) {
        const last = waiting.at(-1) as PendingItem;
        last.entry = touchedBy(last.entry, entry);
        if (entry.input !== undefined) cause = last;
      } else {
        const touched = entry.kind === 'touch' ? unanswered.get(entry.to)?.entry : undefined;
        const of = touched !== undefined && isRequest(touched) ? touched : undefined;
        const item = { entry, request: of, answer: undefined, effects: [], isEmitted: false };
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

/** Whether a touch is shown with the last item. */
function isPartOf(last: PendingItem | undefined, touch: EntryOf<'touch'>): boolean {
  if (last?.entry.n !== touch.to) return false;
  return isRequest(last.entry) || isUntouchedFrame(last.entry);
}

function isUntouchedFrame(entry: Entry): entry is EntryOf<'ws.in' | 'ws.close'> {
  const isFrame = entry.kind === 'ws.in' || entry.kind === 'ws.close';
  return isFrame && entry.input === undefined && entry.position === undefined;
}

/** A frame with the place of its first touch; other entries as they are. */
function touchedBy(entry: Entry, { input, position, after }: EntryOf<'touch'>): Entry {
  if (!isUntouchedFrame(entry)) return entry;
  const { after: _start, ...rest } = entry;
  return { ...rest, ...omitUndefined({ input, position, after }) };
}

function isEffect(entry: Entry): entry is TimelineEffect {
  return entry.kind === 'event' || entry.kind === 'webhook.attempt';
}

interface PendingItem {
  entry: Entry;
  readonly request: RequestEntry | undefined;
  answer: EntryOf<'http.answer'> | undefined;
  readonly effects: TimelineEffect[];
  isEmitted: boolean;
}

function itemOf({ entry, request, answer, effects }: PendingItem): TimelineItem {
  const after = effects.findIndex(({ at }) => at >= entry.at);
  const split = after === -1 ? effects.length : after;
  const both = { before: effects.slice(0, split), events: effects.slice(split) };
  return isRequest(entry)
    ? { kind: 'exchange', request: entry, answer, ...both }
    : { kind: 'entry', entry, request, ...both };
}
