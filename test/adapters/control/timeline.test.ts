// Control route of the timeline: counts by lane and bucket.

import { describe, expect, it } from 'vitest';
import { eventLanes, laneOf } from '../../../adapters/contracts/event-lane.ts';
import { timelineBucketsMax } from '../../../adapters/protocol/limits.ts';
import {
  createFundedWallets,
  expectControlError,
  serverForEach,
  startTransfer,
} from '../../support/server/requests.ts';

interface ListedEvent {
  readonly at: number;
  readonly stream: string;
}

describe('the timeline of a world', () => {
  const server = serverForEach();
  const timeline = (query = '', world = 'default') =>
    server().control('GET', `/worlds/${world}/timeline${query}`);

  async function fill() {
    const { from } = await createFundedWallets(server());
    await startTransfer(server(), { walletId: from.id });
    await server().control('POST', '/worlds/default/clock/advance', { by: '10m' });
    const fair = { title: 'Fair', start_date: 'tomorrow', end_date: 'tomorrow' };
    await server().request('POST', '/calendar/events/v1/events', fair);
    const { body } = await server().control('GET', '/worlds/default/events?limit=1000');
    return body.events as readonly ListedEvent[];
  }

  const sum = (counts: readonly number[]) => counts.reduce((left, right) => left + right, 0);
  const iso = (atMs: number) => new Date(atMs).toISOString();

  it('counts each event once, by lane and bucket', async () => {
    const events = await fill();
    for (const buckets of [1, 7, 1_000]) {
      const { status, body } = await timeline(`?buckets=${buckets}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ position: events.length, events: events.length });
      const [from, to] = [Date.parse(body.from), Date.parse(body.to)];
      for (const lane of eventLanes) {
        const expected = Array.from({ length: buckets }, () => 0);
        for (const { at, stream } of events) {
          if (laneOf(stream) !== lane) continue;
          const bucket = Math.floor(((at - from) / (to - from)) * buckets);
          expected[Math.min(buckets - 1, bucket)]! += 1;
        }
        const shown = body.lanes.find((each: { lane: string }) => each.lane === lane);
        expect(shown?.counts ?? expected.map(() => 0)).toEqual(expected);
        expect(shown === undefined).toBe(sum(expected) === 0);
      }
    }
  });

  it('counts a stretch of time, its ends included', async () => {
    const events = await fill();
    const instants = [...new Set(events.map(({ at }) => at))];
    for (const from of instants) {
      for (const to of instants.filter((at) => at >= from)) {
        const { body } = await timeline(`?from=${iso(from)}&to=${iso(to)}&buckets=3`);
        const within = events.filter(({ at }) => at >= from && at <= to);
        expect(body).toMatchObject({ from: iso(from), to: iso(to), events: within.length });
        const counted = body.lanes.map(({ counts }: { counts: readonly number[] }) => sum(counts));
        expect(sum(counted)).toBe(within.length);
      }
    }
  });

  it('is empty where nothing happened, before the epoch and in the future', async () => {
    await fill();
    for (const query of ['?from=2030-01-01', '?to=2000-01-01', '?from=1960-01-01&to=1960-01-02']) {
      expect(await timeline(query)).toMatchObject({
        status: 200,
        body: { events: 0, lanes: [] },
      });
    }
  });

  it('has the shared past in a fork', async () => {
    const events = await fill();
    await server().control('POST', '/worlds/default/fork', { name: 'twin' });
    expect((await timeline('', 'twin')).body.events).toBe(events.length);
  });

  it.each([
    'buckets=0',
    `buckets=${timelineBucketsMax + 1}`,
    'buckets=1.5',
    'from=yesterday',
    'from=2026-01-02&to=2026-01-01',
    'until=2026-01-01',
  ])('refuses ?%s', async (query) => {
    expectControlError(await timeline(`?${query}`), 400);
  });

  it('takes the largest number of buckets', async () => {
    await fill();
    const { body } = await timeline(`?buckets=${timelineBucketsMax}`);
    expect(body.lanes[0].counts).toHaveLength(timelineBucketsMax);
  });

  it('answers 404 for an unknown world', async () => {
    expectControlError(await timeline('', 'nowhere'), 404);
  });
});
