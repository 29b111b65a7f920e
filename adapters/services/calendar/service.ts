// The calendar service on the wire: where a request goes, who asks, and what every answer carries (reference/calendar.md
// section 1).

import type { World } from '../../../core/index.ts';
import { defaultSite, type CalendarSite } from './config.ts';
import { calendarConfigOf } from './config.ts';
import { recordedFact, type HttpRequest, type HttpResponse, json } from '../../http/messages.ts';
import { createRouter, type Found, type Place } from '../../http/routes/router.ts';
import { handleBy } from '../../http/routes/route.ts';
import type { Service } from '../../http/service.ts';
import { isTransient, withRetryAfter } from '../../http/transient.ts';
import { isRefused, openCaller, verdictOf, type Verdict } from './authorization.ts';
import { sharedHeaders } from './cross-origin.ts';
import { contentType, noRoute, plainFailure, refusedCredentials, unreadable } from './errors.ts';
import { describedPath } from './interface-index.ts';
import { withKeptFields } from './kept-fields.ts';
import { isCalendarPath, linksBelow, neutralNamespace, placeOf, type Links } from './links.ts';
import { methodOf, sentIn } from './parameters.ts';
import { pathShapes, type CalendarRoute, type RouteContext } from './route-context.ts';
import { routes } from './routes.ts';
import { siteRoutes } from './routes/site.ts';

export function createCalendarService(): Service {
  return {
    name: 'calendar',
    isInWorld: true,
    hasPageAt: (path) => findPart(withoutSlash(path)) !== undefined,
    owns: isCalendarPath,
    refuse: (request, status, message) => withSharedHeaders(request, plainFailure(status, message)),
    needsBody: ({ headers }, world) =>
      world !== undefined &&
      !isRefused(verdictOf(headers['authorization'], calendarConfigOf(world))),
    async answer(request, world) {
      if (world === undefined) {
        const message = `There is no world named '${request.worldName.slice(0, 64)}'. Make it with POST /__reprise/worlds`;
        return withSharedHeaders(request, plainFailure(404, message));
      }
      const isFromPage = request.headers['origin'] !== undefined;
      let withCredentials = false;
      try {
        const { corsCredentials } = calendarConfigOf(world);
        // A fact, since it is found when the request comes: settings may change in between.
        withCredentials = isFromPage && recordedFact(request, 'cors', () => corsCredentials, false);
        const matched = matchRequest(request, world);
        if ('status' in matched) return withSharedHeaders(request, matched, { withCredentials });
        const { context, route, there } = matched;
        const answered = withKeptFields(await handleBy(route, context, there.params), context.sent);
        return withSharedHeaders(request, answered, { withCredentials, allow: there.place.allow });
      } catch (error) {
        return withSharedHeaders(request, unreadable(error) ?? errorResponse(error), {
          withCredentials,
        });
      }
    },
  };
}

const find = createRouter(routes, pathShapes);
/** Finds the other parts of a site. */
const findPart = createRouter(siteRoutes, pathShapes);

/** The route of a request, and its context. */
interface MatchedRequest {
  readonly context: RouteContext;
  readonly route: CalendarRoute;
  readonly there: Found<CalendarRoute>;
}

/**
 * What is to be done, or the answer where that is known already. In the order of the original: credentials, the route, the
 * body; its parameters are read by the route itself.
 */
function matchRequest(request: HttpRequest, world: World): MatchedRequest | HttpResponse {
  const config = calendarConfigOf(world);
  // Facts, since they are found when the request comes and not in its turn: settings may change in between.
  const site = recordedFact(request, 'site', () => config.site, defaultSite);
  const judged = (): Verdict => verdictOf(request.headers['authorization'], config);
  const verdict = recordedFact(request, 'caller', judged, openCaller);
  if (isRefused(verdict)) return refusedCredentials(verdict);
  const place = placeOf(request, site.namespaces);
  const part = place === undefined ? partOf(request, site) : undefined;
  const { links } = place ?? part ?? {};
  const there = place === undefined ? part?.there : find(place.path);
  const method = methodOf(request);
  if (method === 'OPTIONS') return options(there?.place, links?.namespace ?? '', site);
  const route = there?.place.on(method);
  if (links === undefined || there === undefined || route === undefined) return noRoute();
  const sent = sentIn(request, method);
  const context = { request, world, site, caller: verdict, links, sent, routes };
  return { context, route, there };
}

/** The part of a site that a path names beside the interface, with links by the name that discovery tells of. */
function partOf(
  { path, baseUrl }: HttpRequest,
  { namespaces }: CalendarSite,
): { readonly there: Found<CalendarRoute>; readonly links: Links } | undefined {
  const there = findPart(withoutSlash(path));
  const links = linksBelow(baseUrl, '/wp-json', namespaces[0] ?? neutralNamespace);
  return there === undefined ? undefined : { there, links };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** What can be done at a path, without doing it. Where there is nothing the original says so with an empty list. */
function options(
  place: Place<CalendarRoute> | undefined,
  namespace: string,
  site: CalendarSite,
): HttpResponse {
  if (place === undefined) return json(200, [], { 'Content-Type': contentType });
  const { path, routes: all, allow } = place;
  return json(200, describedPath(path, all, namespace, site), {
    'Content-Type': contentType,
    Allow: allow,
  });
}

/** The response with the headers of all responses (Allow, CORS); without its body for HEAD. */
function withSharedHeaders(
  request: HttpRequest,
  answered: HttpResponse,
  { withCredentials = false, allow }: SharedHeaderOptions = {},
): HttpResponse {
  const { status, body, bytes } = answered;
  const headers = sharedHeaders(request, withCredentials);
  if (allow !== undefined) headers['Allow'] = allow;
  Object.assign(headers, answered.headers);
  if (request.method === 'HEAD') return { status, headers };
  if (bytes !== undefined) return { status, headers, bytes };
  return body === undefined ? { status, headers } : { status, headers, body };
}

interface SharedHeaderOptions {
  /** Whether a page of another site may send cookies and stored credentials along. */
  readonly withCredentials?: boolean;
  readonly allow?: string;
}

function errorResponse(error: unknown): HttpResponse {
  if (!isTransient(error)) {
    return plainFailure(500, error instanceof Error ? error.message : 'Something went wrong.');
  }
  const reason = error instanceof Error ? error.message : '';
  return withRetryAfter(plainFailure(503, `${reason} Nothing was done; try again.`));
}
