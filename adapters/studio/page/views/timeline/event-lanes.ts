// The events of a history by lane, extended as it grows. An entity has a row of its lane, where its events stand one after another.

import { eventLanes, laneOf, type EventLane } from '../../../../contracts/event-lane.ts';
import type { Envelope } from '../../../../../core/index.ts';
import { rangeOf } from './bins.ts';
import type { TimeSpan } from './time-span.ts';
import { toneOf, type Tone } from './tone.ts';

/** Rows of a lane; further entities share them, the one that was used longest ago first. */
export const rowsMax: Readonly<Record<EventLane, number>> = {
  transactions: 4,
  chains: 1,
  webhooks: 2,
  posts: 2,
  sessions: 3,
  faults: 1,
  other: 1,
};

/** An entity, from its first event to its last so far. */
export interface EntityLife {
  readonly stream: string;
  readonly row: number;
  readonly firstMs: number;
  lastMs: number;
}

export interface LanedEvents {
  readonly lane: EventLane;
  /** In order, each with its position at the same index. */
  readonly instants: number[];
  readonly positions: number[];
  /** The instants of failures among them. */
  readonly failures: number[];
  /** In the order of their first events. */
  readonly lives: EntityLife[];
  /** The first instants of the lives. */
  readonly begins: number[];
  /** The rows in use, at least one. */
  rows: number;
}

export interface LanedPlace {
  readonly lane: EventLane;
  readonly row: number;
  readonly atMs: number;
  readonly tone: Tone;
}

type Laned = Pick<Envelope, 'position' | 'stream' | 'atMs'> & {
  readonly event: { readonly type: string };
};

export class EventLanes {
  readonly lanes: Readonly<Record<EventLane, LanedEvents>>;
  /** Of all events, in order: that of position p is at p - 1. */
  readonly instants: number[] = [];
  /** By position, from 1. */
  readonly #places: LanedPlace[] = [];
  readonly #lives = new Map<string, EntityLife>();
  /** When each row was used last. */
  readonly #usedMs = new Map<EventLane, number[]>();

  constructor() {
    const lanes = eventLanes.map((lane) => [lane, emptyLane(lane)] as const);
    this.lanes = Object.fromEntries(lanes) as Record<EventLane, LanedEvents>;
  }

  get count(): number {
    return this.#places.length;
  }

  /** Undefined at a position that is not known. */
  placeOf(position: number): LanedPlace | undefined {
    return this.#places[position - 1];
  }

  /** Takes the events from the first that it does not know yet. */
  extend(events: readonly Laned[]): void {
    for (let index = this.count; index < events.length; index += 1) {
      const event = events[index];
      if (event !== undefined) this.#add(event);
    }
  }

  #add({ position, stream, atMs, event: { type } }: Laned): void {
    const lane = laneOf(stream);
    const laned = this.lanes[lane];
    const { row } = this.#lifeAt(stream, lane, atMs);
    const tone = toneOf(type);
    this.#places.push({ lane, row, atMs, tone });
    this.instants.push(atMs);
    laned.instants.push(atMs);
    laned.positions.push(position);
    if (tone === 'bad') laned.failures.push(atMs);
  }

  #lifeAt(stream: string, lane: EventLane, atMs: number): EntityLife {
    const used = this.#usedMs.get(lane) ?? [];
    this.#usedMs.set(lane, used);
    const known = this.#lives.get(stream);
    if (known !== undefined) {
      known.lastMs = atMs;
      used[known.row] = atMs;
      return known;
    }
    const isFull = used.length >= rowsMax[lane];
    const row = isFull ? used.indexOf(Math.min(...used)) : used.length;
    used[row] = atMs;
    const life = { stream, row, firstMs: atMs, lastMs: atMs };
    this.#lives.set(stream, life);
    const laned = this.lanes[lane];
    laned.lives.push(life);
    laned.begins.push(atMs);
    laned.rows = Math.max(laned.rows, used.length);
    return life;
  }
}

function emptyLane(lane: EventLane): LanedEvents {
  return { lane, instants: [], positions: [], failures: [], lives: [], begins: [], rows: 1 };
}

/** Lives that are searched for one frame. */
const livesPerFrameMax = 2_000;

/** Lives that are seen in a span: of those that began by its end, the latest. */
export function livesIn(
  { lives, begins }: LanedEvents,
  { fromMs, toMs }: TimeSpan,
): readonly EntityLife[] {
  const begun = rangeOf(begins, { fromMs: Number.NEGATIVE_INFINITY, toMs }).end;
  return lives
    .slice(Math.max(0, begun - livesPerFrameMax), begun)
    .filter(({ lastMs }) => lastMs >= fromMs);
}
