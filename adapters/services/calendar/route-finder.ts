// Finds what can be done at a path. Ids are digits: whatever else stands in their place leads nowhere (reference/calendar.md
// section 1.1).

import type { Params } from '../../http/routes/route.ts';
import type { CalendarRoute } from './route-context.ts';

/** What there is at a path. */
export interface Found {
  /** The path as routes have it: `/events/:id`. */
  readonly pattern: string;
  readonly params: Params;
  readonly routes: readonly CalendarRoute[];
  /** All methods there in the order of the routes, with commas between them. */
  readonly allow: string;
  readonly on: (method: string) => CalendarRoute | undefined;
}

/** A look-up by path; `undefined` where there is nothing. */
export function createFinder(all: readonly CalendarRoute[]): (path: string) => Found | undefined {
  const places = [...new Set(all.map(({ path }) => path))].map((pattern) => placeAt(pattern, all));
  const isOpen = ({ pattern }: Found) => pattern.includes(':');
  const fixed = new Map(
    places.filter((place) => !isOpen(place)).map((place) => [place.pattern, place]),
  );
  const open = places.filter(isOpen).map((place) => ({ place, shape: shapeOf(place.pattern) }));
  return (path) => {
    const known = fixed.get(path);
    if (known !== undefined) return known;
    for (const { place, shape } of open) {
      const match = shape.exec(path);
      if (match !== null) return { ...place, params: decoded(match.groups ?? {}) };
    }
    return undefined;
  };
}

function placeAt(pattern: string, all: readonly CalendarRoute[]): Found {
  const routes = all.filter(({ path }) => path === pattern);
  const isOn = (method: string, { methods }: CalendarRoute) =>
    (methods as readonly string[]).includes(method);
  return {
    pattern,
    params: {},
    routes,
    allow: routes.flatMap(({ methods }) => methods).join(', '),
    on: (method) => routes.find((route) => isOn(method, route)),
  };
}

/** `/events/:id` with a named group in the place of each parameter, `open` being how the group begins. */
export function shapeText(pattern: string, open: '(?P<' | '(?<'): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    return `${open}${name}>${shapes[name] ?? '[^/]+'})`;
  });
}

/** The shapes of parameters; `path` is of one segment or several, and all others are of one. */
const shapes: Readonly<Record<string, string>> = { id: '\\d+', path: '.+' };

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
