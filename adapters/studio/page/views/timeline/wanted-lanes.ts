// Which lanes a timeline has, from the top.

import { eventLanes, type EventLane } from '../../../../contracts/event-lane.ts';
import type { LaneContent } from './lane-layout.ts';
import type { TimelineScene } from './scene.ts';

type Shown = Pick<TimelineScene, 'lanes' | 'requests' | 'chains' | 'counts'>;

/** Those with something in them; requests of clients first, those to the control plane last. */
export function wantedLanes({ lanes, requests, chains, counts }: Shown): readonly LaneContent[] {
  const lanesOf = (isControl: boolean) =>
    requests
      .filter(({ service }) => (service === 'control') === isControl)
      .map(({ name }) => ({ kind: 'requests', name }) as const);
  const events = (lane: EventLane): readonly LaneContent[] => {
    const { rows, instants } = lanes.lanes[lane];
    const has = counts === undefined ? instants.length > 0 : counts.lanes[lane] !== undefined;
    return has ? [{ kind: 'events', lane, rows: counts === undefined ? rows : 2 }] : [];
  };
  const markets = chains.map(({ blockchain }) => ({ kind: 'chain', blockchain }) as const);
  return [
    ...lanesOf(false),
    ...eventLanes.flatMap((lane) =>
      lane === 'chains' ? [...markets, ...events(lane)] : events(lane),
    ),
    ...lanesOf(true),
  ];
}
