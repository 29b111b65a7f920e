// Control route of the timeline: counts of events, for a picture of a world whose events are too many to read first.

import type { z } from 'zod';
import type { EventStore, World } from '../../../core/index.ts';
import { eventsPageMax } from '../../protocol/limits.ts';
import { json, type HttpResponse } from '../../protocol/messages.ts';
import type { Parsed } from '../../protocol/routes/schema-reader.ts';
import { Slices } from '../../protocol/slices.ts';
import { worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { LaneCounts, type BucketSpan } from '../lane-counts.ts';
import { printMs } from '../wire/time.ts';
import { timelineAnswer, timelineQuery } from '../wire/timeline.ts';

export const timelineRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/timeline',
    name: 'getTimeline',
    summary: 'Count the events of a world by lane and by stretch of virtual time.',
    isUnrecorded: true,
    reads: bySchemas({ query: timelineQuery }),
    answers: { 200: { description: 'Counts by lane and bucket.', body: timelineAnswer } },
    handle: (call, input) => getTimeline(call, input),
  }),
];

async function getTimeline(
  call: ControlCall,
  { params, query }: Parsed<unknown, z.infer<typeof timelineQuery>>,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const { position, nowMs } = await world.describe(); // commits all events before this request
  const fromMs = query.from ?? Math.min(world.record.epochMs, query.to ?? Infinity);
  const toMs = query.to ?? Math.max(nowMs, fromMs);
  const span = { fromMs, toMs, buckets: query.buckets };
  const { events, lanes } = await countsIn(call.options.engine.store, world, span, position);
  return json(200, { from: printMs(fromMs), to: printMs(toMs), position, events, lanes });
}

/** Up to a position, since the world goes on meanwhile. */
async function countsIn(
  store: Pick<EventStore, 'events'>,
  { record: { name } }: World,
  span: BucketSpan,
  last: number,
): Promise<LaneCounts> {
  const counts = new LaneCounts(span);
  const slices = new Slices();
  let from = span.fromMs > 0 ? await firstSince(store, name, span.fromMs, last) : 1;
  while (from <= last) {
    const page = await store.events(name, { from, limit: eventsPageMax });
    for (const envelope of page) {
      if (envelope.position > last || envelope.atMs > span.toMs) return counts;
      counts.add(envelope);
    }
    const end = page.at(-1)?.position;
    if (end === undefined) return counts;
    from = end + 1;
    if (slices.isOver) await slices.pause();
  }
  return counts;
}

/** The first position at or after an instant; after the last one if there is none. Events are in the order of their instants. */
async function firstSince(
  store: Pick<EventStore, 'events'>,
  world: string,
  atMs: number,
  last: number,
): Promise<number> {
  let low = 1;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [envelope] = await store.events(world, { from: middle, limit: 1 });
    if (envelope !== undefined && envelope.atMs < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
