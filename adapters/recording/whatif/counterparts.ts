// Which thing of the one run is which of the other: an id follows from the seed and a count, so a request that is left out moves those
// of all later things.

import { replaceIds } from '../diff/id-pairs.ts';
import type { OutsideEntry } from '../edit/recording-steps.ts';
import type { EntryOf } from '../format/entries.ts';
import { LearnedIds } from '../replay/learned-ids.ts';
import type { RunHistory } from './run-history.ts';

type EventEntry = EntryOf<'event'>;
type Streams = ReadonlyMap<string, readonly EventEntry[]>;

/** The events of a thing in both runs. */
export interface StreamPair {
  readonly before: readonly EventEntry[];
  readonly after: readonly EventEntry[];
}

export interface Runs {
  readonly before: RunHistory;
  readonly after: RunHistory;
  /** The entry of the other run, by the number of one of the first. */
  readonly steps: ReadonlyMap<number, OutsideEntry>;
}

export class Counterparts {
  readonly streams: readonly StreamPair[];
  readonly #ids = new LearnedIds();

  constructor(runs: Runs) {
    const { before, after, steps } = runs;
    const requests = new Map(before.outside.map((entry) => [entry.n, entry]));
    for (const [n, answer] of before.answers) {
      const [own, other] = [requests.get(n), steps.get(n)];
      if (other === undefined) continue;
      const place = own !== undefined && 'url' in own ? own : undefined;
      this.#ids.learn(answer.text, after.answers.get(other.n)?.text, place);
    }
    this.streams = this.#pairStreams(runs);
    for (const {
      before: [one],
      after: [other],
    } of this.streams) {
      if (one === undefined || other === undefined) continue;
      this.#ids.learn(
        JSON.stringify([one.stream, one.data]),
        JSON.stringify([other.stream, other.data]),
      );
    }
  }

  /** A text of the first run with the ids of the other. */
  translated(text: string): string {
    return this.#ids.apply(text);
  }

  #pairStreams(runs: Runs): readonly StreamPair[] {
    const lefts = new Map(runs.before.streams());
    const rights = new Map(runs.after.streams());
    const pairs: StreamPair[] = [];
    const pairBy = (keysOf: readonly [(events: Streams) => Keyed, (events: Streams) => Keyed]) => {
      const [left, right] = [keysOf[0](lefts), keysOf[1](rights)];
      for (const [key, names] of left) {
        const others = right.get(key) ?? [];
        for (const [index, name] of names.entries()) {
          const other = others[index];
          if (other === undefined) continue;
          pairs.push({ before: lefts.get(name) ?? [], after: rights.get(other) ?? [] });
          this.#ids.learn(JSON.stringify([idOf(name)]), JSON.stringify([idOf(other)]));
          lefts.delete(name);
          rights.delete(other);
        }
      }
    };
    const byNumber = new Map([...runs.steps].map(([n, { n: other }]) => [other, n]));
    // Older than the recording: known by its id, or by that of an answer.
    pairBy([
      (streams) =>
        keyed(streams, (name, [first]) => (isBorn(first) ? undefined : this.translated(name))),
      (streams) => keyed(streams, (name, [first]) => (isBorn(first) ? undefined : name)),
    ]);
    // Born of the same request, in the same order.
    pairBy([
      (streams) => keyed(streams, (name, [first]) => birthOf(runs.before, name, first, (n) => n)),
      (streams) =>
        keyed(streams, (name, [first]) => birthOf(runs.after, name, first, (n) => byNumber.get(n))),
    ]);
    // Born of something else, and otherwise the same.
    pairBy([
      (streams) => keyed(streams, (name, [first]) => this.translated(contentOf(name, first))),
      (streams) => keyed(streams, (name, [first]) => contentOf(name, first)),
    ]);
    for (const events of lefts.values()) pairs.push({ before: events, after: [] });
    for (const events of rights.values()) pairs.push({ before: [], after: events });
    return pairs;
  }
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

function isBorn(first: EventEntry | undefined): boolean {
  return first?.version === 1;
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

/** The stream of a side of a pair; empty if that side has none. */
export function streamOf([first]: StreamPair['before']): string {
  return first?.stream ?? '';
}
