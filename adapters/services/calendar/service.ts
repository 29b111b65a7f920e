// The calendar service: authenticates and routes requests, and adds the headers of all responses (reference/calendar.md
// section 1).

import type { World } from '../../../core/index.ts';
import { calendarConfigOf, defaultSite, type CalendarSite } from './config.ts';
import {
  recordedFact,
  type HttpRequest,
  type HttpResponse,
  json,
  withoutBody,
} from '../../protocol/messages.ts';
import { createRouter, type PathMatch, type RoutedPath } from '../../protocol/routes/router.ts';
import { handleBy } from '../../protocol/routes/route.ts';
import { unknownWorldMessage, type Service } from '../../protocol/service.ts';
import { isTransient, retryMessage, transientFailure } from '../../protocol/transient.ts';
import { messageOf } from '../../wording.ts';
import { namesOf, unknownMembersRule, withWarning } from '../unknown-members.ts';
import { isRefused, openCaller, verdictOf, type CallerVerdict } from './authorization.ts';
import { sharedHeaders } from './cross-origin.ts';
import {
  contentType,
  noRoute,
  plainFailure,
  refusedCredentials,
  parseErrorResponse,
} from './errors.ts';
import { describePath } from './api-index.ts';
import { selectFields } from './field-filter.ts';
import { apiPathOf, isCalendarPath, linksBelow, neutralNamespace, type Links } from './links.ts';
import { effectiveMethod, readSentFields } from './parameters.ts';
import { ParameterError } from './parameters/read.ts';
import { unknownFields } from './parameters/table-reader.ts';
import { pathShapes, type CalendarRoute, type CalendarRouteContext } from './route-context.ts';
import { routeNameOf, routeNames, type FoundPath } from './route-names.ts';
import { routes } from './routes.ts';
import { siteRoutes } from './routes/site.ts';

export function createCalendarService(): Service {
  return {
    name: 'calendar',
    isInWorld: true,
    hasPageAt: (path) => findOnSite(withoutSlash(path)) !== undefined,
    owns: isCalendarPath,
    refuse: (request, status, message, _world, code) =>
      withSharedHeaders(request, plainFailure(status, message, code)),
    needsBody: ({ headers }, world) =>
      world !== undefined &&
      !isRefused(verdictOf(headers['authorization'], calendarConfigOf(world))),
    routeOf: (request, world) =>
      routeNameOf(find({ ...request, baseUrl: '' }, siteOf(world).namespaces), request),
    routeNames: (world) => routeNames(siteOf(world)),
    async answer(request, world) {
      if (world === undefined) {
        return withSharedHeaders(request, plainFailure(404, unknownWorldMessage(request)));
      }
      const isFromPage = request.headers['origin'] !== undefined;
      let withCredentials = false;
      try {
        const { corsCredentials } = calendarConfigOf(world);
        // A recorded fact: settings may change before the response.
        withCredentials = isFromPage && recordedFact(request, 'cors', () => corsCredentials, false);
        const matched = matchRequest(request, world);
        if ('status' in matched) return withSharedHeaders(request, matched, { withCredentials });
        const { context, route, found } = matched;
        const rule = unknownMembersRule(request, world);
        const unknown = rule === undefined ? [] : unknownIn(route, context);
        if (rule === 'refuse' && unknown.length > 0) throw unknownParameters(unknown);
        const answered = await handleBy(route, context, found.params);
        const response = withWarning(selectFields(answered, context.sent), unknown);
        return withSharedHeaders(request, response, {
          withCredentials,
          allow: found.routedPath.allow,
        });
      } catch (error) {
        return withSharedHeaders(request, parseErrorResponse(error) ?? errorResponse(error), {
          withCredentials,
        });
      }
    },
  };
}

function unknownIn({ reads }: CalendarRoute, context: CalendarRouteContext): readonly string[] {
  return namesOf(reads?.unknown?.(context) ?? unknownFields(context.sent, {}));
}

