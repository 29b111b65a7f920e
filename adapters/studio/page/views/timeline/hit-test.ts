// Finds the events or the exchange at a point of the canvas.

import type { Exchange } from '../../../story/story.ts';
import { rangeOf } from './bins.ts';
import { laneAt, type PlacedLane } from './lane-layout.ts';
import { columnsOf, xOf, type TimelineScene } from './scene.ts';
import { momentAt } from './time-span.ts';

export type TimelineHit =
  | {
      readonly kind: 'events';
      /** Of the nearest event. */
      readonly position: number;
      /** The positions of those that cannot be told apart at this scale, in order, up to `hitsMax` of them. */
      readonly positions: readonly number[];
      readonly count: number;
    }
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly count: number };

type HitScene = Pick<TimelineScene, 'layout' | 'span' | 'lanes' | 'requests'>;

/** How far a mark may be from the pointer, in pixels. */
const reach = 6;
/** Marks that are nearer to each other than this are clicked one after another. */
const sameSpot = 3;
/** Events near a point whose distances are compared, the first of the log; further ones are only counted. */
export const hitsMax = 1_000;

export function hitAt(scene: HitScene, x: number, y: number): TimelineHit | undefined {
  const placed = laneAt(scene.layout, y);
  if (placed === undefined || x < scene.layout.left) return undefined;
  const { content } = placed;
  switch (content.kind) {
    case 'events': {
      const { instants, positions } = scene.lanes.lanes[content.lane];
      const near = within(scene, instants, x);
      return eventAt(
        scene,
        placed,
        positions.slice(near.first, Math.min(near.end, near.first + hitsMax)),
        near.end - near.first,
        x,
        y,
      );
    }
    case 'requests': {
      const lane = scene.requests.find(({ name }) => name === content.name);
      const near = within(scene, lane?.instants ?? [], x);
      const exchanges = lane?.exchanges.slice(near.first, Math.min(near.end, near.first + hitsMax));
      const exchange = nearest(exchanges ?? [], ({ atMs }) => Math.abs(xOf(scene, atMs) - x));
      return exchange && { kind: 'exchange', exchange, count: near.end - near.first };
    }
    case 'chain':
      return undefined;
  }
}

function within(scene: HitScene, instants: readonly number[], x: number) {
  const moment = (at: number) => momentAt(scene.span, (at - scene.layout.left) / columnsOf(scene));
  return rangeOf(instants, { fromMs: moment(x - reach), toMs: moment(x + reach) });
}

function eventAt(
  scene: HitScene,
  { top, rowHeight }: PlacedLane,
  candidates: readonly number[],
  count: number,
  x: number,
  y: number,
): TimelineHit | undefined {
  const row = Math.floor((y - top) / rowHeight);
  const xAt = (position: number) => xOf(scene, scene.lanes.placeOf(position)?.atMs ?? 0);
  const rowAt = (position: number) => scene.lanes.placeOf(position)?.row ?? 0;
  const position = nearest(
    candidates,
    (candidate) => Math.abs(xAt(candidate) - x) + reach * Math.abs(rowAt(candidate) - row),
  );
  if (position === undefined) return undefined;
  const positions = candidates.filter(
    (candidate) =>
      rowAt(candidate) === rowAt(position) && Math.abs(xAt(candidate) - xAt(position)) < sameSpot,
  );
  return { kind: 'events', position, positions, count };
}

function nearest<T>(list: readonly T[], distance: (item: T) => number): T | undefined {
  let best: T | undefined;
  let least = Infinity;
  for (const item of list) {
    const away = distance(item);
    if (away < least) [best, least] = [item, away];
  }
  return best;
}

/** The event to select by a click: after one at the same spot the next one there. */
export function clickedEvent(
  { position, positions }: Extract<TimelineHit, { kind: 'events' }>,
  selected: number | undefined,
): number {
  const index = selected === undefined ? -1 : positions.indexOf(selected);
  return index === -1 ? position : (positions[(index + 1) % positions.length] ?? position);
}
