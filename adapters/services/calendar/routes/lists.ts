// The lists of events, venues, organizers, categories and tags.

import type { z } from 'zod';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import {
  calendar,
  inOnePiece,
  type InPieces,
  type Result,
  type States,
} from '../../../../core/index.ts';
import { route, type CalendarRouteContext, type CalendarRoute } from '../route-context.ts';
import { selectionIn, selectionOf } from '../field-filter.ts';
import { collection, filtersOf, printedItems, refusedLinks } from '../collection.ts';
import { costSiteOf, queryInPieces } from '../handlers.ts';
import { eventList } from '../parameters/events.ts';
import { organizerList } from '../parameters/organizers.ts';
import type { ParameterTable, ParameterValues } from '../parameters/table.ts';
import { byTable } from '../parameters/table-reader.ts';
import { categoryList, tagList } from '../parameters/terms.ts';
import { venueList } from '../parameters/venues.ts';
import { sentFingerprint } from '../password.ts';
import { feed, isFeedWanted } from './feed.ts';
import { printEvent } from '../wire/event.ts';
import { printOrganizer, printVenue } from '../wire/venue-or-organizer.ts';
import { cachePrinted } from '../wire/print-cache.ts';
import { eventQuery, venueOrOrganizerQuery, termQuery } from '../wire/queries.ts';
import { listSchema, schemas } from '../wire/schemas.ts';
import { printTerm } from '../wire/term.ts';

/** The page parameters that all lists have. */
type Paged = { readonly page: number; readonly per_page: number };

/** The differences between the lists. */
interface List<P extends ParameterTable, Item> {
  readonly key: string;
  /** Of the operation. */
  readonly name: string;
  readonly schema: z.ZodType;
  readonly parameters: P;
  /** Of lists with a full-text search. */
  readonly indexTexts?: (state: States['calendar']) => InPieces<void>;
  readonly view: (
    context: CalendarRouteContext,
    state: States['calendar'],
    values: ParameterValues<P>,
    nowMs: number,
  ) => Result<Listed<Item>, calendar.CalendarRejection>;
  /** Prints an item as JSON. */
  readonly print: (item: Item, context: CalendarRouteContext) => InPieces<string>;
  /** The longest values that `effective` may have, to check the length of links in advance. */
  readonly longestEffective?: (values: ParameterValues<P>) => Readonly<Record<string, string>>;
  /** The response in another format, if the request asks for one. */
  readonly otherFormat?: (
    context: CalendarRouteContext,
    values: ParameterValues<P>,
  ) => RouteAnswer | undefined;
}

/** A page, and the effective filters that links repeat in place of the sent ones. */
interface Listed<Item> extends calendar.ListPage<Item> {
  readonly effective?: Readonly<Record<string, string>>;
}

export const listRoutes: readonly CalendarRoute[] = [
  listRoute({
    key: 'events',
    name: 'listEvents',
    schema: schemas.Event,
    parameters: eventList,
    indexTexts: ({ events }) => events.indexTexts(),
    view: (context, state, values, nowMs) =>
      calendar.eventListPage(
        state,
        eventQueryOf(context, values),
        context.caller,
        eventListSite(context),
        nowMs,
      ),
    print: cachePrinted(printEvent),
    longestEffective: (values) => ({
      ...Object.fromEntries(
        calendar.boundNames.filter(isEffectiveIn(values)).map((name) => [name, longestDate]),
      ),
      ...(values.status === undefined ? { status: 'publish' } : {}),
    }),
    otherFormat: (context, values) =>
      isFeedWanted(context)
        ? feed(context, eventQueryOf(context, values), eventListSite(context))
        : undefined,
  }),
  listRoute({
    key: 'venues',
    name: 'listVenues',
    schema: schemas.Venue,
    parameters: venueList,
    indexTexts: ({ venues }) => venues.indexTexts(),
    view: ({ caller }, state, values, nowMs) =>
      calendar.venueListPage(state, venueOrOrganizerQuery(values), caller, nowMs),
    print: cachePrinted(inOnePiece(printVenue)),
  }),
  listRoute({
    key: 'organizers',
    name: 'listOrganizers',
    schema: schemas.Organizer,
    parameters: organizerList,
    indexTexts: ({ organizers }) => organizers.indexTexts(),
    view: ({ caller }, state, values, nowMs) =>
      calendar.organizerListPage(state, venueOrOrganizerQuery(values), caller, nowMs),
    print: cachePrinted(inOnePiece(printOrganizer)),
  }),
  listRoute({
    key: 'categories',
    name: 'listCategories',
    schema: schemas.Term,
    parameters: categoryList,
    view: (_context, state, values) => termPage(state, 'category', termQuery(values)),
    print: cachePrinted(inOnePiece(printTerm)),
  }),
  listRoute({
    key: 'tags',
    name: 'listTags',
    schema: schemas.Term,
    parameters: tagList,
    view: (_context, state, values) => termPage(state, 'tag', termQuery(values)),
    print: cachePrinted(inOnePiece(printTerm)),
  }),
];

