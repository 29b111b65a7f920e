// The names of routes with their namespaces, for reports on requests.

import type { PathMatch } from '../../protocol/routes/router.ts';
import type { RoutedRequest } from '../../protocol/service.ts';
import type { CalendarSite } from './config.ts';
import { feedPath, isCalendarPath, neutralNamespace, uploadsPath, type ApiPath } from './links.ts';
import { effectiveMethod } from './parameters.ts';
import type { CalendarRoute } from './route-context.ts';
import { routes } from './routes.ts';
import { siteRoutes } from './routes/site.ts';

export interface FoundPath {
  /** Absent for paths of the site, outside the API. */
  readonly apiPath: ApiPath | undefined;
  readonly found: PathMatch<CalendarRoute> | undefined;
}

/** The name of the route of a request, whose path was found; every path that has one has OPTIONS, too. */
export function routeNameOf(
  { apiPath, found }: FoundPath,
  request: RoutedRequest,
): string | undefined {
  if (found === undefined) return undefined;
  const method = effectiveMethod(request);
  const { path, on } = found.routedPath;
  if (method !== 'OPTIONS' && on(method) === undefined) return undefined;
  return `${method} ${apiPath?.links.to(path) ?? sitePath(path)}`;
}

/** All routes, below each namespace of the site. */
export function routeNames({ namespaces }: Pick<CalendarSite, 'namespaces'>): readonly string[] {
  const roots = [
    neutralNamespace,
    ...[neutralNamespace, ...namespaces].map((name) => `wp-json/${name}`),
  ];
  return [
    ...roots.flatMap((root) => routes.flatMap((route) => namesOf(route, `/${root}${route.path}`))),
    ...siteRoutes.flatMap((route) => namesOf(route, sitePath(route.path))),
  ];
}

/** The paths of the service and of its pages, as patterns. */
export const ownedPaths: readonly string[] = [
  `/${neutralNamespace}/**`,
  '/wp-json/**',
  feedPath,
  `${uploadsPath}**`,
  ...siteRoutes.map(({ path }) => patternOf(path)).filter((path) => !isCalendarPath(path)),
];

/** A parameter `:path` is the rest of a path. */
function patternOf(path: string): string {
  return sitePath(path.replace(/:path$/, '**').replaceAll(/:\w+/g, '*'));
}

function namesOf({ methods }: CalendarRoute, path: string): readonly string[] {
  return methods.map((method) => `${method} ${path}`);
}

function sitePath(path: string): string {
  return path === '' ? '/' : path;
}
