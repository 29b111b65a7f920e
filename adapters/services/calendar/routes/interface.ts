// What the interface tells of itself (reference/calendar.md section 9).

import { calendar } from '../../../../core/index.ts';
import { route, type RouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, queryState, type Answer } from '../handlers.ts';
import { interfaceIndex, siteIndex } from '../interface-index.ts';
import { text } from '../parameters/kinds.ts';
import { linksBelow, neutralNamespace } from '../links.ts';
import { describedInterface } from '../openapi.ts';
import { withDefault, type PageSettings } from '../parameters/table.ts';
import { byTable } from '../parameters/table-reader.ts';
import { coreCollectionOf } from '../wire/addresses.ts';
import { eventListSite } from './lists.ts';

export const interfaceRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['GET'],
    path: '',
    name: 'getIndex',
    summary: 'The routes of the interface',
    reads: byTable({
      namespace: withDefault(text, 'The name of the interface', neutralNamespace),
      context: withDefault(text, 'What the index is for', 'view'),
    }),
    answers: { 200: { description: 'The routes, with their methods and parameters' } },
    handle: (context) => told(context, interfaceIndex),
  }),
  route({
    methods: ['GET'],
    path: '/doc',
    name: 'getDescription',
    summary: 'The description of the interface',
    answers: { 200: { description: 'An OpenAPI document' } },
    handle: (context) => told(context, describedInterface),
  }),
];

/** The index of all interfaces of the site, below `/wp-json`: each of the names of this one (reference/calendar.md "Names"). */
export function siteIndexAnswer(context: RouteContext): Answer {
  const { request, site, routes } = context;
  const names = [neutralNamespace, ...site.namespaces.filter((name) => name !== neutralNamespace)];
  const all = names.map((name) => linksBelow(request.baseUrl, '/wp-json', name));
  const { zone } = site;
  const termCollections = calendar.taxonomies.map((one) => coreCollectionOf(one, site));
  return told(context, (_routes, _links, settings) =>
    siteIndex(routes, all, settings, { zone, termCollections }),
  );
}

/** With the window of events that is meant at the moment where a client names none. */
function told(
  context: RouteContext,
  tell: (
    routes: RouteContext['routes'],
    links: RouteContext['links'],
    settings: PageSettings,
  ) => object,
): Answer {
  const { routes, links, site } = context;
  return queryState(
    context,
    ({ calendar: state }, nowMs) => {
      const query = { page: 1, perPage: 1 };
      return calendar.eventListView(state, query, 'anonymous', eventListSite(context), nowMs);
    },
    ({ effective: { start_date = '', end_date = '' } }) =>
      answer(
        200,
        JSON.stringify(tell(routes, links, { ...site, usualWindow: { start_date, end_date } })),
      ),
  );
}
