// All that one frame of the timeline shows.

import type { EventSearch } from '../../model/event-search.ts';
import type { EventCounts } from '../../model/event-counts.ts';
import type { Effect } from '../../model/causal-chain.ts';
import type { EventLanes } from './event-lanes.ts';
import type { FeeMarket } from './fee-market.ts';
import type { LaneLayout } from './lane-layout.ts';
import type { RequestLane } from './request-lanes.ts';
import type { SpokenWords } from './spoken-words.ts';
import { partAt, type TimeSpan } from './time-span.ts';
import type { TimelineColors } from './timeline-colors.ts';

export interface TimelineScene {
  readonly layout: LaneLayout;
  readonly span: TimeSpan;
  readonly epochMs: number;
  /** The present of the world. */
  readonly endMs: number;
  readonly lanes: EventLanes;
  readonly requests: readonly RequestLane[];
  readonly chains: readonly FeeMarket[];
  readonly words: SpokenWords;
  /** Shown instead of the events while they are read. */
  readonly counts: EventCounts | undefined;
  readonly search: EventSearch;
  /** The moment at the scrubber. */
  readonly headMs: number;
  /** By position. */
  readonly selected: number | undefined;
  readonly pointed: number | undefined;
  /** Of the selected event, the nearest first. */
  readonly causes: readonly number[];
  readonly effects: readonly Effect[];
  readonly colors: TimelineColors;
}

/** The width of time, in whole pixels. */
export const columnsOf = ({ layout }: Pick<TimelineScene, 'layout'>): number =>
  Math.max(1, Math.floor(layout.width - layout.left));

export function xOf(
  { layout, span }: Pick<TimelineScene, 'layout' | 'span'>,
  atMs: number,
): number {
  return layout.left + partAt(span, atMs) * (layout.width - layout.left);
}

/** A lane with more events in the span than this shows densities: marks would cover one another. */
export const marksMax = (scene: Pick<TimelineScene, 'layout'>): number =>
  Math.floor(columnsOf(scene) / 2);
