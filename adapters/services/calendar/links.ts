// Addresses in answers: they begin with what the request came by, so that clients stay where they are (reference/calendar.md
// "Names" and section 4).

import type { HttpRequest } from '../../http/messages.ts';

/** Where calendar programs find the events: the list of events, as a feed. */
export const feedPath = '/calendar/events.ics';

/** Where the files of the site are. */
export const uploadsPath = '/wp-content/uploads/';

/** The name of the interface that is no configuration's to change. */
export const neutralNamespace = 'calendar/events/v1';

const neutralPath = `/${neutralNamespace}`;

/** What the addresses of a site's records begin with. */
export interface Links {
  /** The site, without a slash at its end: `{site}/event/winter-fair/`. */
  readonly site: string;
  /** The same without scheme and port, by which its records are told from those of other sites. */
  readonly siteName: string;
  /** The REST root, with a slash at its end. */
  readonly root: string;
  /** The name by which the interface was asked. */
  readonly namespace: string;
  /** Of something below the namespace: `/events/57`. */
  readonly to: (path: string) => string;
}

/** Where a request goes: its path below the namespace without a slash at the end, and the links of its answer. */
export interface Place {
  readonly path: string;
  readonly links: Links;
}

/** The place of a request; `undefined` if the path is in none of the namespaces. */
export function placeOf(
  { path, baseUrl }: Pick<HttpRequest, 'path' | 'baseUrl'>,
  namespaces: readonly string[],
): Place | undefined {
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

/** Whether this is at that place of a path, with nothing or a slash behind it. */
function isAt(path: string, name: string, place: number): boolean {
  const end = place + name.length;
  return path.startsWith(name, place) && (path.length === end || path.startsWith('/', end));
}

/** The links of a site, requested by a prefix and a namespace. */
export function linksBelow(site: string, prefix = '', namespace = neutralNamespace): Links {
  const root = `${site}${prefix}/`;
  const base = `${root}${namespace}`;
  const [, host = '', path = ''] = /^[^/]*\/\/([^/:]*|\[[^\]]*\])(?::\d+)?(.*)$/.exec(site) ?? [];
  return { site, siteName: `${host}${path}`, root, namespace, to: (below) => base + below };
}

/** Whether a path may be the calendar's: which namespaces there are is a world's own matter. */
export function isCalendarPath(path: string): boolean {
  return (
    isAt(path, neutralPath, 0) ||
    isAt(path, '/wp-json', 0) ||
    path === feedPath ||
    path.startsWith(uploadsPath)
  );
}
