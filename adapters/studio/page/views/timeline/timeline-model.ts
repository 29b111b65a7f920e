// The timeline of a history, extended as it grows, and the stretch of it that is shown. It lasts while other views are open.

import { signal, type Signal } from '@preact/signals';
import type { WorldHistory } from '../../model/world-history.ts';
import { EventLanes } from './event-lanes.ts';
import { feeMarketsOf, UsedChains, type FeeMarket, type FeePhase } from './fee-market.ts';
import { requestLanesOf, type RequestLane } from './request-lanes.ts';
import { SpokenWords } from './spoken-words.ts';
import { fitted, followed, type TimeSpan } from './time-span.ts';
import type { Exchange } from '../../../story/story.ts';

export class TimelineModel {
  readonly history: WorldHistory;
  readonly lanes = new EventLanes();
  readonly words = new SpokenWords();
  readonly markets: Signal<readonly FeeMarket[]> = signal([]);
  /** Undefined: all. */
  readonly zoom: Signal<TimeSpan | undefined> = signal(undefined);
  readonly #chains = new UsedChains();
  readonly #phases = new Map<string, FeePhase>();
  #isFolding = false;
  #isFoldWanted = false;
  #endMs: number;
  #requestsOf: readonly Exchange[] = [];
  #requests: readonly RequestLane[] = [];

  constructor(history: WorldHistory) {
    this.history = history;
    this.#endMs = history.nowMs;
  }

  get extent(): TimeSpan {
    const { record, end } = this.history;
    return { fromMs: record.epochMs, toMs: Math.max(record.epochMs, end.value.nowMs) };
  }

  get span(): TimeSpan {
    return this.zoom.value ?? fitted(this.extent);
  }

  get requests(): readonly RequestLane[] {
    const exchanges = this.history.exchanges.value;
    if (exchanges !== this.#requestsOf) {
      this.#requestsOf = exchanges;
      this.#requests = requestLanesOf(exchanges);
    }
    return this.#requests;
  }

  /** Takes what the history has got since. `isFollowing`: a zoomed view stays at the end if it was there. */
  update(isFollowing: boolean): void {
    const { events, nowMs } = this.history;
    this.lanes.extend(events);
    this.words.extend(events);
    this.#chains.extend(events);
    const zoom = this.zoom.peek();
    if (isFollowing && zoom !== undefined) this.zoom.value = followed(zoom, this.#endMs, nowMs);
    this.#endMs = nowMs;
    void this.#foldMarkets();
  }

  /** One at a time, and again if something arrived meanwhile. */
  async #foldMarkets(): Promise<void> {
    this.#isFoldWanted = true;
    if (this.#isFolding) return;
    this.#isFolding = true;
    try {
      while (this.#isFoldWanted) {
        this.#isFoldWanted = false;
        this.markets.value = await feeMarketsOf(this.history, this.#chains, this.#phases);
      }
    } finally {
      this.#isFolding = false;
    }
  }
}

const models = new WeakMap<WorldHistory, TimelineModel>();

export function timelineModelOf(history: WorldHistory): TimelineModel {
  const known = models.get(history);
  if (known !== undefined) return known;
  const model = new TimelineModel(history);
  models.set(history, model);
  return model;
}
