// The routes of events.

import { calendar, type Event, type States } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/routes/route.ts';
import { route, type RouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, costSiteOf, queryState, execute, type Answer } from '../handlers.ts';
import {
  eventCreation,
  eventReading,
  eventUpdate,
  eventUpdateBySlug,
} from '../parameters/events.ts';
import type { Values } from '../parameters/table.ts';
import { sentFingerprint } from '../password.ts';
import { printEvent } from '../wire/event.ts';
import { eventData } from '../wire/linked-data.ts';
import { eventFields } from '../wire/fields.ts';
import { lastPostId, nameIn, updateMethods } from './posts.ts';

const shown = { description: 'The event.', schema: 'Event' };

export const eventRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['POST'],
    path: '/events',
    summary: 'Makes an event.',
    parameters: eventCreation,
    answers: { 201: shown },
    handle: create,
  }),
  route({
    methods: ['GET'],
    path: '/events/:id',
    summary: 'Shows an event.',
    parameters: eventReading,
    answers: { 200: shown },
    handle: read,
  }),
  route({
    methods: updateMethods,
    path: '/events/:id',
    summary: 'Changes an event.',
    parameters: eventUpdate,
    answers: { 200: shown },
    handle: update,
  }),
  route({
    methods: ['DELETE'],
    path: '/events/:id',
    summary: 'Puts an event in the trash.',
    parameters: eventReading,
    answers: { 200: shown },
    handle: trash,
  }),
  route({
    methods: ['GET'],
    path: '/events/by-slug/:slug',
    summary: 'Shows an event.',
    parameters: {},
    answers: { 200: shown },
    handle: read,
  }),
  route({
    methods: updateMethods,
    path: '/events/by-slug/:slug',
    summary: 'Changes an event.',
    parameters: eventUpdateBySlug,
    answers: { 200: shown },
    handle: update,
  }),
  route({
    methods: ['DELETE'],
    path: '/events/by-slug/:slug',
    summary: 'Puts an event in the trash.',
    parameters: {},
    answers: { 200: shown },
    handle: trash,
  }),
];

function create(context: RouteContext, values: Values<typeof eventCreation>): Answer {
  const fields = eventFields(values);
  return execute(
    context,
    ({ caller, site }) => ({ type: 'CreateEvent', caller, site, fields }),
    (states, events) => printed(context, 201, states, events),
  );
}

function update(
  context: RouteContext,
  values: Values<typeof eventUpdateBySlug>,
  params: Params,
): Answer {
  const event = nameIn(params);
  const fields = eventFields(values);
  return execute(
    context,
    (origin) => ({ type: 'UpdateEvent', ...origin, event, fields }),
    (states, events) => printed(context, 200, states, events),
  );
}

function trash(context: RouteContext, _values: object, params: Params): Answer {
  const post = nameIn(params);
  return execute(
    context,
    (origin) => ({ type: 'TrashPost', ...origin, kind: 'event', post }),
    (states, events) => printed(context, 200, states, events),
  );
}

function read(
  context: RouteContext,
  { password }: { readonly password?: string },
  params: Params,
): Answer {
  const name = nameIn(params);
  const fingerprint = sentFingerprint(context.request, password);
  return queryState(
    context,
    ({ calendar: state }) =>
      calendar.eventOf(state, name, context.caller, fingerprint, costSiteOf(context)),
    (event) => answer(200, printEvent(event, context, { json_ld: eventData(event, context) })),
  );
}

/** The event that was made or changed, whole: whoever may do that may see it. */
function printed(
  context: RouteContext,
  status: 200 | 201,
  { calendar: state }: States,
  events: readonly Event[],
): HttpResponse {
  const event = state.events.get(String(lastPostId(events)));
  if (event === undefined) return answer(status, '{}');
  const view = calendar.eventView(state, event, costSiteOf(context), event.passwordFingerprint);
  return answer(status, printEvent(view, context));
}
