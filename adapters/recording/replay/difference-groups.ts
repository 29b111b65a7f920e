// Groups all differences of a replay by what they follow from. A root is an event whose causes are equal, or an answer that shows
// equal events in another way; any other difference is a consequence of one. Roots of one kind make one group.

import { grouped } from '../../grouped.ts';
import type { InputEntry, ActEntry } from '../format/entries.ts';
import {
  fixtureSource,
  inputSource,
  type ReplayDivergence,
  type EventDifference,
  type ExchangeDifference,
  type RecordedCause,
} from './divergence.ts';
import { kindOfDivergence } from './divergence-kind.ts';
import { differingEvents, type EventPair, type ReplayedEvent } from './event-pairs.ts';
import type { FoundExchange } from './exchange-comparator.ts';
import type { ReplayPlan } from './plan.ts';

export interface DifferenceGroup {
  /** The first root, and the first answer that shows it. */
  readonly first: ReplayDivergence;
  /** Further roots of the same kind. */
  readonly others: readonly DifferenceRef[];
  /** What follows from the roots. */
  readonly consequences: readonly DifferenceRef[];
}

/** Refers to a difference. */
export interface DifferenceRef {
  readonly kind: 'event' | 'exchange';
  /** Its entry; undefined if the recording has none. */
  readonly entry: number | undefined;
  /** The type of the event, or the request. */
  readonly what: string;
  readonly path: string;
}

export interface FoundDifferences {
  readonly plan: ReplayPlan;
  /** The recorded events, as far as the replay came. */
  readonly recorded: ReplayPlan['events'];
  readonly basePosition: number;
  /** All events of the replay after the base. */
  readonly replayed: readonly ReplayedEvent[];
  readonly exchanges: readonly FoundExchange[];
  /** The first differences of each sort. */
  readonly first: ReplayDivergence;
}

/** A root, and what follows from it. */
interface Root {
  readonly divergence: ReplayDivergence;
  readonly ref: DifferenceRef;
  readonly atMs: number;
  /** Its place in the recording: instants alone are no order, because time may stand still. */
  readonly atEntry: number;
  /** The domain of the event, and the id of its entity. */
  readonly domain: string;
  readonly consequences: DifferenceRef[];
  exchange?: ExchangeDifference;
}

export function differenceGroups(found: FoundDifferences): readonly DifferenceGroup[] {
  const roots: Root[] = [];
  const byEntity = addEventRoots(found, roots);
  addExchanges(found.exchanges, byEntity, roots);
  roots.sort((one, other) => one.atMs - other.atMs || one.atEntry - other.atEntry); // stable

  const groups = grouped(roots, ({ divergence }) => kindOfDivergence(divergence));
  if (groups.size === 0) return [{ first: found.first, others: [], consequences: [] }];
  return [...groups.values()].map((same) => {
    const [first, ...others] = same as [Root, ...Root[]];
    const { exchange = same.find((root) => root.exchange)?.exchange, event } = first.divergence;
    const isFirst = event !== undefined && event.position === found.first.event?.position;
    const shown = isFirst ? found.first.event : event; // with the event in its place
    return {
      first: {
        ...(exchange === undefined ? {} : { exchange }),
        ...(shown === undefined ? {} : { event: shown }),
      },
      others: others.map(({ ref }) => ref),
      consequences: same.flatMap(({ consequences }) => consequences),
    };
  });
}

/** Adds the events that are roots; returns the first root that affects each entity. */
function addEventRoots(found: FoundDifferences, roots: Root[]): Map<string, Root> {
  const { basePosition, replayed } = found;
  const events = new RecordedEvents(found.plan);
  const pairs = differingEvents(found.recorded, replayed);
  const byRecorded = new Map(pairs.map((pair) => [pair.recorded?.position, pair]));
  const byReplayed = new Map(pairs.map((pair) => [pair.replayed?.envelope.position, pair]));
  const rootOf = new Map<EventPair, Root>();
  const byEntity = new Map<string, Root>();

  /** The root of the nearest differing cause, on either side. */
  function rootOfCauses({ recorded, replayed: other }: EventPair): Root | undefined {
    for (let one = recorded && events.causeOf(recorded); one; one = events.causeOf(one)) {
      const root = rootOf.get(byRecorded.get(one.position) as EventPair);
      if (root !== undefined) return root;
    }
    let position = other?.envelope.cause;
    while (position !== undefined) {
      const root = rootOf.get(byReplayed.get(position) as EventPair);
      if (root !== undefined) return root;
      position = replayed[position - basePosition - 1]?.envelope.cause;
    }
    return undefined;
  }

  for (const pair of pairs) {
    const { recorded, replayed: other } = pair;
    const streams = [recorded?.stream, other?.envelope.stream].filter((name) => name !== undefined);
    const earlier =
      rootOfCauses(pair) ??
      streams.map((name) => byEntity.get(idIn(name))).find(Boolean) ??
      (isMoved(pair) ? roots.at(-1) : undefined);
    const event = describe(pair, found, events);
    const ref = { kind: 'event' as const, entry: event.entry, what: event.type, path: event.path };
    const root = earlier ?? {
      divergence: { event },
      ref,
      atMs: event.atMs,
      atEntry: recorded?.n ?? other?.source?.n ?? 0,
      domain: event.stream.split('/')[0] ?? '',
      consequences: [],
    };
    if (earlier === undefined) roots.push(root);
    else earlier.consequences.push(ref);
    rootOf.set(pair, root);
    for (const name of streams) if (!byEntity.has(idIn(name))) byEntity.set(idIn(name), root);
  }
  return byEntity;
}

