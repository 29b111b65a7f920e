// The API as an OpenAPI document, generated from the routes and the schemas of their responses (reference/calendar.md
// section 9).

import type { JsonSchema } from '../../protocol/json-schema.ts';
import { openApiDocument } from '../../protocol/routes/openapi.ts';
import type { AnswerDescription, Method } from '../../protocol/routes/route.ts';
import { errorAnswer } from './errors.ts';
import { pathParameters } from './api-index.ts';
import type { Links } from './links.ts';
import type { PageSettings } from './parameters/table.ts';
import type { CalendarRoute } from './route-context.ts';

/** The document, with the server URL of the request. */
export function apiDocument(
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
        title: 'Calendar of events',
        description: 'Events with their venues, organizers, categories and tags.',
      },
      servers: [{ url: links.to('/') }],
      params: pathParameters,
      commonAnswers,
      error: errorAnswer,
    },
    settings,
  );
}

function commonAnswers(
  { path }: CalendarRoute,
  method: Method,
): Readonly<Record<number, AnswerDescription>> {
  const mayBeMissing = path.includes('/events') || method === 'GET';
  return {
    400: { description: 'A parameter is missing or invalid.' },
    ...(method === 'GET'
      ? { 403: { description: 'The caller may not read the record.' } }
      : {
          401: { description: 'Credentials are missing or invalid.' },
          403: { description: 'The user may not do this.' },
        }),
    ...(mayBeMissing ? { 404: { description: 'Record or page not found.' } } : {}),
    ...(method === 'DELETE' ? { 410: { description: 'The record is already in the trash.' } } : {}),
  };
}
