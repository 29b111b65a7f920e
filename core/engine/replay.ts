// Replays a journal: decides all inputs again and compares the events to the letter. Reports the first divergence and the
// chain of causes that led to it.

import {
  catchError,
  first,
  firstValueFrom,
  from,
  map,
  of,
  throwError,
  zip,
  type Observable,
} from 'rxjs';
import type { Json } from '../kernel/canonical.ts';
import type { Input, JournalEntry } from '../kernel/input.ts';
import { InvariantError } from '../kernel/invariant.ts';
import type { Envelope } from '../kernel/message.ts';
import { firstDifference, type ValueDifference } from '../kernel/value-differences.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { WorldSource } from './history/journal.ts';
import { stepping } from './world-operator.ts';
import { initialWorld } from './world-state.ts';

export interface Replay {
  readonly inputs: number;
  readonly events: number;
  /** Of the replayed events. */
  readonly digest: string;
  readonly divergence?: JournalDivergence;
}

/** The first member that differs, in the journal (expected) and in the replay; the whole event if one side lacks it. */
export interface JournalDivergence extends ValueDifference {
  readonly input: number;
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  /** The chain of causes, the nearest first, back to the input. */
  readonly causes: readonly Cause[];
}

export type Cause =
  | {
      readonly position: number;
      readonly type: string;
      readonly stream: string;
      readonly atMs: number;
    }
  | { readonly input: Input };

const entriesPerRead = 500;

/** Rejects with StoreError if the journal cannot be read. `onProgress` is given the number of inputs done. */
export async function replayJournal(
  source: WorldSource,
  onProgress: (inputs: number) => void = () => undefined,
): Promise<Replay> {
  const { store, record, rules, yieldToLoop } = source;
  const world = initialWorld(record, rules);
  let { inputs, position } = world;
  const starts: number[] = []; // by input: the position before it

  function compare([expected, actual]: [JournalEntry, JournalEntry | Broken]) {
    starts.push(position);
    const difference = differenceOf(expected, actual, position);
    if (difference === undefined) ({ inputs, position } = world);
    return difference && { ...difference, input: expected.input };
  }

  for (;;) {
    const entries = await store.read(record.name, inputs + 1, entriesPerRead);
    const actual$ = from(entries).pipe(
      map(({ input }) => input),
      stepping(world, yieldToLoop),
      catchError(brokenBy),
    );
    const differences$ = zip(from(entries), actual$).pipe(map(compare));
    const found = await firstValueFrom(differences$.pipe(first(isDefined, undefined)));
    if (found !== undefined) {
      const causes = await causesOf(source, found.event, found.input, starts);
      const divergence = { input: found.input.n, ...found.place, causes };
      return { inputs, events: position, digest: world.digest, divergence };
    }
    if (entries.length < entriesPerRead) return { inputs, events: position, digest: world.digest };
    onProgress(inputs);
    await yieldToLoop();
  }
}

interface FirstDifference {
  /** The event whose causes to report. */
  readonly event: Envelope | undefined;
  readonly place: Omit<JournalDivergence, 'input' | 'causes'>;
}

/** An input did not fit the world. */
interface Broken {
  readonly broken: string;
}

function brokenBy(error: unknown): Observable<Broken> {
  return error instanceof InvariantError ? of({ broken: error.message }) : throwError(() => error);
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** `before`: the position before the entry. */
function differenceOf(
  expected: JournalEntry,
  actual: JournalEntry | Broken,
  before: number,
): FirstDifference | undefined {
  if ('broken' in actual) {
    const event = expected.events[0];
    const whole = { path: '', expected: dataOf(event), actual: { broken: actual.broken } };
    return { event, place: { ...placeOf(event, before + 1), ...whole } };
  }
  const length = Math.max(expected.events.length, actual.events.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [expected.events[index], actual.events[index]];
    const isSame = left?.text === right?.text && isSameAside(left, right);
    if (isSame) continue;
    const event = left ?? right;
    const difference = firstDifference(dataOf(left), dataOf(right));
    return { event, place: { ...placeOf(event, 0), ...difference } };
  }
  if (expected.digest === actual.digest) return undefined;
  const place = placeOf(expected.events.at(-1), before);
  const digests = { path: 'digest', expected: expected.digest, actual: actual.digest };
  return { event: expected.events.at(-1), place: { ...place, ...digests } };
}

function placeOf(event: Envelope | undefined, position: number) {
  return {
    position: event?.position ?? position,
    stream: event?.stream ?? '',
    type: event?.event.type ?? '',
  };
}

function isSameAside(left: Envelope | undefined, right: Envelope | undefined): boolean {
  return JSON.stringify(left?.event.aside) === JSON.stringify(right?.event.aside);
}

/** An event as it is stored, with its aside. */
function dataOf(envelope: Envelope | undefined): Json | undefined {
  if (envelope === undefined) return undefined;
  const { aside } = envelope.event;
  const stored = JSON.parse(envelope.text) as Record<string, Json>;
  return aside === undefined ? stored : { ...stored, aside };
}

/**
 * The chain of causes of an event that `input` led to: each the event that set the due of the one before, and at its end the
 * input of the first event. `inputAt`: by input, the position before it; or finds the input of a position.
 */
export async function causesOf(
  { store, record }: ReadableJournal,
  event: Pick<Envelope, 'position' | 'cause'> | undefined,
  input: Input,
  inputAt: readonly number[] | InputFinder,
): Promise<readonly Cause[]> {
  const causes: Cause[] = [];
  let from = event;
  let position = event?.position;
  while (from?.cause !== undefined && from.cause < from.position) {
    const [cause]: readonly Envelope[] = await store.events(record.name, {
      from: from.cause,
      limit: 1,
    });
    if (cause === undefined) break;
    from = cause;
    ({ position } = cause);
    const { stream, atMs } = cause;
    causes.push({ position, type: cause.event.type, stream, atMs });
  }
  if (causes.length === 0 || position === undefined) return [{ input }];
  const n = typeof inputAt === 'function' ? await inputAt(position) : inputOf(inputAt, position);
  const [first] = await store.read(record.name, n, 1);
  return first === undefined ? causes : [...causes, { input: first.input }];
}

/** A journal in the store of an engine, or in memory. */
export interface ReadableJournal {
  readonly record: { readonly name: string };
  readonly store: Pick<EventStore, 'read' | 'events'>;
}

/** Resolves with the number of the input that led to a position. */
export type InputFinder = (position: number) => Promise<number>;

/** The number of the input that led to a position. */
function inputOf(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
