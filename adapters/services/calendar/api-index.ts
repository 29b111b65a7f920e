// Indices of the API as WordPress prints them: routes with methods and parameters, generated from the routes
// (reference/calendar.md section 9).

import { pathShapes, type CalendarRoute } from './route-context.ts';
import type { Links } from './links.ts';
import type { PageSettings, ParameterTable } from './parameters/table.ts';

/** The index of a namespace. */
export function namespaceIndex(
  routes: readonly CalendarRoute[],
  { namespace, root, to }: Links,
  settings: PageSettings,
): { readonly namespace: string; readonly routes: object; readonly _links: object } {
  const described = [...new Set(routes.map(({ path }) => path))].map((path) => {
    const atPath = routes.filter((route) => route.path === path);
    const self = path.includes(':') ? {} : { _links: { self: [{ href: to(path) }] } };
    const key = `/${namespace}${patternOf(path)}`;
    return [key, { ...describePath(path, atPath, namespace, settings), ...self }];
  });
  return {
    namespace,
    routes: Object.fromEntries(described) as object,
    _links: { up: [{ href: root }] },
  };
}

/** The index of a site: the routes of each namespace, and the terms below `wp/v2`. */
export function siteIndex(
  routes: readonly CalendarRoute[],
  names: readonly Links[],
  settings: PageSettings,
  { zone, termCollections }: { readonly zone: string; readonly termCollections: readonly string[] },
): object {
  const [{ site, root } = { site: '', root: '' }] = names;
  const index = getRoute('', { _links: { self: [{ href: root }] } });
  const interfaces = names.map((links) => namespaceIndex(routes, links, settings).routes);
  const core = coreIndex(root, termCollections);
  return {
    name: 'Reprise',
    description: 'A calendar of events',
    url: site,
    home: site,
    timezone_string: zone,
    namespaces: [...names.map(({ namespace }) => namespace), core.namespace],
    authentication: [],
    routes: Object.assign({ '/': index }, ...interfaces, core.routes) as object,
    _links: { self: [{ href: root }] },
  };
}

/** The index of `wp/v2`, of which a site has only single terms. */
export function coreIndex(root: string, termCollections: readonly string[]) {
  const namespace = 'wp/v2';
  const path = `/${namespace}`;
  const indexParameters = {
    namespace: { default: namespace, required: false },
    context: { default: 'view', required: false },
  };
  const self = { _links: { self: [{ href: `${root}${namespace}` }] } };
  const terms = termCollections.map((name) => [
    `${path}/${name}/(?P<id>\\d+)`,
    getRoute(namespace, {}, { id: { type: 'integer', required: true } }),
  ]);
  return {
    namespace,
    routes: { [path]: getRoute(namespace, self, indexParameters), ...Object.fromEntries(terms) },
    _links: { up: [{ href: root }] },
  };
}

/** `/events/:id` with a named group in the place of each parameter. */
function patternOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const shape = Object.hasOwn(pathShapes, name) ? '\\d+' : '[^/]+';
    return `(?P<${name}>${shape})`;
  });
}

/** A route with GET only. */
function getRoute(namespace: string, more: object, args: object = {}): object {
  return { namespace, methods: ['GET'], endpoints: [{ methods: ['GET'], args }], ...more };
}

/** The methods and parameters of a path. */
export function describePath(
  path: string,
  routes: readonly CalendarRoute[],
  namespace: string,
  settings: PageSettings,
): object {
  return {
    namespace,
    methods: routes.flatMap(({ methods }) => methods),
    endpoints: routes.map(({ methods, reads }) => ({
      methods,
      args: argumentsOf(path, reads?.table ?? {}, namespace, settings),
    })),
  };
}

/** By name; `[]` if there are none, as PHP prints empty maps. */
function argumentsOf(
  path: string,
  parameters: ParameterTable,
  namespace: string,
  settings: PageSettings,
): object {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    {
      description: pathParameters[name]?.description,
      type: pathParameters[name]?.schema.type,
      required: true,
    },
  ]);
  const sent = Object.entries(parameters)
    .filter(([name]) => !inPath.some(([pathName]) => pathName === name))
    .map(([name, { description, form, isRequired, defaultIn }]) => {
      const value = name === 'namespace' ? namespace : defaultIn(settings);
      const byDefault = value === undefined ? {} : { default: value };
      return [name, { description, ...form, ...byDefault, required: isRequired }];
    });
  const all = [...inPath, ...sent];
  return all.length === 0 ? [] : (Object.fromEntries(all) as object);
}

/** Descriptions of path parameters. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  id: { description: 'The id of the record', schema: { type: 'integer', minimum: 0 } },
  slug: { description: 'The slug of the record', schema: { type: 'string' } },
};

interface PathParameter {
  readonly description: string;
  readonly schema: { readonly type: string; readonly minimum?: number };
}