function unknownParameters(names: readonly string[]): ParameterError {
  const reasons = Object.fromEntries(names.map((name) => [name, 'Unknown parameter.']));
  return new ParameterError({ kind: 'invalid', reasons });
}

const findInApi = createRouter(routes, pathShapes);
const findOnSite = createRouter(siteRoutes, pathShapes);

/** The route of a request, and its context. */
interface MatchedRequest {
  readonly context: CalendarRouteContext;
  readonly route: CalendarRoute;
  readonly found: PathMatch<CalendarRoute>;
}

/**
 * The route of a request and its context, or the error response. Checks in the order of the original: credentials, route,
 * body; the route reads its parameters itself.
 */
function matchRequest(request: HttpRequest, world: World): MatchedRequest | HttpResponse {
  const config = calendarConfigOf(world);
  // Recorded facts: settings may change before the request's task runs.
  const site = recordedFact(request, 'site', () => config.site, defaultSite);
  const authenticate = (): CallerVerdict => verdictOf(request.headers['authorization'], config);
  const verdict = recordedFact(request, 'caller', authenticate, openCaller);
  if (isRefused(verdict)) return refusedCredentials(verdict);
  const { apiPath, found } = find(request, site.namespaces);
  const links = apiPath?.links ?? siteLinks(request, site);
  const method = effectiveMethod(request);
  if (method === 'OPTIONS') return options(found?.routedPath, links.namespace, site);
  const route = found?.routedPath.on(method);
  if (found === undefined || route === undefined) return noRoute();
  const sent = readSentFields(request, method);
  const context = { request, world, site, caller: verdict, links, sent, routes };
  return { context, route, found };
}

/** The routes of a path, in the API or on the site. */
function find(
  request: Pick<HttpRequest, 'path' | 'baseUrl'>,
  namespaces: readonly string[],
): FoundPath {
  const apiPath = apiPathOf(request, namespaces);
  const found =
    apiPath === undefined ? findOnSite(withoutSlash(request.path)) : findInApi(apiPath.path);
  return { apiPath, found };
}

function siteOf(world: World | undefined): CalendarSite {
  return world === undefined ? defaultSite : calendarConfigOf(world).site;
}

/** Links of paths outside the API: they lead to its first configured namespace. */
function siteLinks({ baseUrl }: HttpRequest, { namespaces }: CalendarSite): Links {
  return linksBelow(baseUrl, '/wp-json', namespaces[0] ?? neutralNamespace);
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The methods and parameters of a path; `[]` for unknown paths, as in the original. */
function options(
  routedPath: RoutedPath<CalendarRoute> | undefined,
  namespace: string,
  site: CalendarSite,
): HttpResponse {
  if (routedPath === undefined) return json(200, [], { 'Content-Type': contentType });
  const { path, routes: all, allow } = routedPath;
  return json(200, describePath(path, all, namespace, site), {
    'Content-Type': contentType,
    Allow: allow,
  });
}

/** The response with the headers of all responses (Allow, CORS); without its body for HEAD. */
function withSharedHeaders(
  request: HttpRequest,
  response: HttpResponse,
  { withCredentials = false, allow }: SharedHeaderOptions = {},
): HttpResponse {
  const headers = sharedHeaders(request, withCredentials);
  if (allow !== undefined) headers['Allow'] = allow;
  Object.assign(headers, response.headers);
  const shared = { ...response, headers };
  return request.method === 'HEAD' ? withoutBody(shared) : shared;
}

interface SharedHeaderOptions {
  /** Whether a page of another origin may send cookies and stored credentials. */
  readonly withCredentials?: boolean;
  readonly allow?: string;
}

function errorResponse(error: unknown): HttpResponse {
  if (isTransient(error))
    return transientFailure(error, plainFailure(503, `${retryMessage(error)}.`));
  return plainFailure(500, messageOf(error));
}
