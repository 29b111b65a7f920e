// The events that differ between two runs, and which change each follows from.

import { align } from '../diff/alignment.ts';
import type { OutsideEntry } from '../edit/recording-steps.ts';
import type { RecordingChange } from '../edit/change.ts';
import type { EntryOf } from '../format/entries.ts';
import { services } from '../../services/index.ts';
import type { BecauseEvent } from './consequences.ts';
import { idOf, type Counterparts, type Runs, type StreamPair } from './counterparts.ts';
import { DifferenceIndex, type EventDifferencePair } from './difference-index.ts';
import type { RunHistory } from './run-history.ts';

type EventEntry = EntryOf<'event'>;

/** Where something belongs: the place of its change in the list, and the events that led to it, the nearest first. */
export interface Attribution {
  readonly change: number;
  readonly because: readonly BecauseEvent[];
}

/** The most events in a chain of causes. */
const stepsMax = 2_000;

export class EventDifferences {
  readonly #index: DifferenceIndex;
  readonly #runs: Runs;
  readonly #changes: readonly RecordingChange[];
  /** By the name of a stream of the other run. */
  readonly #pairs: ReadonlyMap<string | undefined, StreamPair>;
  readonly #ofStreams = new Map<StreamPair, readonly EventDifferencePair[]>();
  readonly #before = new Map<number, EventDifferencePair>();
  readonly #after = new Map<number, EventDifferencePair>();
  readonly #ids = new Map<EventEntry | OutsideEntry, readonly string[]>();

  constructor(runs: Runs, counterparts: Counterparts, changes: readonly RecordingChange[]) {
    this.#runs = runs;
    this.#changes = changes;
    this.#pairs = new Map(counterparts.streams.map((pair) => [pair.names[1], pair]));
    const all: EventDifferencePair[] = [];
    for (const streams of counterparts.streams) {
      const { before, after } = streams;
      const own: EventDifferencePair[] = [];
      this.#ofStreams.set(streams, own);
      const left = before.map((entry) => ({ entry, text: counterparts.translated(textOf(entry)) }));
      const right = after.map((entry) => ({ entry, text: textOf(entry) }));
      for (const pair of align(left, right, [({ text }) => text, ({ entry }) => entry.type])) {
        if (pair.left?.text === pair.right?.text) continue;
        const one = { before: pair.left?.entry, after: pair.right?.entry };
        const found = {
          ...one,
          atMs: Math.min(one.before?.at ?? Infinity, one.after?.at ?? Infinity),
        };
        own.push(found);
        all.push(found);
        if (found.before !== undefined) this.#before.set(found.before.position, found);
        if (found.after !== undefined) this.#after.set(found.after.position, found);
      }
    }
    this.#index = new DifferenceIndex(all);
  }

  /** In the order of their instants. */
  get all(): readonly EventDifferencePair[] {
    return this.#index.all;
  }

  /** The differing events of an entity, in its own order. */
  of(streams: StreamPair): readonly EventDifferencePair[] {
    return this.#ofStreams.get(streams) ?? [];
  }

