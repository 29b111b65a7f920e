// The lists: of events, venues, organizers, categories and tags, in pages with links to the next and the previous one.

import { calendar, type Result, type States } from '../../../../core/index.ts';
import { route, type AnswerForm, type Call, type CalendarRoute } from '../call.ts';
import { collection, filtersOf } from '../collection.ts';
import { costSiteOf, look, type Answer } from '../exchange.ts';
import { eventList } from '../parameters/events.ts';
import { organizerList } from '../parameters/organizers.ts';
import type { Table, Values } from '../parameters/table.ts';
import { categoryList, tagList } from '../parameters/terms.ts';
import { venueList } from '../parameters/venues.ts';
import { sentFingerprint } from '../password.ts';
import { feed, isFeedWanted } from './feed.ts';
import { printEvent } from '../wire/event.ts';
import { printOrganizer, printVenue } from '../wire/linked.ts';
import { eventQuery, linkedQuery, termQuery } from '../wire/queries.ts';
import { printTerm } from '../wire/term.ts';

/** The page that any list was asked for. */
type Paged = { readonly page: number; readonly per_page: number };

/** What tells one list from another. */
interface List<P extends Table, Item> {
  readonly key: string;
  readonly schema: string;
  readonly parameters: P;
  readonly view: (
    call: Call,
    state: States['calendar'],
    values: Values<P>,
    nowMs: number,
  ) => Result<Listed<Item>, calendar.CalendarRejection>;
  /** An item as JSON. */
  readonly print: (item: Item, call: Call) => string;
  /** What is answered instead, if the client wants the list in another form. */
  readonly otherForm?: (call: Call, values: Values<P>) => Answer | undefined;
}

/** A page, and how links are to say what it went by where that differs from what was sent. */
interface Listed<Item> extends calendar.ListView<Item> {
  readonly effective?: Readonly<Record<string, string>>;
}

export const listRoutes: readonly CalendarRoute[] = [
  listRoute({
    key: 'events',
    schema: 'Event',
    parameters: eventList,
    view: (call, state, values, nowMs) =>
      calendar.eventListView(
        state,
        eventQueryOf(call, values),
        call.caller,
        eventListSite(call),
        nowMs,
      ),
    print: (event, call) => printEvent(event, call),
    otherForm: (call, values) =>
      isFeedWanted(call) ? feed(call, eventQueryOf(call, values), eventListSite(call)) : undefined,
  }),
  listRoute({
    key: 'venues',
    schema: 'Venue',
    parameters: venueList,
    view: ({ caller }, state, values, nowMs) =>
      calendar.venueListView(state, linkedQuery(values), caller, nowMs),
    print: (venue, { links }) => printVenue(venue, links),
  }),
  listRoute({
    key: 'organizers',
    schema: 'Organizer',
    parameters: organizerList,
    view: ({ caller }, state, values, nowMs) =>
      calendar.organizerListView(state, linkedQuery(values), caller, nowMs),
    print: (organizer, { links }) => printOrganizer(organizer, links),
  }),
  listRoute({
    key: 'categories',
    schema: 'Term',
    parameters: categoryList,
    view: (_call, state, values) => calendar.termListView(state, 'category', termQuery(values)),
    print: printTerm,
  }),
  listRoute({
    key: 'tags',
    schema: 'Term',
    parameters: tagList,
    view: (_call, state, values) => calendar.termListView(state, 'tag', termQuery(values)),
    print: printTerm,
  }),
];

function listRoute<P extends Table, Item>(list: List<P, Item>): CalendarRoute {
  const { key, schema, parameters } = list;
  const shown: AnswerForm = { description: `A page of ${key}.`, list: { key, schema } };
  return route({
    methods: ['GET'],
    path: `/${key}`,
    summary: `Lists ${key}.`,
    parameters,
    answers: { 200: shown },
    handle: (call, values) => list.otherForm?.(call, values) ?? answerWith(list, call, values),
  });
}

function answerWith<P extends Table, Item>(
  { key, parameters, view, print }: List<P, Item>,
  call: Call,
  values: Values<P>,
): Answer {
  const { page, per_page: perPage } = values as unknown as Paged;
  return look(
    call,
    ({ calendar: state }, nowMs) => view(call, state, values, nowMs),
    ({ items, total, effective }) =>
      collection({
        key,
        items: items.map((item) => print(item, call)),
        total,
        page,
        perPage,
        filters: filtersOf(parameters, { ...values, ...effective }, call.site),
        links: call.links,
      }),
  );
}

function eventQueryOf(call: Call, values: Values<typeof eventList>): calendar.EventListQuery {
  const passwordFingerprint = sentFingerprint(call.request, values.password);
  return { ...eventQuery(values), passwordFingerprint };
}

export function eventListSite(call: Call): calendar.EventListSite {
  const { zone, extensions, geolocationMiles } = call.site;
  return {
    zone,
    cost: costSiteOf(call),
    hasGeolocation: extensions.geolocation,
    hasTickets: extensions.tickets,
    nearMiles: geolocationMiles,
  };
}
