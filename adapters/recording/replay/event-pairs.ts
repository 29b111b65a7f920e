// Pairs the events of a whole replay with the recorded ones, stream by stream, and finds those that differ. Positions do not count:
// one new event moves all that follow.

import { grouped } from '../../grouped.ts';
import {
  canonicalWithout,
  firstDifference,
  type Envelope,
  type Event,
  type Input,
  type Json,
} from '../../../core/index.ts';
import { align } from '../diff/alignment.ts';
import type { ActEntry, EntryOf, InputEntry } from '../format/entries.ts';
import type { DivergentField } from './divergence.ts';

type RecordedEvent = EntryOf<'event'>;

/** An event of a replay. */
export interface ReplayedEvent {
  readonly envelope: Envelope<Event>;
  readonly input: Input;
  /** The entry that brought the input. */
  readonly source: ActEntry | InputEntry | undefined;
}

/** A recorded and a replayed event that differ; an event without a partner has one side. */
export interface EventPair {
  readonly recorded: RecordedEvent | undefined;
  readonly replayed: ReplayedEvent | undefined;
  /** Without a partner, its path is empty. */
  readonly field: DivergentField;
}

interface Side {
  readonly stream: string;
  readonly type: string;
  readonly atMs: number;
  /** Canonical text without its place. */
  readonly text: string;
  readonly recorded?: RecordedEvent;
  readonly replayed?: ReplayedEvent;
}

const place = ['cause', 'position', 'version'];

/** The differing events, in the order of the recording; new ones by their instants. */
export function differingEvents(
  recorded: readonly RecordedEvent[],
  replayed: readonly ReplayedEvent[],
): readonly EventPair[] {
  const left = recorded.map((entry): Side => {
    const { stream, type, at: atMs } = entry;
    const text = canonicalWithout(entry, ['h', 'kind', 'n', ...place]);
    return { stream, type, atMs, text, recorded: entry };
  });
  const right = replayed.map((one): Side => {
    const { stream, atMs, event } = one.envelope;
    const text = canonicalWithout(JSON.parse(one.envelope.text) as object, place);
    return { stream, type: event.type, atMs, text, replayed: one };
  });
  const pairs: EventPair[] = [];
  const alone: { left: Side[]; right: Side[] } = { left: [], right: [] };
  for (const [ours, theirs] of byStream(left, right)) {
    for (const pair of align(ours, theirs, [({ text }) => text, ({ type }) => type])) {
      if (pair.right === undefined) alone.left.push(pair.left);
      else if (pair.left === undefined) alone.right.push(pair.right);
      else if (pair.left.text !== pair.right.text) pairs.push(pairOf(pair.left, pair.right));
    }
  }
  // The same event of another stream: of an entity that has another id now.
  const others = grouped(alone.right.toReversed(), kindOf);
  for (const one of alone.left) pairs.push(pairOf(one, others.get(kindOf(one))?.pop()));
  for (const rest of others.values()) pairs.push(...rest.map((one) => pairOf(undefined, one)));
  return pairs.sort((one, other) => atOf(one) - atOf(other) || orderOf(one) - orderOf(other));
}

function byStream(
  left: readonly Side[],
  right: readonly Side[],
): Iterable<readonly [readonly Side[], readonly Side[]]> {
  const streams = new Map<string, [Side[], Side[]]>();
  for (const [index, sides] of [left, right].entries()) {
    for (const side of sides) {
      const both = streams.get(side.stream) ?? [[], []];
      streams.set(side.stream, both);
      both[index]?.push(side);
    }
  }
  return streams.values();
}

function pairOf(left: Side | undefined, right: Side | undefined): EventPair {
  return { recorded: left?.recorded, replayed: right?.replayed, field: fieldOf(left, right) };
}

function fieldOf(left: Side | undefined, right: Side | undefined): DivergentField {
  const [expected, actual] = [left, right].map((side) =>
    side === undefined ? undefined : (JSON.parse(side.text) as Json),
  );
  if (expected === undefined || actual === undefined) return { path: '', expected, actual };
  if (left?.stream !== right?.stream) {
    return { path: 'stream', expected: left?.stream, actual: right?.stream };
  }
  return firstDifference(expected, actual);
}

/** What an event has in common with that of another entity: its type, its instant, and the kind of entity. */
function kindOf({ type, atMs, stream }: Side): string {
  return `${type} ${atMs} ${stream.replace(/\/[^/]*$/, '')}`;
}

function atOf({ recorded, replayed }: EventPair): number {
  return recorded?.at ?? replayed?.envelope.atMs ?? 0;
}

function orderOf({ recorded, replayed }: EventPair): number {
  return recorded?.position ?? replayed?.envelope.position ?? 0;
}