  /** What an event follows from: in the alternative, if it is there; else in the first run. */
  attribution(of: Partial<EventDifferencePair>): Attribution {
    const because: BecauseEvent[] = [];
    const seen = new Set<EventEntry>();
    for (let next = this.#side(of); next !== undefined && seen.size < stepsMax;) {
      const { event, run } = next;
      seen.add(event);
      const { causes, source } = run.originOf(event);
      for (const cause of causes) {
        seen.add(cause);
        if (this.#isDiffering(cause, run) && !isRoutine(cause))
          because.push(this.#shown(cause, run));
      }
      const change = source === undefined ? undefined : this.#changeOf(source, run);
      if (change !== undefined) return { change, because };
      const influence = this.#influenceOn(causes.at(-1) ?? event, source, seen);
      next = this.#side(influence ?? {});
      if (next !== undefined && this.#isShown(next.event, next.run))
        because.push(this.#shown(next.event, next.run));
    }
    return { change: 0, because };
  }

  /** As `attribution`, with the event itself in front. */
  attributionWith(of: Partial<EventDifferencePair>): Attribution {
    const side = this.#side(of);
    const { change, because } = this.attribution(of);
    return side === undefined || !this.#isShown(side.event, side.run)
      ? { change, because }
      : { change, because: [this.#shown(side.event, side.run), ...because] };
  }

  /** What an answer follows from: its own request, if that is changed, else the last event before it that differs and that it names. */
  attributionOfAnswer(
    request: OutsideEntry,
    texts: readonly (string | undefined)[],
    [answer, other]: readonly [number, number],
  ): Attribution {
    const own = this.#changeOf(request, this.#runs.before);
    if (own !== undefined) return { change: own, because: [] };
    const ids = new Set(texts.flatMap((text) => idsIn(text)));
    const cause =
      this.#index.lastOf(
        ids,
        Infinity,
        ({ before, after }) => (after?.n ?? Infinity) < other || (before?.n ?? Infinity) < answer,
      ) ?? this.#index.lastBefore([answer, other]);
    return this.attributionWith(cause ?? {});
  }

  #side({
    before,
    after,
  }: Partial<EventDifferencePair>): { event: EventEntry; run: RunHistory } | undefined {
    if (after !== undefined) return { event: after, run: this.#runs.after };
    return before === undefined ? undefined : { event: before, run: this.#runs.before };
  }

  /** Whether an event says something: not one that only prepares what was inserted. */
  #isShown(event: EventEntry, run: RunHistory): boolean {
    if (isRoutine(event)) return false;
    const { source } = run.originOf(event);
    const { editedNumbers, givenCount } = this.#runs;
    const n = source === undefined ? 0 : (editedNumbers.get(source.n) ?? Infinity);
    return run === this.#runs.before || source?.kind !== 'input' || n <= givenCount;
  }

  #isDiffering({ position }: EventEntry, run: RunHistory): boolean {
    return (run === this.#runs.before ? this.#before : this.#after).has(position);
  }

  /** The place of the change that made an entry from outside different, if one did. */
  #changeOf(source: OutsideEntry, run: RunHistory): number | undefined {
    const { before, givenNumber, editedNumbers, addedBy } = this.#runs;
    const n = run === before ? givenNumber(source.n) : editedNumbers.get(source.n);
    const adding = n === undefined ? undefined : addedBy.get(n);
    const index = this.#changes.findIndex(
      (change, place) =>
        change.kind === 'seed' ||
        place === adding ||
        (change.kind !== 'insert' && change.entry === n),
    );
    return index === -1 ? undefined : index;
  }

  /** The event that differs before one that nothing changed leads to: the last that they name, else the first of all. */
  #influenceOn(
    root: EventEntry,
    source: OutsideEntry | undefined,
    seen: ReadonlySet<EventEntry>,
  ): EventDifferencePair | undefined {
    const ids = new Set([idOf(root.stream), ...this.#idsOf(root), ...this.#idsOf(source)]);
    const isEarlier = (one: EventDifferencePair) => {
      const other = one.after ?? one.before;
      if (other === undefined || other.at > root.at) return false;
      if (other.at === root.at && other.position >= root.position) return false;
      return !sides(one).some((side) => side !== undefined && seen.has(side));
    };
    return this.#index.lastOf(ids, root.at, isEarlier) ?? this.#index.first(root.at, isEarlier);
  }

  /** The ids in an event, or in an entry from outside. */
  #idsOf(entry: EventEntry | OutsideEntry | undefined): readonly string[] {
    if (entry === undefined) return [];
    const known = this.#ids.get(entry);
    if (known !== undefined) return known;
    const ids = idsIn(JSON.stringify(entry.kind === 'event' ? entry.data : entry));
    this.#ids.set(entry, ids);
    return ids;
  }

  #shown(event: EventEntry, run: RunHistory): BecauseEvent {
    const recorded = run === this.#runs.before ? event : this.#counterpartOf(event);
    const { type, at: atMs } = event;
    if (recorded === undefined) return { type, stream: event.stream, atMs };
    const entry = this.#runs.givenNumber(recorded.n);
    return { type, stream: recorded.stream, atMs, entry };
  }

  /** The event of the first run at the place of one of the other. */
  #counterpartOf(event: EventEntry): EventEntry | undefined {
    const differing = this.#after.get(event.position);
    if (differing !== undefined) return differing.before;
    return this.#pairs
      .get(event.stream)
      ?.before.find(({ type, at }) => type === event.type && at === event.at);
  }
}

const tellers = new Map(
  services.flatMap(({ name, story }) => (story === undefined ? [] : [[name, story()]])),
);

/** Whether an event says nothing to people, such as one that notes that audio was received. */
function isRoutine({ type, stream }: EventEntry): boolean {
  return tellers.get(stream.split('/')[0] ?? '')?.isRoutine?.({ type }) === true;
}

function textOf({ type, at, data }: EventEntry): string {
  return JSON.stringify({ type, at, data });
}

function sides({ before, after }: EventDifferencePair): readonly (EventEntry | undefined)[] {
  return [before, after];
}

const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function idsIn(text = ''): readonly string[] {
  return text.match(id) ?? [];
}
