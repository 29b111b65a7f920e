// Pairs the entities of two runs. An id follows from the seed and a count, so a request that is left out moves the ids of all later
// entities.

import { replaceIds } from '../diff/id-pairs.ts';
import type { EntryOf } from '../format/entries.ts';
import { LearnedIds } from '../replay/learned-ids.ts';
import type { EarlierEvent } from '../base/earlier-events.ts';
import type { EntryOrigins } from './entry-origins.ts';
import type { RunHistory } from './run-history.ts';

type EventEntry = EntryOf<'event'>;
type Streams = ReadonlyMap<string, readonly EventEntry[]>;

/** The stream of an entity in both runs. */
export interface StreamPair {
  /** Undefined if that run has no such entity. */
  readonly names: readonly [before: string | undefined, after: string | undefined];
  /** The events of the recording; none if nothing happens to the entity in that run. */
  readonly before: readonly EventEntry[];
  readonly after: readonly EventEntry[];
}

export interface Runs extends EntryOrigins {
  readonly before: RunHistory;
  readonly after: RunHistory;
  /** What happened in each run before the recording began. */
  readonly earlier: readonly [before: readonly EarlierEvent[], after: readonly EarlierEvent[]];
}

/** The names of a stream in both runs. */
type NamePair = readonly [before: string, after: string];

export class Counterparts {
  readonly streams: readonly StreamPair[];
  readonly #ids = new LearnedIds();

  constructor(runs: Runs) {
    const { before, after } = runs;
    const [lefts, rights] = [new Map(before.streams()), new Map(after.streams())];
    const paired: NamePair[] = [];
    const pairBy = (left: Keyed, right: Keyed) => {
      const found = pairsByKey(left, right);
      this.#learnStreams(found, [lefts, rights]);
      for (const [name, other] of found) {
        lefts.delete(name);
        rights.delete(other);
      }
      paired.push(...found);
    };
    // What an answer shows comes last: another list has other entities at its places.
    this.#learnEarlier(runs);
    const isOlder = (_name: string, [first]: readonly EventEntry[]) => first?.version !== 1;
    pairBy(
      keyed(lefts, (name, events) => (isOlder(name, events) ? this.translated(name) : undefined)),
      keyed(rights, (name, events) => (isOlder(name, events) ? name : undefined)),
    );
    const byNumber = new Map([...runs.steps].map(([n, { n: other }]) => [other, n]));
    pairBy(
      keyed(lefts, (name, [first]) => birthOf(before, name, first, (n) => n)),
      keyed(rights, (name, [first]) => birthOf(after, name, first, (n) => byNumber.get(n))),
    );
    this.#learnAnswers(runs);
    pairBy(
      keyed(lefts, (name, [first]) => this.translated(contentOf(name, first))),
      keyed(rights, (name, [first]) => contentOf(name, first)),
    );
    this.streams = this.#withEvents(paired, [lefts, rights], runs);
  }

  /** A text of the first run with the ids of the other. */
  translated(text: string): string {
    return this.#ids.apply(text);
  }

