// The routes of venues and organizers.

import type { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import {
  calendar,
  inOnePiece,
  type Event,
  type Result,
  type States,
} from '../../../../core/index.ts';
import { route, type CalendarRouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, queryState, execute } from '../handlers.ts';
import { organizerCreation, organizerUpdate } from '../parameters/organizers.ts';
import type { ParameterTable, ParameterValues } from '../parameters/table.ts';
import { byTable } from '../parameters/table-reader.ts';
import { venueCreation, venueUpdate } from '../parameters/venues.ts';
import { organizerFields, venueFields } from '../wire/fields.ts';
import { organizerJsonLd, venueJsonLd } from '../wire/json-ld.ts';
import { printOrganizer, printVenue } from '../wire/venue-or-organizer.ts';
import { schemas } from '../wire/schemas.ts';
import { lastPostId, nameIn, updateMethods } from './posts.ts';

/** The differences between the routes of the two kinds. */
interface Kind<Creation extends ParameterTable, Update extends ParameterTable> {
  readonly kind: 'venue' | 'organizer';
  readonly collection: string;
  readonly schema: z.ZodType;
  readonly creation: Creation;
  readonly update: Update;
  readonly created: (
    origin: calendar.CommandOrigin,
    values: ParameterValues<Creation>,
  ) => calendar.CalendarCommand;
  readonly updated: (
    origin: calendar.CommandOrigin,
    name: calendar.PostName,
    values: ParameterValues<Update>,
  ) => calendar.CalendarCommand;
  readonly read: (
    context: CalendarRouteContext,
    states: States,
    name: calendar.PostName,
  ) => Result<object, calendar.CalendarRejection>;
  readonly printed: (context: CalendarRouteContext, states: States, id: number) => object;
}

export const venueRoutes = routesOf({
  kind: 'venue',
  collection: '/venues',
  schema: schemas.Venue,
  creation: venueCreation,
  update: venueUpdate,
  created: (origin, values) => ({ type: 'CreateVenue', ...origin, fields: venueFields(values) }),
  updated: (origin, venue, values) => ({
    type: 'UpdateVenue',
    ...origin,
    venue,
    fields: venueFields(values),
  }),
  read: (context, { calendar: state }, name) => {
    const found = calendar.venueOf(state, name, context.caller);
    if (!found.ok) return found;
    const jsonLd = venueJsonLd(found.value, context);
    return { ok: true, value: printVenue(found.value, context, jsonLd) };
  },
  printed: (context, { calendar: state }, id) => {
    const venue = calendar.venueById(state, id);
    return venue === undefined ? {} : printVenue(venue, context);
  },
});

export const organizerRoutes = routesOf({
  kind: 'organizer',
  collection: '/organizers',
  schema: schemas.Organizer,
  creation: organizerCreation,
  update: organizerUpdate,
  created: (origin, values) => ({
    type: 'CreateOrganizer',
    ...origin,
    fields: organizerFields(values),
  }),
  updated: (origin, organizer, values) => ({
    type: 'UpdateOrganizer',
    ...origin,
    organizer,
    fields: organizerFields(values),
  }),
  read: (context, { calendar: state }, name) => {
    const found = calendar.organizerOf(state, name, context.caller);
    if (!found.ok) return found;
    const jsonLd = organizerJsonLd(found.value, context);
    return { ok: true, value: printOrganizer(found.value, context, jsonLd) };
  },
  printed: (context, { calendar: state }, id) => {
    const organizer = calendar.organizerById(state, id);
    return organizer === undefined ? {} : printOrganizer(organizer, context);
  },
});

function routesOf<Creation extends ParameterTable, Update extends ParameterTable>(
  kind: Kind<Creation, Update>,
): readonly CalendarRoute[] {
  const aRecord = `${kind.kind === 'venue' ? 'a' : 'an'} ${kind.kind}`;
  const recordAnswer = { description: `The ${kind.kind}.`, body: kind.schema };
  const noun = kind.kind === 'venue' ? 'Venue' : 'Organizer';
  const single = (path: string, suffix = ''): readonly CalendarRoute[] => [
    route({
      methods: ['GET'],
      path,
      name: `get${noun}${suffix}`,
      summary: `Returns ${aRecord}.`,
      answers: { 200: recordAnswer },
      handle: (context, { params }) =>
        queryState(
          context,
          (states) => kind.read(context, states, nameIn(params)),
          (found) => answer(200, JSON.stringify(found)),
        ),
    }),
    route({
      methods: updateMethods,
      path,
      name: `update${noun}${suffix}`,
      summary: `Updates ${aRecord}.`,
      reads: byTable(kind.update),
      answers: { 200: recordAnswer },
      handle: (context, { values, params }) =>
        executeAndPrint(kind, context, 200, (origin) =>
          kind.updated(origin, nameIn(params), values),
        ),
    }),
    route({
      methods: ['DELETE'],
      path,
      name: `trash${noun}${suffix}`,
      summary: `Moves ${aRecord} to the trash.`,
      answers: { 200: recordAnswer },
      handle: (context, { params }) => {
        const post = nameIn(params);
        return executeAndPrint(kind, context, 200, (origin) => {
          return { type: 'TrashPost', ...origin, kind: kind.kind, post };
        });
      },
    }),
  ];
  return [
    route({
      methods: ['POST'],
      path: kind.collection,
      name: `create${noun}`,
      summary: `Creates ${aRecord}.`,
      reads: byTable(kind.creation),
      answers: { 201: recordAnswer },
      handle: (context, { values }) =>
        executeAndPrint(kind, context, 201, (origin) => kind.created(origin, values)),
    }),
    ...single(`${kind.collection}/:id`),
    ...single(`${kind.collection}/by-slug/:slug`, 'BySlug'),
  ];
}

function executeAndPrint(
  { printed }: Pick<Kind<ParameterTable, ParameterTable>, 'printed'>,
  context: CalendarRouteContext,
  status: 200 | 201,
  command: (origin: calendar.CommandOrigin) => calendar.CalendarCommand,
): RouteAnswer {
  return execute(
    context,
    command,
    inOnePiece((states: States, events: readonly Event[]) =>
      answer(status, JSON.stringify(printed(context, states, lastPostId(events)))),
    ),
  );
}
