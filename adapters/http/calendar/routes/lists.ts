// The lists: of events, venues, organizers, categories and tags, in pages with links to the next and the previous one.

import { calendar } from '../../../../core/index.ts';
import { route, type Call, type CalendarRoute } from '../call.ts';
import { collection, filtersOf } from '../collection.ts';
import { costSiteOf, look, type Answer } from '../exchange.ts';
import { eventList } from '../parameters/events.ts';
import type { Values } from '../parameters/table.ts';
import { feed, isFeedWanted } from './feed.ts';
import { printEvent } from '../wire/event.ts';
import { eventQuery } from '../wire/queries.ts';

export const listRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['GET'],
    path: '/events',
    summary: 'Lists events.',
    parameters: eventList,
    answers: {
      200: { description: 'A page of events.', list: { key: 'events', schema: 'Event' } },
    },
    handle: listEvents,
  }),
];

function listEvents(call: Call, values: Values<typeof eventList>): Answer {
  const query = eventQuery(values);
  const site = eventListSite(call);
  if (isFeedWanted(call)) return feed(call, query, site);
  return look(
    call,
    ({ calendar: state }, nowMs) => calendar.eventListView(state, query, call.caller, site, nowMs),
    ({ items, total, effective }) =>
      collection({
        key: 'events',
        items: items.map((event) => printEvent(event, call)),
        total,
        page: query.page,
        perPage: query.perPage,
        filters: filtersOf(eventList, { ...values, ...effective }, call.site),
        links: call.links,
      }),
  );
}

function eventListSite(call: Call): calendar.EventListSite {
  const { zone, extensions, geolocationMiles } = call.site;
  return {
    zone,
    cost: costSiteOf(call),
    hasGeolocation: extensions.geolocation,
    hasTickets: extensions.tickets,
    nearMiles: geolocationMiles,
  };
}
