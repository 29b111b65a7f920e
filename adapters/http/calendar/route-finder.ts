// Finds what can be done at a path. Ids are digits: whatever else stands in their place leads nowhere (reference/calendar.md
// section 1.1).

import type { Method, Params } from '../table.ts';
import type { CalendarRoute } from './call.ts';

/** What there is at a path. */
export interface Found {
  /** The path as routes have it: `/events/:id`. */
  readonly pattern: string;
  readonly params: Params;
  readonly routes: readonly CalendarRoute[];
  /** In the order of the routes. */
  readonly methods: readonly Method[];
  readonly on: (method: string) => CalendarRoute | undefined;
}

/** A look-up by path; `undefined` where there is nothing. */
export function createFinder(all: readonly CalendarRoute[]): (path: string) => Found | undefined {
  const places = [...new Set(all.map(({ path }) => path))].map((pattern) => {
    const routes = all.filter(({ path }) => path === pattern);
    const isOn = (method: string, { methods }: CalendarRoute) =>
      (methods as readonly string[]).includes(method);
    return {
      pattern,
      shape: shapeOf(pattern),
      routes,
      methods: routes.flatMap(({ methods }) => methods),
      on: (method: string) => routes.find((route) => isOn(method, route)),
    };
  });
  return (path) => {
    for (const place of places) {
      const match = place.shape.exec(path);
      if (match !== null) return { params: decoded(match.groups ?? {}), ...place };
    }
    return undefined;
  };
}

/** `/events/:id` with a named group in the place of each parameter, `open` being how the group begins. */
export function shapeText(pattern: string, open: '(?P<' | '(?<'): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const segment = name === 'id' ? '\\d+' : '[^/]+';
    return `${open}${name}>${segment})`;
  });
}

function shapeOf(pattern: string): RegExp {
  return new RegExp(`^${shapeText(pattern, '(?<')}$`);
}

function decoded(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, decodedText(value)]),
  );
}

/** As it stands where it is no encoding of anything. */
function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
