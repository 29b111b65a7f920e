// Control routes of events: list them in pages, or follow them as a stream.

import type { z } from 'zod';
import type { Envelope, EventType, HistoryQuery, World } from '../../../core/index.ts';
import { pageCharsMax } from '../../protocol/limits.ts';
import { jsonText, type HttpResponse } from '../../protocol/messages.ts';
import { acceptsStream } from '../../protocol/sent-values.ts';
import type { Parsed } from '../../protocol/routes/schema-reader.ts';
import { worldOf, type ControlCall } from '../../contracts/control-call.ts';
import { streamAnswer } from '../../contracts/control-stream.ts';
import { eventTexts, resumedFrom } from '../event-stream.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { eventsAnswer, eventsHeaders, eventsQuery, eventsText } from '../wire/events.ts';

type EventsInput = Parsed<unknown, z.infer<typeof eventsQuery>, z.infer<typeof eventsHeaders>>;

export const eventRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/worlds/:w/events',
    name: 'listEvents',
    summary: 'List the events of a world; with Accept: text/event-stream, follow them without end.',
    reads: bySchemas({ headers: eventsHeaders, query: eventsQuery }),
    answers: {
      200: {
        description: 'Events, ordered by position.',
        body: eventsAnswer,
        other: { 'text/event-stream': eventsText },
      },
      409: { description: 'The world has no event with the Last-Event-ID.' },
    },
    handle: (call, input) =>
      acceptsStream(call.request) ? streamEvents(call, input) : listEvents(call, input),
  }),
];

async function listEvents(
  call: ControlCall,
  { params, query }: EventsInput,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const { position } = await world.describe(); // commits all events before this request
  const { limit } = query;
  const past = { ...historyQuery(query), to: position }; // excludes events since then
  const { events, isWhole } = await firstEvents(world, past, limit);
  const last = events.at(-1)?.position;
  const next = isWhole || last === undefined ? null : last + 1;
  const texts = events.map(({ text }) => text);
  return jsonText(200, `{"events":[${texts.join(',')}],"next":${next}}`);
}

async function streamEvents(
  call: ControlCall,
  { params, query, headers }: EventsInput,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const { position } = await world.describe();
  const has = `is at position ${position} and has no such event`;
  const lastId = headers['last-event-id'];
  const { from, resumableAt } = resumedFrom(world, query.from, lastId, position, has);
  const slot = call.streams.open();
  return streamAnswer(slot, () =>
    eventTexts(world, { ...historyQuery(query), from }, slot.ended, resumableAt),
  );
}

/** The first events, until there are so many, or their texts are as long as a page may be. */
async function firstEvents(
  world: World,
  query: HistoryQuery,
  limit: number,
): Promise<{ readonly events: readonly Envelope[]; readonly isWhole: boolean }> {
  const events: Envelope[] = [];
  let chars = 0;
  for await (const page of world.historyPages(query)) {
    for (const event of page) {
      events.push(event);
      chars += event.text.length;
      if (events.length === limit || chars >= pageCharsMax) return { events, isWhole: false };
    }
  }
  return { events, isWhole: true };
}

/** A type that this version does not know matches no event. */
function historyQuery({ from, type, stream }: z.infer<typeof eventsQuery>): HistoryQuery {
  return { from, type: type as EventType | undefined, stream };
}
