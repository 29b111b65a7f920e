// What an operator does to the calendar of a world: he gives posts what the calendar API cannot set (design section 5).

import type { z } from 'zod';
import { calendar, type States } from '../../../../core/index.ts';
import { calendarConfigOf } from '../config.ts';
import { linksBelow } from '../links.ts';
import { sentFingerprint } from '../password.ts';
import type { Printing } from '../wire/addresses.ts';
import { printEvent } from '../wire/event.ts';
import { printOrganizer, printVenue } from '../wire/linked.ts';
import { costSiteOf } from '../handlers.ts';
import { json, type HttpResponse } from '../../../http/messages.ts';
import { bySchemas } from '../../../http/routes/schema-reader.ts';
import type { Params } from '../../../http/routes/route.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
import {
  eventAnswer,
  eventEquipment,
  organizerAnswer,
  organizerEquipment,
  venueAnswer,
  venueEquipment,
} from './wire.ts';

export const calendarRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/events/:id',
    name: 'setEventFields',
    summary:
      'Set what the calendar API cannot set of an event: password, geodata, tickets, parent.',
    reads: bySchemas({ body: eventEquipment }),
    answers: { 200: { description: 'The event as it is now.', body: eventAnswer } },
    handle: (call, { params, body }) => equipEvent(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/venues/:id',
    name: 'setVenueFields',
    summary: 'Set what the calendar API cannot set of a venue: password, geodata.',
    reads: bySchemas({ body: venueEquipment }),
    answers: { 200: { description: 'The venue as it is now.', body: venueAnswer } },
    handle: (call, { params, body }) => equipVenue(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/organizers/:id',
    name: 'setOrganizerFields',
    summary: 'Set what the calendar API cannot set of an organizer: a password.',
    reads: bySchemas({ body: organizerEquipment }),
    answers: { 200: { description: 'The organizer as it is now.', body: organizerAnswer } },
    handle: (call, { params, body }) => equipOrganizer(call, params, body),
  }),
];

function equipEvent(
  call: ControlCall,
  params: Params,
  { password, geodata, ticketed, parent }: z.infer<typeof eventEquipment>,
): Promise<HttpResponse> {
  const id = idIn(params, 'event');
  const command: calendar.SetOperatorFields = {
    type: 'SetOperatorFields',
    kind: 'event',
    id,
    ...equipment(call, password),
    ...(geodata === undefined ? {} : { place: geodata }),
    ...(ticketed === undefined ? {} : { isTicketed: ticketed }),
    ...(parent === undefined ? {} : { parentId: parent }),
  };
  return send(call, params, command, (state, printing) => {
    const event = state.events.get(String(id));
    if (event === undefined) return {};
    const { passwordFingerprint, venueId, isTicketed, parentId } = event;
    const view = calendar.eventView(state, event, costSiteOf(printing), passwordFingerprint);
    return {
      event: JSON.parse(printEvent(view, printing)) as object,
      protected: passwordFingerprint !== null,
      geodata: state.venues.get(String(venueId))?.place ?? null,
      ticketed: isTicketed,
      parent: parentId,
    };
  });
}

function equipVenue(
  call: ControlCall,
  params: Params,
  { password, geodata }: z.infer<typeof venueEquipment>,
): Promise<HttpResponse> {
  const id = idIn(params, 'venue');
  const place = geodata === undefined ? {} : { place: geodata };
  const command = { type: 'SetOperatorFields', kind: 'venue', id, ...place } as const;
  return send(call, params, { ...command, ...equipment(call, password) }, (state, printing) => {
    const venue = state.venues.get(String(id));
    if (venue === undefined) return {};
    return {
      venue: JSON.parse(printVenue(calendar.venueView(state, venue), printing)) as object,
      protected: venue.passwordFingerprint !== null,
      geodata: venue.place,
    };
  });
}

function equipOrganizer(
  call: ControlCall,
  params: Params,
  { password }: z.infer<typeof organizerEquipment>,
): Promise<HttpResponse> {
  const id = idIn(params, 'organizer');
  const command = { type: 'SetOperatorFields', kind: 'organizer', id } as const;
  return send(call, params, { ...command, ...equipment(call, password) }, (state, printing) => {
    const organizer = state.organizers.get(String(id));
    if (organizer === undefined) return {};
    return {
      organizer: JSON.parse(
        printOrganizer(calendar.organizerView(state, organizer), printing),
      ) as object,
      protected: organizer.passwordFingerprint !== null,
    };
  });
}

/** A password that is sent becomes a fact of the request; null takes it away. */
function equipment({ request }: ControlCall, password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordFingerprint: sentFingerprint(request, password) };
}

/** Sends a command and answers with what is to be seen right behind it. */
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
