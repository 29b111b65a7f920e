// Compares two journals: their shared past, and the first event that differs, with the causes of both sides. Inputs without events do
// not count, nor do values beside events: two runs are equal if their digests are.

import type { Json } from '../kernel/canonical.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';
import { valueDifferences, type ValueDifference } from '../kernel/value-differences.ts';
import { causesOf, type Cause, type ReadableJournal } from './replay.ts';

export interface JournalComparison {
  /** The last position that both have alike; 0 if none. */
  readonly position: number;
  readonly difference?: HistoryDifference;
}

/** The event after the shared past. If both sides have one, `fields` are those that differ, the first `differingFieldsMax`. */
export interface HistoryDifference {
  readonly position: number;
  readonly fields: readonly ValueDifference[];
  readonly sides: readonly [DifferingEvent | undefined, DifferingEvent | undefined];
}

export interface DifferingEvent {
  readonly envelope: Envelope;
  /** What it was decided for, or what let it become due. */
  readonly input: Input;
  /** The nearest first, back to an input. */
  readonly causes: readonly Cause[];
}

export interface ComparingOptions {
  /** Called between the pieces of long work. */
  readonly yieldToLoop: () => Promise<void>;
}

/** The most fields of one difference. */
export const differingFieldsMax = 200;

const entriesPerRead = 250;

/** The first event that one journal has otherwise than the other, or alone. */
export async function compareJournals(
  left: ReadableJournal,
  right: ReadableJournal,
  { yieldToLoop }: ComparingOptions,
): Promise<JournalComparison> {
  const inputs = await equalInputs(left, right);
  const lefts = eventsFrom(left, inputs + 1);
  const rights = eventsFrom(right, inputs + 1);
  let position = inputs === 0 ? 0 : await positionAfter(left, inputs);
  for (let compared = 1; ; compared += 1) {
    const [one, other] = [(await lefts.next()).value, (await rights.next()).value];
    if (one === undefined && other === undefined) return { position };
    if (one?.envelope.text !== other?.envelope.text) {
      const sides = [
        one && { ...one, causes: await causesIn(left, one) },
        other && { ...other, causes: await causesIn(right, other) },
      ] as const;
      const first = (one ?? other)?.envelope.position ?? position + 1;
      return { position, difference: { position: first, fields: fieldsOf(one, other), sides } };
    }
    position = one?.envelope.position ?? position;
    if (compared % entriesPerRead === 0) await yieldToLoop();
  }
}

type EventOfInput = Omit<DifferingEvent, 'causes'>;

/** Some number of inputs after which both digests are equal, and so all events before: most of what forks share. */
async function equalInputs(left: ReadableJournal, right: ReadableJournal): Promise<number> {
  const areEqual = async (n: number) => {
    const [one, other] = await Promise.all([entryAt(left, n), entryAt(right, n)]);
    return one !== undefined && one.digest === other?.digest;
  };
  let equal = 0;
  let step = 1;
  while (await areEqual(equal + step)) {
    equal += step;
    step *= 2;
  }
  for (; step > 1; step /= 2) {
    const next = equal + step / 2;
    if (await areEqual(next)) equal = next;
  }
  return equal;
}

async function entryAt(
  { store, record }: ReadableJournal,
  n: number,
): Promise<JournalEntry | undefined> {
  return (await store.read(record.name, n, 1))[0];
}

/** The position after an input: that of the last event of it, or of the last one before it that has any. */
async function positionAfter(journal: ReadableJournal, input: number): Promise<number> {
  const { store, record } = journal;
  for (let to = input; to > 0; to -= entriesPerRead) {
    const from = Math.max(1, to - entriesPerRead + 1);
    const entries = await store.read(record.name, from, to - from + 1);
    const last = entries.findLast(({ events }) => events.length > 0)?.events.at(-1);
    if (last !== undefined) return last.position;
  }
  return 0;
}

async function* eventsFrom(
  { store, record }: ReadableJournal,
  first: number,
): AsyncGenerator<EventOfInput, undefined, void> {
  for (let from = first; ; from += entriesPerRead) {
    const entries = await store.read(record.name, from, entriesPerRead);
    for (const { input, events } of entries) {
      for (const envelope of events) yield { envelope, input };
    }
    if (entries.length < entriesPerRead) return undefined;
  }
}

function causesIn(
  journal: ReadableJournal,
  { envelope, input }: EventOfInput,
): Promise<readonly Cause[]> {
  return causesOf(journal, envelope, input, (position) => inputOf(journal, position, input.n));
}

/** The input that led to a position, of those up to `last`. */
async function inputOf(journal: ReadableJournal, position: number, last: number): Promise<number> {
  let [low, high] = [1, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await positionAfter(journal, middle)) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fieldsOf(
  left: EventOfInput | undefined,
  right: EventOfInput | undefined,
): readonly ValueDifference[] {
  if (left === undefined || right === undefined) return [];
  const fields: ValueDifference[] = [];
  for (const difference of differencesOf(left, right)) {
    if (fields.push(difference) === differingFieldsMax) break;
  }
  return fields;
}

/** By the names that events have, in their order: type and stream first, since all others follow from them. */
function* differencesOf(left: EventOfInput, right: EventOfInput): Iterable<ValueDifference> {
  const [lefts, rights] = [partsOf(left), partsOf(right)];
  for (const name of Object.keys(lefts)) yield* valueDifferences(lefts[name], rights[name], name);
}

function partsOf({ envelope }: EventOfInput): { readonly [name: string]: Json | undefined } {
  const { event, stream, atMs, version, cause } = envelope;
  const { type, aside: _unhashed, ...data } = event;
  return { type, stream, data, at: atMs, version, cause };
}

/** A journal whose entries are in memory, in order from input 1. */
export function journalInMemory(name: string, entries: readonly JournalEntry[]): ReadableJournal {
  const events = entries.flatMap((entry) => entry.events);
  return {
    record: { name },
    store: {
      read: async (_world, from, limit) => entries.slice(from - 1, from - 1 + limit),
      events: async (_world, { from, limit }) => events.slice(from - 1, from - 1 + limit),
    },
  };
}
