// The operator's routes of the calendar: they set fields that the calendar API cannot set (design section 5).

import type { z } from 'zod';
import { calendar, type States } from '../../../../core/index.ts';
import { calendarConfigOf } from '../config.ts';
import { linksBelow } from '../links.ts';
import { sentFingerprint } from '../password.ts';
import type { Printing } from '../wire/addresses.ts';
import { printEvent } from '../wire/event.ts';
import { printOrganizer, printVenue } from '../wire/venue-or-organizer.ts';
import { costSiteOf } from '../handlers.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import { bySchemas } from '../../../http/routes/schema-reader.ts';
import type { Params } from '../../../http/routes/route.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import {
  eventAnswer,
  eventOperatorFields,
  organizerAnswer,
  organizerOperatorFields,
  venueAnswer,
  venueOperatorFields,
} from './wire.ts';

export const calendarRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/events/:id',
    name: 'setEventFields',
    summary:
      'Set what the calendar API cannot set of an event: password, geodata, tickets, parent.',
    reads: bySchemas({ body: eventOperatorFields }),
    answers: { 200: { description: 'The event as it is now.', body: eventAnswer } },
    handle: (call, { params, body }) => setEventFields(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/venues/:id',
    name: 'setVenueFields',
    summary: 'Set what the calendar API cannot set of a venue: password, geodata.',
    reads: bySchemas({ body: venueOperatorFields }),
    answers: { 200: { description: 'The venue as it is now.', body: venueAnswer } },
    handle: (call, { params, body }) => setVenueFields(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/organizers/:id',
    name: 'setOrganizerFields',
    summary: 'Set what the calendar API cannot set of an organizer: a password.',
    reads: bySchemas({ body: organizerOperatorFields }),
    answers: { 200: { description: 'The organizer as it is now.', body: organizerAnswer } },
    handle: (call, { params, body }) => setOrganizerFields(call, params, body),
  }),
];

function setEventFields(
  call: ControlCall,
  params: Params,
  { password, geodata, ticketed, parent }: z.infer<typeof eventOperatorFields>,
): Promise<HttpResponse> {
  const id = idIn(params, 'event');
  const command: calendar.SetOperatorFields = {
    type: 'SetOperatorFields',
    kind: 'event',
    id,
    ...passwordChange(call, password),
    ...(geodata === undefined ? {} : { place: geodata }),
    ...(ticketed === undefined ? {} : { isTicketed: ticketed }),
    ...(parent === undefined ? {} : { parentId: parent }),
  };
  return send(call, params, command, (state, printing) => {
    const view = calendar.operatorEventView(state, id, costSiteOf(printing));
    if (view === undefined) return {};
    return {
      event: printEvent(view.event, printing),
      protected: view.hasPassword,
      geodata: view.place,
      ticketed: view.isTicketed,
      parent: view.parentId,
    };
  });
}

function setVenueFields(
  call: ControlCall,
  params: Params,
  { password, geodata }: z.infer<typeof venueOperatorFields>,
): Promise<HttpResponse> {
  const id = idIn(params, 'venue');
  const place = geodata === undefined ? {} : { place: geodata };
  const command = { type: 'SetOperatorFields', kind: 'venue', id, ...place } as const;
  return send(
    call,
    params,
    { ...command, ...passwordChange(call, password) },
    (state, printing) => {
      const view = calendar.operatorVenueView(state, id);
      if (view === undefined) return {};
      return {
        venue: printVenue(view.venue, printing),
        protected: view.hasPassword,
        geodata: view.place,
      };
    },
  );
}

function setOrganizerFields(
  call: ControlCall,
  params: Params,
  { password }: z.infer<typeof organizerOperatorFields>,
): Promise<HttpResponse> {
  const id = idIn(params, 'organizer');
  const command = { type: 'SetOperatorFields', kind: 'organizer', id } as const;
  return send(
    call,
    params,
    { ...command, ...passwordChange(call, password) },
    (state, printing) => {
      const view = calendar.operatorOrganizerView(state, id);
      if (view === undefined) return {};
      return {
        organizer: printOrganizer(view.organizer, printing),
        protected: view.hasPassword,
      };
    },
  );
}

/** A recorded fact, so that a replay needs no password; null removes it. */
function passwordChange({ request }: ControlCall, password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordFingerprint: sentFingerprint(request, password) };
}

/** Sends a command and prints the post as it is afterwards. */
async function send(
  call: ControlCall,
  params: Params,
  command: calendar.SetOperatorFields,
  print: (state: States['calendar'], printing: Printing) => object,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const links = linksBelow(`${call.request.baseUrl}/w/${world.record.name}`);
  const outcome = await world.send({
    domain: 'calendar',
    prepare: () => ({ command }),
    respond: (decided, states) => {
      if (!decided.ok) return decided;
      const { site } = calendarConfigOf(world);
      return { ok: true as const, body: print(states.calendar, { links, site }) };
    },
  });
  if (outcome.ok) return json(200, outcome.body);
  // The only rejection of these commands.
  const { problems } = outcome.error as calendar.InvalidParameters;
  if ('id' in problems) throw unknown(command.kind, String(command.id));
  const all = Object.entries(problems).map(([name, problem]) => `body.${name}: ${problem}`);
  throw new ControlError(400, 'invalid-request', `${all.join('; ')}.`);
}

/** Digits of the id of an event, venue or organizer. */
export const postIdDigitsMax = 15;

function idIn({ id = '' }: Params, kind: calendar.PostKind): number {
  if (id.length <= postIdDigitsMax && /^\d+$/.test(id)) return Number(id);
  throw unknown(kind, id);
}

function unknown(kind: calendar.PostKind, id: string): ControlError {
  return new ControlError(404, `${kind}-unknown`, `There is no ${kind} ${id.slice(0, 64)}.`);
}
