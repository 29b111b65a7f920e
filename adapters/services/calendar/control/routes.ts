// The operator's routes of the calendar: they set fields that the calendar API cannot set (design section 5).

import type { z } from 'zod';
import {
  calendar,
  inOnePiece,
  omitUndefined,
  type InPieces,
  type States,
} from '../../../../core/index.ts';
import { calendarConfigOf } from '../config.ts';
import { linksBelow } from '../links.ts';
import { sentFingerprint } from '../password.ts';
import type { Printing } from '../wire/addresses.ts';
import { printEvent } from '../wire/event.ts';
import { printOrganizer, printVenue } from '../wire/venue-or-organizer.ts';
import { costSiteOf } from '../handlers.ts';
import { noRecord } from '../../../wording.ts';
import { jsonText, type HttpResponse } from '../../../protocol/messages.ts';
import { jsonInPieces } from '../../../protocol/print-json.ts';
import type { Params } from '../../../protocol/routes/route.ts';
import { ControlError, worldOf, type ControlCall } from '../../../contracts/control-call.ts';
import { ParseError } from '../../../protocol/parse.ts';
import { bySchemas, controlRoute, type ControlRoute } from '../../../contracts/control-route.ts';
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
      'Set fields of an event that the calendar API cannot set: password, geodata, tickets, parent.',
    reads: bySchemas({ body: eventOperatorFields }),
    answers: { 200: { description: 'The updated event.', body: eventAnswer } },
    handle: (call, { params, body }) => setEventFields(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/venues/:id',
    name: 'setVenueFields',
    summary: 'Set fields of a venue that the calendar API cannot set: password, geodata.',
    reads: bySchemas({ body: venueOperatorFields }),
    answers: { 200: { description: 'The updated venue.', body: venueAnswer } },
    handle: (call, { params, body }) => setVenueFields(call, params, body),
  }),
  controlRoute({
    methods: ['PATCH'],
    path: '/worlds/:w/calendar/organizers/:id',
    name: 'setOrganizerFields',
    summary: 'Set the password of an organizer, which the calendar API cannot set.',
    reads: bySchemas({ body: organizerOperatorFields }),
    answers: { 200: { description: 'The updated organizer.', body: organizerAnswer } },
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
    ...omitUndefined({ place: geodata, isTicketed: ticketed, parentId: parent }),
  };
  return send(call, params, command, function* (state, printing) {
    const view = yield* calendar.operatorEventView(state, id, costSiteOf(printing));
    if (view === undefined) return {};
    return {
      event: yield* printEvent(view.event, printing),
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
  const command: calendar.SetOperatorFields = {
    type: 'SetOperatorFields',
    kind: 'venue',
    id,
    ...omitUndefined({ place: geodata }),
    ...passwordChange(call, password),
  };
  const print: Print = (state, printing) => {
    const view = calendar.operatorVenueView(state, id);
    if (view === undefined) return {};
    return {
      venue: printVenue(view.venue, printing),
      protected: view.hasPassword,
      geodata: view.place,
    };
  };
  return send(call, params, command, inOnePiece(print));
}

function setOrganizerFields(
  call: ControlCall,
  params: Params,
  { password }: z.infer<typeof organizerOperatorFields>,
): Promise<HttpResponse> {
  const id = idIn(params, 'organizer');
  const command: calendar.SetOperatorFields = {
    type: 'SetOperatorFields',
    kind: 'organizer',
    id,
    ...passwordChange(call, password),
  };
  const print: Print = (state, printing) => {
    const view = calendar.operatorOrganizerView(state, id);
    if (view === undefined) return {};
    return { organizer: printOrganizer(view.organizer, printing), protected: view.hasPassword };
  };
  return send(call, params, command, inOnePiece(print));
}

/** A recorded fact, so that a replay needs no password; null removes it. */
function passwordChange({ request }: ControlCall, password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordFingerprint: sentFingerprint(request, password) };
}

type Print = (state: States['calendar'], printing: Printing) => object;

/** Executes a command and prints the updated post. */
async function send(
  call: ControlCall,
  params: Params,
  command: calendar.SetOperatorFields,
  print: (...given: Parameters<Print>) => InPieces<object>,
): Promise<HttpResponse> {
  const world = worldOf(call, params);
  const links = linksBelow(`${call.request.baseUrl}/w/${world.record.name}`);
  const outcome = await world.sendInPieces({
    domain: 'calendar',
    prepare: () => ({ command }),
    *respond(decided, states) {
      if (!decided.ok) return decided;
      const { site } = calendarConfigOf(world);
      const printed = yield* print(states.calendar, { links, site });
      return { ok: true as const, text: yield* jsonInPieces(printed) };
    },
  });
  if (outcome.ok) return jsonText(200, outcome.text);
  // The only rejection of these commands.
  const { problems } = outcome.error as calendar.InvalidParameters;
  if ('id' in problems) throw unknown(params, command.kind);
  throw new ParseError(
    Object.entries(problems).map(([name, message]) => ({
      location: `body.${name}`,
      message,
      value: name === 'parent' && command.kind === 'event' ? command.parentId : undefined,
    })),
  );
}

/** The length limit of ids of events, venues and organizers. */
export const postIdDigitsMax = 15;

function idIn(params: Params, kind: calendar.PostKind): number {
  const { id = '' } = params;
  if (id.length <= postIdDigitsMax && /^\d+$/.test(id)) return Number(id);
  throw unknown(params, kind);
}

function unknown({ w = '', id = '' }: Params, kind: calendar.PostKind): ControlError {
  const message = noRecord(kind, id, w, `state?table=calendar/${kind}s`);
  return new ControlError(404, `${kind}-unknown`, message);
}