/** Whether a client's request came at another instant: an earlier difference has moved time further, or less far. */
function isMoved({ recorded, replayed, field }: EventPair): boolean {
  return recorded?.cause === undefined && replayed !== undefined && field.path === 'at';
}

/**
 * Adds answers, frames and webhooks to the roots that they show: those of an entity that they name, else the first before them in
 * the domain of the service. An answer of a kind that differed before any event did is a root of its own.
 */
function addExchanges(
  exchanges: readonly FoundExchange[],
  byEntity: ReadonlyMap<string, Root>,
  roots: Root[],
): void {
  const eventRoots = [...roots];
  const presented = new Map<string, Root>();
  for (const { difference, service, ids, seenMs, seenEntry } of exchanges) {
    const { entry, what, path, atMs } = difference;
    const ref = { kind: 'exchange' as const, entry, what, path };
    const kind = kindOfDivergence({ exchange: difference });
    const isBefore = (root: Root | undefined) =>
      root !== undefined && root.atMs <= seenMs && root.atEntry <= seenEntry;
    const named = ids.map((id) => byEntity.get(id)).find(isBefore);
    const isOfDomain = ({ domain }: Root) => service === 'control' || domain === service;
    const cause = named ?? eventRoots.find((root) => isBefore(root) && isOfDomain(root));
    if (cause !== undefined && !presented.has(kind)) {
      cause.exchange ??= difference;
      cause.consequences.push(ref);
      continue;
    }
    const divergence = { exchange: difference };
    const root = { divergence, ref, atMs, atEntry: seenEntry, domain: service, consequences: [] };
    presented.set(kind, root);
    roots.push(root);
  }
}

function describe(
  { recorded, replayed, field }: EventPair,
  { basePosition, replayed: all }: FoundDifferences,
  events: RecordedEvents,
): EventDifference {
  const envelope = replayed?.envelope;
  const shown = {
    entry: recorded?.n,
    position: recorded?.position ?? envelope?.position ?? 0,
    atMs: recorded?.at ?? envelope?.atMs ?? 0,
    stream: recorded?.stream ?? envelope?.stream ?? '',
    type: recorded?.type ?? envelope?.event.type ?? '',
    ...field,
  };
  const causes =
    recorded === undefined
      ? replayedCauses(replayed, all, basePosition)
      : recordedCauses(recorded, events);
  return { ...shown, causes };
}

type RecordedEvent = ReplayPlan['events'][number];

/** The recorded events by their positions, which are not consecutive in a file that was edited by hand. */
class RecordedEvents {
  readonly #plan: ReplayPlan;
  readonly #indices: ReadonlyMap<number, number>;

  constructor(plan: ReplayPlan) {
    this.#plan = plan;
    this.#indices = new Map(plan.events.map(({ position }, index) => [position, index]));
  }

  /** Undefined if it has no cause, or none that is earlier in the file. */
  causeOf({ position, cause }: RecordedEvent): RecordedEvent | undefined {
    const [own, index] = [position, cause ?? -1].map((at) => this.#indices.get(at));
    return own === undefined || index === undefined || index >= own
      ? undefined
      : this.#plan.events[index];
  }

  sourceOf({ position }: RecordedEvent): readonly RecordedCause[] {
    const { causingInputs, inputSources } = this.#plan;
    const input = causingInputs[this.#indices.get(position) ?? -1] ?? 0;
    return sourceOf(input, inputSources.get(input));
  }
}

/** The causes of a recorded event, as far back as the recording goes. */
function recordedCauses(of: RecordedEvent, events: RecordedEvents): readonly RecordedCause[] {
  const causes: RecordedCause[] = [];
  for (let one = of; ;) {
    if (one.cause === undefined) return [...causes, ...events.sourceOf(one)];
    const cause = events.causeOf(one);
    if (cause === undefined) return causes;
    const { position, type, stream, at: atMs } = cause;
    causes.push({ position, type, stream, atMs });
    one = cause;
  }
}

function replayedCauses(
  of: ReplayedEvent | undefined,
  all: readonly ReplayedEvent[],
  basePosition: number,
): readonly RecordedCause[] {
  const causes: RecordedCause[] = [];
  for (let one = of; one !== undefined;) {
    const { cause } = one.envelope;
    if (cause === undefined) return [...causes, ...sourceOf(one.input.n, one.source)];
    one = all[cause - basePosition - 1];
    if (one === undefined) break;
    const { position, stream, atMs, event } = one.envelope;
    causes.push({ position, type: event.type, stream, atMs });
  }
  return causes;
}

function sourceOf(input: number, entry: ActEntry | InputEntry | undefined): RecordedCause[] {
  if (input === 0) return [];
  return [{ input, source: entry === undefined ? fixtureSource : inputSource(entry) }];
}

/** The id of the entity of a stream; the whole name if that is short, as the ids of the calendar are. */
function idIn(stream: string): string {
  const id = stream.slice(stream.lastIndexOf('/') + 1);
  return id.length < 16 ? stream : id;
}
