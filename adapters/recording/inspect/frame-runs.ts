// Shortens a time line: frames of audio and of keep-alives become one item per connection and direction, touches become one item.

import { bytesIn } from './audio-text.ts';
import type { EntryOf, RequestEntry } from '../format/entries.ts';
import type { TimelineEffect, TimelineItem } from './timeline.ts';

/** Frames of one connection in one direction: all binary, or all of the same text. */
export interface FrameRun {
  readonly kind: 'frames';
  /** The first one. */
  readonly entry: Frame;
  /** Its instant; of one to the client, that of the audio which it sends. */
  readonly startMs: number;
  readonly count: number;
  /** Of binary frames. */
  readonly bytes: number;
  /** The routine events of the frames. */
  readonly events: readonly EntryOf<'event'>[];
}

/** Touches and inputs of time without events, with nothing else between them. */
export interface TouchRun {
  readonly kind: 'touches';
  readonly first: Touched;
  readonly touches: readonly Touched[];
}

/** The entry of a touch, with the request that goes on. */
export interface Touched {
  readonly entry: EntryOf<'touch' | 'input'>;
  readonly request: RequestEntry | undefined;
}

export interface FoldRules {
  /** Whether an event only notes that audio was sent or received, or that a client is alive. */
  readonly isRoutine: (event: EntryOf<'event'>) => boolean;
  /** Whether touches are folded, and left out between frames. */
  readonly foldsTouches: boolean;
}

/** The same items with runs in place of single ones. Frames in both directions may alternate within their runs. */
export async function* withFrameRuns(
  batches: AsyncIterable<readonly TimelineItem[]>,
  rules: FoldRules,
): AsyncGenerator<readonly (TimelineItem | FrameRun | TouchRun)[]> {
  let fold = new Fold();
  for await (const items of batches) {
    const ready: (TimelineItem | FrameRun | TouchRun)[] = [];
    for (const item of items) {
      if (fold.add(item, rules)) continue;
      ready.push(...fold.items(), item);
      fold = new Fold();
    }
    if (ready.length > 0) yield ready;
  }
  const rest = fold.items();
  if (rest.length > 0) yield rest;
}

type Frame = EntryOf<'ws.in' | 'ws.out'>;
type EntryItem = Extract<TimelineItem, { readonly kind: 'entry' }>;

/** Runs that may still grow. */
class Fold {
  readonly #runs = new Map<string, GrowingRun>();
  /** Since the last frame of the runs: touches, and events of audio whose frame may follow. */
  #tail: EntryItem[] = [];

  /** Returns false for an item that ends the runs. */
  add(item: TimelineItem, rules: FoldRules): boolean {
    if (item.kind !== 'entry') return false;
    const before = item.before.filter((effect) => isRoutine(effect, rules));
    const events = item.events.filter((effect) => isRoutine(effect, rules));
    if (before.length + events.length < item.before.length + item.events.length) return false;
    const { entry } = item;
    if (entry.kind === 'event') {
      if (!isRoutine(entry, rules)) return false;
      this.#tail.push(item);
      return true;
    }
    if (isTouched(entry)) {
      if (!rules.foldsTouches) return false;
      this.#tail.push(item);
      return true;
    }
    if (!isFoldable(entry, events)) return false;
    this.#tail.push(...before.map(eventItem));
    this.#addFrame(entry, events);
    return true;
  }

  items(): readonly (TimelineItem | FrameRun | TouchRun)[] {
    return [...this.#runs.values(), ...withTouchRuns(this.#tail)];
  }

  /** Events of audio that is sent come before its frame, also with frames from the client between them. */
  #addFrame(entry: Frame, events: readonly EntryOf<'event'>[]): void {
    const isSent = entry.kind === 'ws.out';
    const sent = isSent ? this.#tail.flatMap(eventsOf) : [];
    this.#tail = isSent ? [] : this.#tail.filter((item) => eventsOf(item).length > 0);
    const key = `${entry.kind} ${entry.conn} ${entry.text ?? ''}`;
    const bytes = entry.base64 === undefined ? 0 : bytesIn(entry.base64);
    const run = this.#runs.get(key);
    if (run === undefined) {
      const startMs = sent.reduce((latest, { at }) => Math.max(latest, at), entry.at);
      const all = [...sent, ...events];
      this.#runs.set(key, { kind: 'frames', entry, startMs, count: 1, bytes, events: all });
      return;
    }
    run.count += 1;
    run.bytes += bytes;
    run.events.push(...sent, ...events);
  }
}

interface GrowingRun extends FrameRun {
  count: number;
  bytes: number;
  readonly events: EntryOf<'event'>[];
}

function isRoutine(effect: TimelineEffect, rules: FoldRules): effect is EntryOf<'event'> {
  return effect.kind === 'event' && rules.isRoutine(effect);
}

function isTouched(entry: EntryItem['entry']): entry is Touched['entry'] {
  return entry.kind === 'touch' || (entry.kind === 'input' && entry.data.kind === 'time');
}

/** Text is folded if its events say that it is only a sign of life. */
function isFoldable(entry: EntryItem['entry'], events: readonly unknown[]): entry is Frame {
  if (entry.kind !== 'ws.in' && entry.kind !== 'ws.out') return false;
  return entry.base64 !== undefined || events.length > 0;
}

function eventsOf({ entry, before, events }: EntryItem): readonly EntryOf<'event'>[] {
  return [entry, ...before, ...events].filter(({ kind }) => kind === 'event') as EntryOf<'event'>[];
}

function eventItem(entry: EntryOf<'event'>): EntryItem {
  return { kind: 'entry', entry, request: undefined, before: [], events: [] };
}

/** Only touches without events are folded. */
function withTouchRuns(items: readonly EntryItem[]): readonly (TimelineItem | TouchRun)[] {
  const folded: (TimelineItem | TouchRun)[] = [];
  let touches: Touched[] = [];
  const endRun = () => {
    const [first] = touches;
    if (first !== undefined) folded.push({ kind: 'touches', first, touches });
    touches = [];
  };
  for (const item of items) {
    if (isTouched(item.entry) && eventsOf(item).length === 0) {
      touches.push({ entry: item.entry, request: item.request });
      continue;
    }
    endRun();
    folded.push(item);
  }
  endRun();
  return folded;
}
