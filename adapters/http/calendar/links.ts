// Addresses in answers: they begin with what the request came by, so that clients stay where they are (reference/calendar.md
// "Names" and section 4).

import type { HttpRequest } from '../table.ts';

/** Where calendar programs find the events: the list of events, as a feed. */
export const feedPath = '/calendar/events.ics';

/** The name of the interface that is no configuration's to change. */
export const neutralNamespace = 'calendar/events/v1';

export interface Links {
  /** The site, without a slash at its end: `{site}/event/winter-fair/`. */
  readonly site: string;
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
  const [, prefix = '', rest = ''] = /^(\/wp-json(?=\/|$))?\/?([^]*)$/.exec(path) ?? [];
  const all = prefix === '' ? [neutralNamespace] : [neutralNamespace, ...namespaces];
  const namespace = all.find((name) => rest === name || rest.startsWith(`${name}/`));
  if (namespace === undefined) return undefined;
  const links = linksBelow(baseUrl, prefix, namespace);
  return { path: rest.slice(namespace.length).replace(/\/$/, ''), links };
}

/** The links of answers to whoever asks at a site by a prefix and a name of the interface; the neutral ones unless said. */
export function linksBelow(baseUrl: string, prefix = '', namespace = neutralNamespace): Links {
  const root = `${baseUrl}${prefix}/`;
  const base = `${root}${namespace}`;
  return { site: baseUrl, root, namespace, to: (path) => base + path };
}

/** Whether a path may be the calendar's: which namespaces there are is a world's own matter. */
export function isCalendarPath(path: string): boolean {
  return path === feedPath || /^\/(?:calendar\/events\/v1|wp-json)(?:\/|$)/.test(path);
}
