// What is under the pointer.

import { describe, expect, it } from 'vitest';
import {
  clickedEvent,
  hitAt,
  hitsMax,
} from '../../../../../../adapters/studio/page/views/timeline/hit-test.ts';
import { EventLanes } from '../../../../../../adapters/studio/page/views/timeline/event-lanes.ts';
import {
  eventLaneIn,
  laneAt,
  layoutOf,
  rowMiddle,
} from '../../../../../../adapters/studio/page/views/timeline/lane-layout.ts';
import { requestLanesOf } from '../../../../../../adapters/studio/page/views/timeline/request-lanes.ts';
import { xOf } from '../../../../../../adapters/studio/page/views/timeline/scene.ts';
import { wantedLanes } from '../../../../../../adapters/studio/page/views/timeline/wanted-lanes.ts';
import { exchangeOf } from '../../../../../support/studio/exchanges.ts';

const at = (position: number, stream: string, atMs: number, type = 'TransactionSent') => ({
  position,
  stream,
  atMs,
  event: { type },
});

function sceneOf(events: Parameters<EventLanes['extend']>[0], width = 1_132) {
  const lanes = new EventLanes();
  lanes.extend(events);
  const requests = requestLanesOf([
    exchangeOf({ n: 1, service: 'wallet', atMs: 500, status: 201 }),
    exchangeOf({ n: 2, service: 'control', atMs: 200 }),
  ]);
  const contents = wantedLanes({ lanes, requests, chains: [], counts: undefined });
  const layout = layoutOf(contents, width);
  return { layout, span: { fromMs: 0, toMs: 1_000 }, lanes, requests, contents };
}

const events = [
  at(1, 'wallet/transaction/a', 100),
  at(2, 'wallet/transaction/b', 100),
  at(3, 'wallet/transaction/b', 101),
  at(4, 'calendar/event/1', 700),
];

describe('a point of the timeline', () => {
  it.each([1_132, 400])('is the event whose mark is there, at a width of %d', (width) => {
    const scene = sceneOf(events, width);
    for (const { position, stream } of events.filter(({ position }) => position !== 3)) {
      const place = scene.lanes.placeOf(position);
      const lane = place && eventLaneIn(scene.layout, place.lane);
      expect(lane, stream).toBeDefined();
      if (place === undefined || lane === undefined) return;
      const hit = hitAt(scene, xOf(scene, place.atMs), rowMiddle(lane, place.row));
      expect(hit).toMatchObject({ kind: 'events', position });
    }
  });

  it('is an exchange, or nothing', () => {
    const scene = sceneOf(events);
    const [lane] = scene.layout.lanes;
    const y = lane === undefined ? 0 : rowMiddle(lane, 0);
    expect(hitAt(scene, xOf(scene, 500), y)).toMatchObject({
      kind: 'exchange',
      exchange: { n: 1 },
      count: 1,
    });
    expect(hitAt(scene, xOf(scene, 900), y)).toBeUndefined();
    expect(hitAt(scene, 3, y)).toBeUndefined();
    expect(hitAt({ ...scene, layout: layoutOf([], 800) }, 500, 50)).toBeUndefined();
  });

  it('is clicked through where marks cover one another', () => {
    const scene = sceneOf(events);
    const place = scene.lanes.placeOf(2);
    const lane = eventLaneIn(scene.layout, 'transactions');
    if (place === undefined || lane === undefined) throw new Error('no such lane');
    const hit = hitAt(scene, xOf(scene, 100), rowMiddle(lane, place.row));
    if (hit?.kind !== 'events') throw new Error('no event');
    expect(hit).toMatchObject({ position: 2, positions: [2, 3], count: 3 });
    expect(clickedEvent(hit, undefined)).toBe(2);
    expect(clickedEvent(hit, 2)).toBe(3);
    expect(clickedEvent(hit, 3)).toBe(2);
    expect(clickedEvent(hit, 1)).toBe(2);
  });

  it('looks at a limited number of events', () => {
    const many = Array.from({ length: 3 * hitsMax }, (_, index) =>
      at(index + 1, 'wallet/transaction/a', 500),
    );
    const scene = sceneOf(many);
    const lane = eventLaneIn(scene.layout, 'transactions');
    const hit = hitAt(scene, xOf(scene, 500), lane === undefined ? 0 : rowMiddle(lane, 0));
    expect(hit).toMatchObject({ position: 1, count: 3 * hitsMax });
    expect(hit?.kind === 'events' && hit.positions.length).toBe(hitsMax);
  });
});

describe('the layout', () => {
  it('has requests of clients first, and of the control plane last', () => {
    const { layout } = sceneOf(events);
    expect(layout.lanes.map(({ title }) => title)).toEqual([
      'Requests: wallet',
      'Transactions',
      'Calendar',
      'Requests: control',
    ]);
  });

  it('has lanes one below the other, titles beside or above them', () => {
    for (const width of [1_132, 400]) {
      const { layout } = sceneOf(events, width);
      expect(layout.left > 0).toBe(width > 640);
      let bottom = layout.top;
      for (const lane of layout.lanes) {
        expect(lane.top).toBeGreaterThanOrEqual(bottom);
        expect(laneAt(layout, lane.top + 1)).toBe(lane);
        bottom = lane.top + lane.height;
      }
      expect(layout.height).toBeGreaterThan(bottom);
    }
  });

  it('has the lanes that a server counted, while events are read', () => {
    const counts = { fromMs: 0, toMs: 1, position: 3, lanes: { faults: [3] } };
    const { lanes } = sceneOf(events);
    expect(wantedLanes({ lanes, requests: [], chains: [], counts })).toEqual([
      { kind: 'events', lane: 'faults', rows: 2 },
    ]);
  });
});
