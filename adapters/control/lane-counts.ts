// Counts the events of a stretch of virtual time by lane and bucket.

import { eventLanes, laneOf, type EventLane } from '../contracts/event-lane.ts';
import type { Envelope } from '../../core/index.ts';

export interface BucketSpan {
  readonly fromMs: number;
  /** Included. */
  readonly toMs: number;
  readonly buckets: number;
}

export class LaneCounts {
  readonly #span: BucketSpan;
  readonly #lanes = new Map<EventLane, number[]>();
  #events = 0;

  constructor(span: BucketSpan) {
    this.#span = span;
  }

  get events(): number {
    return this.#events;
  }

  /** Events outside of the span are ignored. */
  add({ atMs, stream }: Pick<Envelope, 'atMs' | 'stream'>): void {
    const { fromMs, toMs, buckets } = this.#span;
    if (atMs < fromMs || atMs > toMs) return;
    const lane = laneOf(stream);
    const counts = this.#lanes.get(lane) ?? Array.from({ length: buckets }, () => 0);
    this.#lanes.set(lane, counts);
    const part = (atMs - fromMs) / Math.max(1, toMs - fromMs);
    const bucket = Math.min(buckets - 1, Math.floor(part * buckets));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
    this.#events += 1;
  }

  /** Those with events, in the order of the timeline. */
  get lanes(): readonly { readonly lane: EventLane; readonly counts: readonly number[] }[] {
    return eventLanes.flatMap((lane) => {
      const counts = this.#lanes.get(lane);
      return counts === undefined ? [] : [{ lane, counts }];
    });
  }
}
