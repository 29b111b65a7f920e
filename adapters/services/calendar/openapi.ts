// The interface as an OpenAPI document, from the routes, the tables by which they read and the schemas of what they answer
// (reference/calendar.md section 9).

import type { JsonSchema } from '../../http/json-schema.ts';
import { openApiDocument } from '../../http/routes/openapi.ts';
import type { Answer, Method } from '../../http/routes/route.ts';
import { pathParameters } from './interface-index.ts';
import type { Links } from './links.ts';
import type { PageSettings } from './parameters/table.ts';
import type { CalendarRoute } from './route-context.ts';

/** The document of these routes, as seen from where it was asked for. */
export function describedInterface(
  routes: readonly CalendarRoute[],
  links: Pick<Links, 'to'>,
  settings: PageSettings,
): JsonSchema {
  return openApiDocument(
    routes,
    {
      openapi: '3.0.0',
      info: {
        version: '1.0.0',
        title: 'The calendar of events',
        description: 'Events with their venues, organizers, categories and tags.',
      },
      servers: [{ url: links.to('/') }],
      params: pathParameters,
      commonAnswers,
    },
    settings,
  );
}

function commonAnswers({ path }: CalendarRoute, method: Method): Readonly<Record<number, Answer>> {
  const isMissing = path.includes('/events') || method === 'GET';
  return {
    400: { description: 'A parameter is missing or has a bad value.' },
    ...(method === 'GET'
      ? { 403: { description: 'The record is not for everybody.' } }
      : {
          401: { description: 'Nobody may do that without credentials.' },
          403: { description: 'The user is not allowed to do that.' },
        }),
    ...(isMissing ? { 404: { description: 'There is no such thing.' } } : {}),
    ...(method === 'DELETE' ? { 410: { description: 'The record is in the trash already.' } } : {}),
  };
}
