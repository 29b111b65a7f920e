// Laws of lanes: each event is in one, an entity in one row, and growing by pieces is growing at once.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLanes, laneOf } from '../../../../../../adapters/contracts/event-lane.ts';
import {
  EventLanes,
  livesIn,
  rowsMax,
} from '../../../../../../adapters/studio/page/views/timeline/event-lanes.ts';
import { runs } from '../../../../../support/runner/runs.ts';

const streams = fc.constantFrom(
  ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => `wallet/transaction/${id}`),
  'wallet/notification/n',
  'wallet/chain/ETH',
  'wallet/entity',
  'calendar/event/1',
  'calendar/venue/2',
  'speech/session/s',
  'speech/session/t',
  'faults/fault/x',
);

const types = fc.constantFrom('TransactionSent', 'TransactionFailed', 'TransactionCompleted');

const logs = fc
  .array(fc.record({ stream: streams, type: types, ms: fc.nat(1_000) }), { maxLength: 100 })
  .map((steps) => {
    let atMs = 0;
    return steps.map(({ stream, type, ms }, index) => {
      atMs += ms;
      return { position: index + 1, stream, atMs, event: { type } };
    });
  });

const lanesOf = (events: Parameters<EventLanes['extend']>[0]) => {
  const lanes = new EventLanes();
  lanes.extend(events);
  return lanes;
};

describe('lanes', () => {
  it('have each event once, in order, in the lane of its entity', () => {
    fc.assert(
      fc.property(logs, (events) => {
        const { lanes } = lanesOf(events);
        const positions = eventLanes.flatMap((lane) => lanes[lane].positions);
        expect(positions.toSorted((left, right) => left - right)).toEqual(
          events.map(({ position }) => position),
        );
        for (const lane of eventLanes) {
          const own = events.filter(({ stream }) => laneOf(stream) === lane);
          expect(lanes[lane].positions).toEqual(own.map(({ position }) => position));
          expect(lanes[lane].instants).toEqual(own.map(({ atMs }) => atMs));
          expect(lanes[lane].rows).toBeLessThanOrEqual(rowsMax[lane]);
        }
      }),
      runs(200),
    );
  });

  it('are the same however the events arrive', () => {
    fc.assert(
      fc.property(logs, fc.nat(100), (events, cut) => {
        const growing = lanesOf(events.slice(0, cut));
        growing.extend(events);
        growing.extend(events);
        expect(growing).toEqual(lanesOf(events));
      }),
      runs(200),
    );
  });

  it('have an entity in one row, from its first event to its last', () => {
    fc.assert(
      fc.property(logs, (events) => {
        const lanes = lanesOf(events);
        for (const { lane, lives } of Object.values(lanes.lanes)) {
          for (const { stream, row, firstMs, lastMs } of lives) {
            const own = events.filter((event) => event.stream === stream);
            expect(new Set(own.map(({ position }) => lanes.placeOf(position)?.row))).toEqual(
              new Set([row]),
            );
            expect([firstMs, lastMs]).toEqual([own[0]?.atMs, own.at(-1)?.atMs]);
            expect(row).toBeLessThan(rowsMax[lane]);
          }
        }
      }),
      runs(200),
    );
  });

  it('show the lives that a span touches', () => {
    fc.assert(
      fc.property(logs, fc.nat(20_000), fc.nat(20_000), (events, fromMs, width) => {
        const span = { fromMs, toMs: fromMs + width };
        const { transactions } = lanesOf(events).lanes;
        expect(livesIn(transactions, span)).toEqual(
          transactions.lives.filter(
            (life) => life.firstMs <= span.toMs && life.lastMs >= span.fromMs,
          ),
        );
      }),
      runs(200),
    );
  });
});
