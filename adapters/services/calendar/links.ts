// Base URLs of links in responses: they repeat the host, prefix and namespace of the request (reference/calendar.md "Names"
// and section 4).

import type { HttpRequest } from '../../protocol/messages.ts';

/** The list of events as an iCalendar feed. */
export const feedPath = '/calendar/events.ics';

/** The folder of image files. */
export const uploadsPath = '/wp-content/uploads/';

/** The namespace that every site has, whatever its configuration. */
export const neutralNamespace = 'calendar/events/v1';

const neutralPath = `/${neutralNamespace}`;

/** Beginnings of the URLs in a response. */
export interface Links {
  /** The URL of the site without a trailing slash: `{site}/event/winter-fair/`. */
  readonly site: string;
  /** Host and path of the site, without scheme and port: part of the global ids of records. */
  readonly siteName: string;
  /** The REST root with a trailing slash. */
  readonly root: string;
  /** The namespace of the request. */
  readonly namespace: string;
  /** The URL of a path below the namespace: `/events/57`. */
  readonly to: (path: string) => string;
}

/** The path of a request below its namespace, without a trailing slash, and the links of its response. */
export interface ApiPath {
  readonly path: string;
  readonly links: Links;
}

/** Splits the namespace off the path of a request; undefined if the path is in none of the namespaces. */
export function apiPathOf(
  { path, baseUrl }: Pick<HttpRequest, 'path' | 'baseUrl'>,
  namespaces: readonly string[],
): ApiPath | undefined {
  if (path === feedPath) return { path: '/events', links: linksBelow(baseUrl) };
  const prefix = isAt(path, '/wp-json', 0) ? '/wp-json' : '';
  const start = prefix.length + (path.startsWith('/', prefix.length) ? 1 : 0);
  const isNamed = (name: string) => isAt(path, name, start);
  const other = prefix === '' ? undefined : namespaces.find(isNamed);
  const namespace = isNamed(neutralNamespace) ? neutralNamespace : other;
  if (namespace === undefined) return undefined;
  const links = linksBelow(baseUrl, prefix, namespace);
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return { path: path.slice(start + namespace.length, end), links };
}

/** Whether whole segments of a path match at an offset. */
function isAt(path: string, segments: string, offset: number): boolean {
  const end = offset + segments.length;
  return path.startsWith(segments, offset) && (path.length === end || path.startsWith('/', end));
}

/** The links of a site for requests with a prefix and a namespace. */
export function linksBelow(site: string, prefix = '', namespace = neutralNamespace): Links {
  const root = `${site}${prefix}/`;
  const base = `${root}${namespace}`;
  const [, host = '', path = ''] = /^[^/]*\/\/([^/:]*|\[[^\]]*\])(?::\d+)?(.*)$/s.exec(site) ?? [];
  return { site, siteName: `${host}${path}`, root, namespace, to: (below) => base + below };
}

/** Whether the calendar owns a path. Covers all of `/wp-json`: the namespaces depend on the world. */
export function isCalendarPath(path: string): boolean {
  return (
    isAt(path, neutralPath, 0) ||
    isAt(path, '/wp-json', 0) ||
    path === feedPath ||
    path.startsWith(uploadsPath)
  );
}