  /** Both runs share what happened before the recording, but for ids that follow from another seed. */
  #learnEarlier({ earlier: [lefts, rights] }: Runs): void {
    for (const [index, left] of lefts.entries()) {
      const right = rights[index];
      if (right?.type !== left.type) return;
      this.#learnEvent(left, right);
    }
  }

  #learnStreams(pairs: readonly NamePair[], [lefts, rights]: readonly [Streams, Streams]): void {
    for (const [name, other] of pairs) {
      this.#ids.learn(JSON.stringify([idOf(name)]), JSON.stringify([idOf(other)]));
    }
    for (const [name, other] of pairs) {
      const others = rights.get(other) ?? [];
      for (const [index, event] of (lefts.get(name) ?? []).entries()) {
        const second = others[index];
        if (second?.type !== event.type) break;
        this.#learnEvent(event, second);
      }
    }
  }

  #learnEvent(left: Told, right: Told): void {
    const [one, other] = [left, right].map(({ stream, data }) => JSON.stringify([stream, data]));
    if (one === other) this.#ids.keep(one);
    else this.#ids.learn(one, other);
  }

  #learnAnswers({ before, after, steps }: Runs): void {
    const requests = new Map(before.outside.map((entry) => [entry.n, entry]));
    for (const [n, answer] of before.answers) {
      const [own, other] = [requests.get(n), steps.get(n)];
      if (other === undefined) continue;
      const place = own !== undefined && 'url' in own ? own : undefined;
      this.#ids.learn(answer.text, after.answers.get(other.n)?.text, place);
    }
  }

  /** `rest`: the streams without a pair. Entities from before the recording are in both runs all the same. */
  #withEvents(
    paired: readonly NamePair[],
    [lefts, rights]: readonly [Streams, Streams],
    { before, after, earlier }: Runs,
  ): readonly StreamPair[] {
    const [ours, theirs] = [before.streams(), after.streams()];
    const [inBefore, inAfter] = [streamsIn(earlier[0]), streamsIn(earlier[1])];
    const back = new Map([...inBefore].map((name) => [this.translated(name), name]));
    const pairs: (readonly [string | undefined, string | undefined])[] = [...paired];
    for (const name of lefts.keys()) {
      const other = this.translated(name);
      pairs.push([name, inBefore.has(name) && inAfter.has(other) ? other : undefined]);
    }
    for (const name of rights.keys()) pairs.push([back.get(name), name]);
    return pairs.map((names) => ({
      names,
      before: ours.get(names[0] ?? '') ?? [],
      after: theirs.get(names[1] ?? '') ?? [],
    }));
  }
}

function streamsIn(events: readonly EarlierEvent[]): ReadonlySet<string> {
  return new Set(events.map(({ stream }) => stream));
}

/** What an event says. */
type Told = Pick<EarlierEvent, 'stream' | 'data'>;

/** Names with equal keys, in their order. */
function pairsByKey(left: Keyed, right: Keyed): readonly NamePair[] {
  return [...left].flatMap(([key, names]) => {
    const others = right.get(key) ?? [];
    return names.flatMap((name, index): readonly NamePair[] => {
      const other = others[index];
      return other === undefined ? [] : [[name, other]];
    });
  });
}

/** Names of streams by a key. */
type Keyed = ReadonlyMap<string, readonly string[]>;

function keyed(
  streams: Streams,
  keyOf: (name: string, events: readonly EventEntry[]) => string | undefined,
): Keyed {
  const keys = new Map<string, string[]>();
  for (const [name, events] of streams) {
    const key = keyOf(name, events);
    if (key === undefined) continue;
    const own = keys.get(key);
    if (own === undefined) keys.set(key, [name]);
    else own.push(name);
  }
  return keys;
}

/** What led to the first event of a stream; undefined if that has no counterpart. */
function birthOf(
  run: RunHistory,
  name: string,
  first: EventEntry | undefined,
  numberOf: (n: number) => number | undefined,
): string | undefined {
  if (first === undefined) return undefined;
  const { causes, source } = run.originOf(first);
  const n = source === undefined ? undefined : numberOf(source.n);
  if (n === undefined) return undefined;
  return [n, kindOf(name), first.type, ...causes.map(({ type }) => type)].join(' ');
}

/** What the first event says, without the id of its own stream. */
function contentOf(name: string, first: EventEntry | undefined): string {
  const id = idOf(name);
  const text = replaceIds(JSON.stringify(first?.data ?? {}), (one) => (one === id ? ':own' : one));
  return `${kindOf(name)} ${first?.type} ${text}`;
}

function kindOf(stream: string): string {
  return stream.replace(/\/[^/]*$/, '');
}

export function idOf(stream: string): string {
  return stream.slice(stream.lastIndexOf('/') + 1);
}