function listRoute<P extends ParameterTable, Item>(list: List<P, Item>): CalendarRoute {
  const { key, name, schema, parameters } = list;
  const page = { description: `A page of ${key}.`, body: listSchema(key, schema) };
  return route({
    methods: ['GET'],
    path: `/${key}`,
    name,
    summary: `Lists ${key}.`,
    tag: key,
    reads: byTable(parameters),
    answers: { 200: page },
    handle: (context, { values }) =>
      list.otherFormat?.(context, values) ?? answerPage(list, context, values),
  });
}

function answerPage<P extends ParameterTable, Item>(
  { key, parameters, indexTexts, view, print, longestEffective }: List<P, Item>,
  context: CalendarRouteContext,
  values: ParameterValues<P>,
): RouteAnswer {
  const { page, per_page: perPage } = values as unknown as Paged;
  const longest = { ...values, ...longestEffective?.(values) };
  const refused = refusedLinks(key, filtersOf(parameters, longest, context.site), context.links);
  if (refused !== undefined) return refused;
  return queryInPieces(
    context,
    function* ({ calendar: state }, nowMs) {
      if (indexTexts !== undefined && 'search' in values) yield* indexTexts(state);
      return view(context, state, values, nowMs);
    },
    function* printPage({ items, total, effective }) {
      const selection = selectionIn(context.sent);
      const ofItems = selectionOf(selection, key);
      const printed = yield* printedItems(
        ofItems === undefined ? [] : items,
        (item) => print(item, context),
        { selection: ofItems ?? true },
      );
      if ('status' in printed) return printed;
      return collection({
        key,
        items: printed,
        selection,
        total,
        page,
        perPage,
        filters: filtersOf(parameters, { ...values, ...effective }, context.site),
        links: context.links,
      });
    },
  );
}

/** Terms are small: a page of them is rendered at once. */
function termPage(
  ...query: Parameters<typeof calendar.termListView>
): Result<Listed<calendar.TermView>, calendar.CalendarRejection> {
  const listed = calendar.termListView(...query);
  if (!listed.ok) return listed;
  const { items, total } = listed.value;
  return { ok: true, value: { items: items.map((item) => inOnePiece(() => item)), total } };
}

/** A date of the length of dates in links. */
const longestDate = '0000-00-00 00:00:00';

/** Whether a bound may be effective: it was sent, or has a default. */
function isEffectiveIn(values: ParameterValues<typeof eventList>) {
  return (name: keyof typeof values) =>
    values[name] !== undefined || name === 'start_date' || name === 'end_date';
}

function eventQueryOf(
  context: CalendarRouteContext,
  values: ParameterValues<typeof eventList>,
): calendar.EventListQuery {
  const passwordFingerprint = sentFingerprint(context.request, values.password);
  return { ...eventQuery(values), passwordFingerprint };
}

export function eventListSite(context: CalendarRouteContext): calendar.EventListSite {
  const { zone, extensions, geolocationMiles } = context.site;
  return {
    zone,
    cost: costSiteOf(context),
    hasGeolocation: extensions.geolocation,
    hasTickets: extensions.tickets,
    nearMiles: geolocationMiles,
  };
}
