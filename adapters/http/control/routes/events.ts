// The events of a world, in pages.

import type { z } from 'zod';
import { json, type HttpResponse, type Params } from '../../table.ts';
import { worldOf, type ControlCall } from '../call.ts';
import { controlRoute, type ControlRoute } from '../route.ts';
import { eventsAnswer, eventsQuery } from '../wire/events.ts';

export const eventRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/worlds/:w/events',
    summary: 'Read the events of a world.',
    query: eventsQuery,
    answers: { 200: { description: 'Events by position.', body: eventsAnswer } },
    handle: (call, params, { query }) => listEvents(call, params, query),
  }),
];

async function listEvents(
  call: ControlCall,
  params: Params,
  query: z.infer<typeof eventsQuery>,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  await world.show(); // what happened before this request is stored before it is read
  const events = await call.options.engine.store.events(world.record.name, query);
  const last = events.at(-1)?.position;
  const next = events.length === query.limit && last !== undefined ? last + 1 : null;
  return json(200, { events: events.map(({ text }) => JSON.parse(text) as unknown), next });
}
