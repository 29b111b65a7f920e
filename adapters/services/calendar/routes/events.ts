// The routes of events.

import { calendar, type Event, type States } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../http/messages.ts';
import type { Params } from '../../../http/router.ts';
import { route, type Call, type CalendarRoute } from '../call.ts';
import { answer, costSiteOf, look, send, type Answer } from '../exchange.ts';
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

function create(call: Call, values: Values<typeof eventCreation>): Answer {
  const fields = eventFields(values);
  return send(
    call,
    ({ caller, site }) => ({ type: 'CreateEvent', caller, site, fields }),
    (states, events) => printed(call, 201, states, events),
  );
}

function update(call: Call, values: Values<typeof eventUpdateBySlug>, params: Params): Answer {
  const event = nameIn(params);
  const fields = eventFields(values);
  return send(
    call,
    (origin) => ({ type: 'UpdateEvent', ...origin, event, fields }),
    (states, events) => printed(call, 200, states, events),
  );
}

function trash(call: Call, _values: object, params: Params): Answer {
  const post = nameIn(params);
  return send(
    call,
    (origin) => ({ type: 'TrashPost', ...origin, kind: 'event', post }),
    (states, events) => printed(call, 200, states, events),
  );
}

function read(call: Call, { password }: { readonly password?: string }, params: Params): Answer {
  const name = nameIn(params);
  const fingerprint = sentFingerprint(call.request, password);
  return look(
    call,
    ({ calendar: state }) =>
      calendar.eventOf(state, name, call.caller, fingerprint, costSiteOf(call)),
    (event) => answer(200, printEvent(event, call, { json_ld: eventData(event, call) })),
  );
}

/** The event that was made or changed, whole: whoever may do that may see it. */
function printed(
  call: Call,
  status: 200 | 201,
  { calendar: state }: States,
  events: readonly Event[],
): HttpResponse {
  const event = state.events.get(String(lastPostId(events)));
  if (event === undefined) return answer(status, '{}');
  const view = calendar.eventView(state, event, costSiteOf(call), event.passwordFingerprint);
  return answer(status, printEvent(view, call));
}
