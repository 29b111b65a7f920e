// The wallet service as an OpenAPI document.

import type { JsonSchema } from '../../protocol/json-schema.ts';
import { openApiDocument, type DocumentPlace } from '../../protocol/routes/openapi.ts';
import { errorAnswer } from './errors.ts';
import { pingRoute } from './routes/ping.ts';
import { routes } from './routes.ts';

export function walletDocument({ version, baseUrl }: DocumentPlace): JsonSchema {
  const world = { default: 'default', description: 'The name of a world.' };
  return openApiDocument(
    [...routes, pingRoute],
    {
      openapi: '3.0.3',
      info: {
        title: 'Reprise wallet service',
        version,
        description: 'Wallets, transfers, contract calls, signatures and notifications.',
      },
      servers: [{ url: baseUrl }, { url: `${baseUrl}/w/{world}`, variables: { world } }],
      security: {
        name: 'apiKey',
        scheme: { type: 'http', scheme: 'bearer', description: 'PREFIX:ID:SECRET' },
      },
      params: {
        id: {
          description: 'The id of the record.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
      commonAnswers: (route) => (route === pingRoute ? pingRefusals : refusals),
      error: errorAnswer,
      operation: (route) => (route === pingRoute ? { security: [] } : {}),
    },
    undefined,
  );
}

/** Any operation may answer any of them: the setting `walletRefusals` asks for codes. */
const refusals = {
  400: { description: 'A field does not fit, or the state does not allow it.' },
  401: { description: 'The API key is missing, malformed or unknown.' },
  403: { description: 'The request is not allowed.' },
  404: { description: 'There is no such record, or no such world.' },
  409: { description: 'The request conflicts with the state.' },
  429: { description: 'Too many requests.' },
  503: {
    description: 'Try again; nothing was done.',
  },
};

const pingRefusals = { 404: { description: 'There is no such world.' }, 503: refusals[503] };
