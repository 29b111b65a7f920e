// The lists: of events, venues, organizers, categories and tags, in pages with links to the next and the previous one.

import { calendar, type Result, type States } from '../../../../core/index.ts';
import type { HttpResponse } from '../../../http/messages.ts';
import { route, type AnswerForm, type Call, type CalendarRoute } from '../call.ts';
import { collection, filtersOf, printedItems, refusedLinks } from '../collection.ts';
import { costSiteOf, isLongPage, lookAtPage, type Answer } from '../exchange.ts';
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
  /** The longest that `effective` may say instead of what was sent. */
  readonly effectiveMost?: (values: Values<P>) => Readonly<Record<string, string>>;
  /** What is answered instead, if the client wants the list in another form. */
  readonly otherForm?: (call: Call, values: Values<P>) => Answer | undefined;
}

/** A page, and how links are to say what it went by where that differs from what was sent. */
interface Listed<Item> extends calendar.ListPage<Item> {
  readonly effective?: Readonly<Record<string, string>>;
}

export const listRoutes: readonly CalendarRoute[] = [
  listRoute({
    key: 'events',
    schema: 'Event',
    parameters: eventList,
    view: (call, state, values, nowMs) =>
      calendar.eventListPage(
        state,
        eventQueryOf(call, values),
        call.caller,
        eventListSite(call),
        nowMs,
      ),
    print: (event, call) => printEvent(event, call),
    effectiveMost: (values) => ({
      ...Object.fromEntries(
        calendar.boundNames.filter(isUsualIn(values)).map((name) => [name, longestDate]),
      ),
      ...(values.status === undefined ? { status: 'publish' } : {}),
    }),
    otherForm: (call, values) =>
      isFeedWanted(call) ? feed(call, eventQueryOf(call, values), eventListSite(call)) : undefined,
  }),
  listRoute({
    key: 'venues',
    schema: 'Venue',
    parameters: venueList,
    view: ({ caller }, state, values, nowMs) =>
      calendar.venueListPage(state, linkedQuery(values), caller, nowMs),
    print: printVenue,
  }),
  listRoute({
    key: 'organizers',
    schema: 'Organizer',
    parameters: organizerList,
    view: ({ caller }, state, values, nowMs) =>
      calendar.organizerListPage(state, linkedQuery(values), caller, nowMs),
    print: printOrganizer,
  }),
  listRoute({
    key: 'categories',
    schema: 'Term',
    parameters: categoryList,
    view: (_call, state, values) => termPage(state, 'category', termQuery(values)),
    print: printTerm,
  }),
  listRoute({
    key: 'tags',
    schema: 'Term',
    parameters: tagList,
    view: (_call, state, values) => termPage(state, 'tag', termQuery(values)),
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
  { key, parameters, view, print, effectiveMost }: List<P, Item>,
  call: Call,
  values: Values<P>,
): Answer | HttpResponse {
  const { page, per_page: perPage } = values as unknown as Paged;
  const longest = { ...values, ...effectiveMost?.(values) };
  const refused = refusedLinks(key, filtersOf(parameters, longest, call.site), call.links);
  if (refused !== undefined) return refused;
  return lookAtPage(
    call,
    ({ calendar: state }, nowMs) => view(call, state, values, nowMs),
    isLongPage(perPage),
    function* printPage({ items, total, effective }) {
      const printed = yield* printedItems(items, (item) => print(item, call));
      if ('status' in printed) return printed;
      return collection({
        key,
        items: printed,
        total,
        page,
        perPage,
        filters: filtersOf(parameters, { ...values, ...effective }, call.site),
        links: call.links,
      });
    },
  );
}

/** Terms are small: those of a page are shown at once. */
function termPage(
  ...asked: Parameters<typeof calendar.termListView>
): Result<Listed<calendar.TermView>, calendar.CalendarRejection> {
  const listed = calendar.termListView(...asked);
  if (!listed.ok) return listed;
  const { items, total } = listed.value;
  return { ok: true, value: { items: items.map((item) => () => item), total } };
}

/** A date as links say it. */
const longestDate = '0000-00-00 00:00:00';

/** Of the bounds of events those that were sent, and the two that are usual. */
function isUsualIn(values: Values<typeof eventList>) {
  return (name: keyof typeof values) =>
    values[name] !== undefined || name === 'start_date' || name === 'end_date';
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
