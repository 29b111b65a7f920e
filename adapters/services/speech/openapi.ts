// The routes of the speech service as an OpenAPI document. Its channels are WebSockets, which such a document cannot describe.

import { controlPrefix } from '../../contracts/control-route.ts';
import type { JsonSchema } from '../../protocol/json-schema.ts';
import { openApiDocument, type DocumentPlace } from '../../protocol/routes/openapi.ts';
import { listed } from '../../wording.ts';
import { channelPaths } from './channels.ts';
import { errorAnswer } from './errors.ts';
import { routes } from './routes.ts';

export function speechDocument({ version, baseUrl }: DocumentPlace): JsonSchema {
  const world = { default: 'default', description: 'The name of a world.' };
  return openApiDocument(
    routes,
    {
      openapi: '3.0.3',
      info: {
        title: 'Reprise speech service',
        version,
        description: `Access tokens for the WebSockets ${listed(channelPaths)}, which the AsyncAPI document at ${controlPrefix}/asyncapi/speech.json describes.`,
      },
      servers: [{ url: baseUrl }, { url: `${baseUrl}/w/{world}`, variables: { world } }],
      security: {
        name: 'apiKey',
        scheme: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Token <key>',
        },
      },
      params: {},
      commonAnswers: () => ({
        401: { description: 'The API key is missing, malformed or unknown.' },
        404: { description: 'There is no such world.' },
        503: {
          description: 'Try again; nothing was done.',
        },
      }),
      error: errorAnswer,
    },
    undefined,
  );
}
