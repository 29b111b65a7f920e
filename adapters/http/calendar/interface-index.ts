// The index of the interface: its routes, their methods and parameters, from the tables by which requests are read
// (reference/calendar.md section 9).

import type { CalendarRoute } from './call.ts';
import type { Links } from './links.ts';
import { shapeText } from './route-finder.ts';
import type { PageSettings, Table } from './parameters/table.ts';

/** The whole index. */
export function interfaceIndex(
  routes: readonly CalendarRoute[],
  { namespace, root, to }: Links,
  settings: PageSettings,
): object {
  const described = [...new Set(routes.map(({ path }) => path))].map((path) => {
    const there = routes.filter((route) => route.path === path);
    const self = path.includes(':') ? {} : { _links: { self: [{ href: to(path) }] } };
    const key = `/${namespace}${shapeText(path, '(?P<')}`;
    return [key, { ...describedPath(path, there, namespace, settings), ...self }];
  });
  return {
    namespace,
    routes: Object.fromEntries(described) as object,
    _links: { up: [{ href: root }] },
  };
}

/** What can be done at one path. */
export function describedPath(
  path: string,
  routes: readonly CalendarRoute[],
  namespace: string,
  settings: PageSettings,
): object {
  return {
    namespace,
    methods: routes.flatMap(({ methods }) => methods),
    endpoints: routes.map(({ methods, parameters }) => ({
      methods,
      args: argumentsOf(path, parameters, namespace, settings),
    })),
  };
}

/** The original prints a map of none as a list. */
function argumentsOf(
  path: string,
  parameters: Table,
  namespace: string,
  settings: PageSettings,
): object {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    {
      description: pathParameters[name],
      type: name === 'id' ? 'integer' : 'string',
      required: true,
    },
  ]);
  const sent = Object.entries(parameters)
    .filter(([name]) => !inPath.some(([taken]) => taken === name))
    .map(([name, { description, form, isRequired, defaultIn }]) => {
      const value = name === 'namespace' ? namespace : defaultIn(settings);
      const byDefault = value === undefined ? {} : { default: value };
      return [name, { description, ...form, ...byDefault, required: isRequired }];
    });
  const all = [...inPath, ...sent];
  return all.length === 0 ? [] : (Object.fromEntries(all) as object);
}

/** What stands in a path. */
export const pathParameters: Readonly<Record<string, string>> = {
  id: 'The id of the record',
  slug: 'The slug of the record',
};
