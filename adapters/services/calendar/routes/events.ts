// The routes of events.

import { calendar, type Event, type InPieces, type States } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import { selectionIn } from '../field-filter.ts';
import type { Printing } from '../wire/addresses.ts';
import type { PathInput, RouteAnswer } from '../../../protocol/routes/route.ts';
import { route, type CalendarRouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, answerLong, costSiteOf, queryInPieces, execute } from '../handlers.ts';
import {
  eventCreation,
  eventReading,
  eventUpdate,
  eventUpdateBySlug,
} from '../parameters/events.ts';
import { byTable, type TableInput } from '../parameters/table-reader.ts';

import { sentFingerprint } from '../password.ts';
import { printEvent } from '../wire/event.ts';
import { schemas } from '../wire/schemas.ts';
import { cachePrinted } from '../wire/print-cache.ts';
import { eventJsonLd } from '../wire/json-ld.ts';
import { eventFields } from '../wire/fields.ts';
import { lastPostId, nameIn, updateMethods } from './posts.ts';

const eventAnswer = { description: 'The event.', body: schemas.Event };

export const eventRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['POST'],
    path: '/events',
    name: 'createEvent',
    summary: 'Creates an event.',
    reads: byTable(eventCreation),
    answers: { 201: eventAnswer },
    handle: create,
  }),
  route({
    methods: ['GET'],
    path: '/events/:id',
    name: 'getEvent',
    summary: 'Returns an event.',
    reads: byTable(eventReading),
    answers: { 200: eventAnswer },
    handle: read,
  }),
  route({
    methods: updateMethods,
    path: '/events/:id',
    name: 'updateEvent',
    summary: 'Updates an event.',
    reads: byTable(eventUpdate),
    answers: { 200: eventAnswer },
    handle: update,
  }),
  route({
    methods: ['DELETE'],
    path: '/events/:id',
    name: 'trashEvent',
    summary: 'Moves an event to the trash.',
    reads: byTable(eventReading),
    answers: { 200: eventAnswer },
    handle: trash,
  }),
  route({
    methods: ['GET'],
    path: '/events/by-slug/:slug',
    name: 'getEventBySlug',
    summary: 'Returns an event.',
    answers: { 200: eventAnswer },
    handle: read,
  }),
  route({
    methods: updateMethods,
    path: '/events/by-slug/:slug',
    name: 'updateEventBySlug',
    summary: 'Updates an event.',
    reads: byTable(eventUpdateBySlug),
    answers: { 200: eventAnswer },
    handle: update,
  }),
  route({
    methods: ['DELETE'],
    path: '/events/by-slug/:slug',
    name: 'trashEventBySlug',
    summary: 'Moves an event to the trash.',
    answers: { 200: eventAnswer },
    handle: trash,
  }),
];

function create(
  context: CalendarRouteContext,
  { values }: TableInput<typeof eventCreation>,
): RouteAnswer {
  const fields = eventFields(values);
  return execute(
    context,
    ({ caller, site }) => ({ type: 'CreateEvent', caller, site, fields }),
    (states, events) => printed(context, 201, states, events),
  );
}

function update(
  context: CalendarRouteContext,
  { values, params }: TableInput<typeof eventUpdateBySlug>,
): RouteAnswer {
  const event = nameIn(params);
  const fields = eventFields(values);
  return execute(
    context,
    (origin) => ({ type: 'UpdateEvent', ...origin, event, fields }),
    (states, events) => printed(context, 200, states, events),
  );
}

function trash(context: CalendarRouteContext, { params }: PathInput): RouteAnswer {
  const post = nameIn(params);
  return execute(
    context,
    (origin) => ({ type: 'TrashPost', ...origin, kind: 'event', post }),
    (states, events) => printed(context, 200, states, events),
  );
}

function read(
  context: CalendarRouteContext,
  { values, params }: PathInput & Partial<TableInput<typeof eventReading>>,
): RouteAnswer {
  const name = nameIn(params);
  const fingerprint = sentFingerprint(context.request, values?.password);
  return queryInPieces(
    context,
    ({ calendar: state }) =>
      calendar.eventOf(state, name, context.caller, fingerprint, costSiteOf(context)),
    function* (event) {
      const { sent } = context;
      if (selectionIn(sent) === true) return answer(200, yield* printRead(event, context));
      return yield* answerLong(context, 200, yield* withJsonLd(event, context));
    },
  );
}

const withJsonLd = (event: calendar.EventView, printing: Printing) =>
  printEvent(event, printing, eventJsonLd(event, printing));

const printRead = cachePrinted(withJsonLd);

/** The created or updated event, unlocked: its author needs no password. */
function* printed(
  context: CalendarRouteContext,
  status: 200 | 201,
  { calendar: state }: States,
  events: readonly Event[],
): InPieces<HttpResponse> {
  const event = yield* calendar.eventById(state, lastPostId(events), costSiteOf(context));
  if (event === undefined) return answer(status, '{}');
  return yield* answerLong(context, status, yield* printEvent(event, context));
}
