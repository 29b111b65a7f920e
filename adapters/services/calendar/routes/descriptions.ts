// The descriptions of the API: indices and an OpenAPI document (reference/calendar.md section 9).

import { calendar } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import { route, type CalendarRouteContext, type CalendarRoute } from '../route-context.ts';
import { answer, queryState } from '../handlers.ts';
import { coreIndex, namespaceIndex, siteIndex } from '../api-index.ts';
import { text } from '../parameters/kinds.ts';
import { linksBelow, neutralNamespace } from '../links.ts';
import { apiDocument } from '../openapi.ts';
import { withDefault, type PageSettings } from '../parameters/table.ts';
import { byTable } from '../parameters/table-reader.ts';
import { coreCollectionOf } from '../wire/addresses.ts';
import { eventListSite } from './lists.ts';

export const descriptionRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['GET'],
    path: '',
    name: 'getIndex',
    summary: 'Lists the routes of the API.',
    reads: byTable({
      namespace: withDefault(text, 'The name of the interface', neutralNamespace),
      context: withDefault(text, 'What the index is for', 'view'),
    }),
    answers: { 200: { description: 'The routes, with their methods and parameters' } },
    handle: (context) => describe(context, namespaceIndex),
  }),
  route({
    methods: ['GET'],
    path: '/doc',
    name: 'getDescription',
    summary: 'Describes the API.',
    answers: { 200: { description: 'An OpenAPI document' } },
    handle: (context) => describe(context, apiDocument),
  }),
];

/** The index at `/wp-json`: the routes of all namespaces of the site (reference/calendar.md "Names"). */
export function siteIndexAnswer(context: CalendarRouteContext): RouteAnswer {
  const { request, site, routes } = context;
  const names = [neutralNamespace, ...site.namespaces.filter((name) => name !== neutralNamespace)];
  const all = names.map((name) => linksBelow(request.baseUrl, '/wp-json', name));
  const { zone } = site;
  const termCollections = termCollectionsOf(context);
  return describe(context, (_routes, _links, settings) =>
    siteIndex(routes, all, settings, { zone, termCollections }),
  );
}

/** The index of `wp/v2`. */
export function coreIndexAnswer(context: CalendarRouteContext): HttpResponse {
  return answer(200, JSON.stringify(coreIndex(context.links.root, termCollectionsOf(context))));
}

function termCollectionsOf({ site }: CalendarRouteContext): readonly string[] {
  return calendar.taxonomies.map((taxonomy) => coreCollectionOf(taxonomy, site));
}

/** Prints a description, with the default window of event lists at this moment. */
function describe(
  context: CalendarRouteContext,
  print: (
    routes: CalendarRouteContext['routes'],
    links: CalendarRouteContext['links'],
    settings: PageSettings,
  ) => object,
): RouteAnswer {
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
        JSON.stringify(print(routes, links, { ...site, defaultWindow: { start_date, end_date } })),
      ),
  );
}
