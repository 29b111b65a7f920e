// Describes the control plane as an OpenAPI document.

import type { JsonSchema } from '../protocol/json-schema.ts';
import { openApiDocument, type DocumentPlace } from '../protocol/routes/openapi.ts';
import type { AnswerDescription } from '../protocol/routes/route.ts';
import type { ControlRoute } from '../contracts/control-route.ts';
import { errorAnswer } from './wire/error.ts';

export function describeRoutes(
  routes: readonly ControlRoute[],
  { version, baseUrl }: DocumentPlace,
): JsonSchema {
  return openApiDocument(
    routes,
    {
      openapi: '3.0.3',
      info: {
        title: 'Reprise control plane',
        version,
        description:
          'Creates worlds, moves their clocks, shows their events and steers their services.',
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: baseUrl }],
      security: {
        name: 'token',
        scheme: { type: 'http', scheme: 'bearer', description: 'The token printed at start.' },
      },
      params: {
        w: { description: 'The name of the world.' },
        id: { description: 'The id that the service assigned.' },
      },
      commonAnswers,
      error: errorAnswer,
      operation: ({ isOpen }) => (isOpen === true ? { security: [] } : {}),
    },
    undefined,
  );
}

function commonAnswers({
  reads,
  isOpen,
  path,
}: ControlRoute): Readonly<Record<number, AnswerDescription>> {
  const { body, query } = reads?.schemas ?? {};
  const takesInput = body !== undefined || query !== undefined;
  return {
    ...(takesInput ? { 400: { description: 'The request does not match the schema.' } } : {}),
    ...(isOpen === true ? {} : { 401: { description: 'The token is missing or wrong.' } }),
    403: { description: 'Host or Origin is not allowed.' },
    ...(path.includes(':') ? { 404: { description: 'The world or record does not exist.' } } : {}),
    503: {
      description: 'Retry later; nothing was done.',
    },
  };
}
