// Routes of the site outside the API, to which responses link: the index of all namespaces, HTML pages of records, images,
// and terms below `wp/v2`.

import { calendar } from '../../../../core/index.ts';
import type { RouteAnswer } from '../../../protocol/routes/route.ts';
import type { HttpResponse } from '../../../protocol/messages.ts';
import {
  idIn,
  route,
  slugIn,
  type CalendarRouteContext,
  type CalendarRoute,
} from '../route-context.ts';
import { noRoute } from '../errors.ts';
import { answer, jsonHeaders } from '../handlers.ts';
import { looseNumber } from '../parameters/kinds.ts';
import { optional } from '../parameters/table.ts';
import { byTable } from '../parameters/table-reader.ts';
import { coreCollectionOf } from '../wire/addresses.ts';
import { printCoreTerm } from '../wire/core-term.ts';
import { printHome, printMissingPage, printRecordPage } from '../wire/page.ts';
import { printTitle } from '../wire/title.ts';
import { placeholder } from '../wire/placeholder.ts';
import { coreIndexAnswer, siteIndexAnswer } from './descriptions.ts';

/** Paths are relative to the root of the site. */
export const siteRoutes: readonly CalendarRoute[] = [
  route({
    methods: ['GET'],
    path: '',
    name: 'getPage',
    summary: 'Returns the front page, or the page of a post by id.',
    reads: byTable({ p: optional(looseNumber, 'The id of a post') }),
    answers: { 200: { description: 'A page.' } },
    handle: (context, { values: { p: id } }) =>
      id === undefined ? printHome(context.links) : showPage(context, { id }),
  }),
  route({
    methods: ['GET'],
    path: '/wp-json',
    name: 'getSiteIndex',
    summary: 'Lists the namespaces of the site and their routes.',
    answers: { 200: { description: 'The index.' } },
    handle: siteIndexAnswer,
  }),
  route({
    methods: ['GET'],
    path: '/wp-json/wp/v2',
    name: 'getCoreIndex',
    summary: 'Lists the routes of `wp/v2`.',
    answers: { 200: { description: 'The index.' } },
    handle: coreIndexAnswer,
  }),
  route({
    methods: ['GET'],
    path: '/wp-json/wp/v2/:slug/:id',
    name: 'getCoreTerm',
    summary: 'Returns a term.',
    answers: { 200: { description: 'The term.' } },
    handle: (context, { params }) => showCoreTerm(context, slugIn(params), idIn(params)),
  }),
  route({
    methods: ['GET'],
    path: '/wp-content/uploads/:slug',
    name: 'getImage',
    summary: 'Returns the file of an image.',
    answers: { 200: { description: 'A placeholder with the dimensions of the image.' } },
    handle: (context, { params }) => readImage(context, slugIn(params)),
  }),
  ...calendar.postKinds.map((kind) =>
    pageRoute(`${kind}Page`, `/${kind}/:slug`, (slug) => ({ kind, slug })),
  ),
  pageRoute('categoryPage', '/events/category/:path', (path) => ({
    taxonomy: 'category',
    slug: lastOf(path),
  })),
  pageRoute('tagPage', '/tag/:slug', (slug) => ({ taxonomy: 'tag', slug })),
];

function pageRoute(
  name: string,
  path: string,
  nameOf: (slug: string) => calendar.PageName,
): CalendarRoute {
  return route({
    methods: ['GET'],
    path,
    name,
    summary: 'Returns the page of a record.',
    answers: { 200: { description: 'A page.' } },
    handle: (context, { params: { slug = '', path: below = slug } }) =>
      showPage(context, nameOf(below)),
  });
}

function showPage(
  { world, site, caller, links }: CalendarRouteContext,
  name: calendar.PageName,
): RouteAnswer {
  return world.read(({ calendar: state }) => {
    const view = calendar.pageView(state, name, caller);
    if (view === undefined) return printMissingPage(links);
    return printRecordPage({ ...view, title: printTitle(view.title, site) }, links);
  });
}

function readImage({ world, links }: CalendarRouteContext, fileName: string): RouteAnswer {
  return world.read(({ calendar: state }) => {
    const image = calendar.imageFileView(state, fileName);
    return image === undefined ? printMissingPage(links) : printImageFile(image);
  });
}

function printImageFile(image: calendar.ImageFileView): HttpResponse {
  return { status: 200, headers: { 'Content-Type': 'image/png' }, bytes: placeholder(image) };
}

function showCoreTerm(context: CalendarRouteContext, collection: string, id: number): RouteAnswer {
  const { world, site } = context;
  const taxonomy = calendar.taxonomies.find((one) => coreCollectionOf(one, site) === collection);
  return world.read(({ calendar: state }) => {
    const term = taxonomy && calendar.termView(state, taxonomy, id);
    return term === undefined
      ? noRoute()
      : answer(200, JSON.stringify(printCoreTerm(term, context)), jsonHeaders);
  });
}

/** The last slug of a category's path, which begins with those of its ancestors. */
function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
