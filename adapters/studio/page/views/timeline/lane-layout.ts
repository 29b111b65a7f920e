// Where each lane is on the canvas. Lengths are in CSS pixels.

import type { EventLane } from '../../../../contracts/event-lane.ts';

/** What a lane shows. */
export type LaneContent =
  | { readonly kind: 'events'; readonly lane: EventLane; readonly rows: number }
  | { readonly kind: 'requests'; readonly name: string }
  | { readonly kind: 'chain'; readonly blockchain: string };

export interface PlacedLane {
  readonly content: LaneContent;
  readonly title: string;
  /** Of the rows, below the title where that is above them. */
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

export interface LaneLayout {
  readonly width: number;
  readonly height: number;
  /** Where time begins: titles are left of it, or above their lanes if it is 0. */
  readonly left: number;
  /** Where lanes begin, below the axis and the matches. */
  readonly top: number;
  readonly lanes: readonly PlacedLane[];
}

export const axisHeight = 22;
/** The strip of matches and of the selected event. */
export const stripHeight = 10;
const titleHeight = 15;
const gap = 7;
const gutter = 132;
/** Narrower canvases have titles above their lanes. */
const gutterWidthMin = 640;

const rowHeights: Readonly<Record<EventLane, number>> = {
  transactions: 13,
  chains: 16,
  webhooks: 13,
  posts: 13,
  sessions: 24,
  faults: 16,
  other: 16,
};

const laneTitles: Readonly<Record<EventLane, string>> = {
  transactions: 'Transactions',
  chains: 'Chain changes',
  webhooks: 'Webhooks',
  posts: 'Calendar',
  sessions: 'Speech',
  faults: 'Faults',
  other: 'Other',
};

export function layoutOf(contents: readonly LaneContent[], width: number): LaneLayout {
  const left = width >= gutterWidthMin ? gutter : 0;
  const top = axisHeight + stripHeight;
  let y = top;
  const lanes = contents.map((content): PlacedLane => {
    if (left === 0) y += titleHeight;
    const rowHeight = rowHeightOf(content);
    const height = rowHeight * (content.kind === 'events' ? Math.max(1, content.rows) : 1);
    const lane = { content, title: titleOf(content), top: y, height, rowHeight };
    y += height + gap;
    return lane;
  });
  return { width, height: y, left, top, lanes };
}

function rowHeightOf(content: LaneContent): number {
  switch (content.kind) {
    case 'events':
      return rowHeights[content.lane];
    case 'requests':
      return 16;
    case 'chain':
      return 34;
  }
}

function titleOf(content: LaneContent): string {
  switch (content.kind) {
    case 'events':
      return laneTitles[content.lane];
    case 'requests':
      return content.name;
    case 'chain':
      return content.blockchain;
  }
}

/** The lane at a height, or the nearest. */
export function laneAt({ lanes }: LaneLayout, y: number): PlacedLane | undefined {
  const distance = ({ top, height }: PlacedLane) =>
    y < top ? top - y : Math.max(0, y - top - height);
  let nearest: PlacedLane | undefined;
  for (const lane of lanes) {
    if (nearest === undefined || distance(lane) < distance(nearest)) nearest = lane;
  }
  return nearest;
}

export function eventLaneIn({ lanes }: LaneLayout, lane: EventLane): PlacedLane | undefined {
  return lanes.find(({ content }) => content.kind === 'events' && content.lane === lane);
}

/** The middle of a row. */
export const rowMiddle = ({ top, rowHeight }: PlacedLane, row: number): number =>
  top + (row + 0.5) * rowHeight;
