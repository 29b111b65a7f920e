// POST /v1/auth/grant: access tokens for handshakes (reference/speech.md section 2, "Temporary token").

import { z } from 'zod';
import { json } from '../../protocol/messages.ts';
import { bySchemas } from '../../protocol/routes/schema-reader.ts';
import { createAccessToken, ttlSecondsDefault, ttlSecondsMax } from './access-token.ts';
import { speechRoute } from './route-context.ts';

const lifetime = z
  .int(`must be an integer from 1 to ${ttlSecondsMax}`)
  .min(1, `must be an integer from 1 to ${ttlSecondsMax}`)
  .max(ttlSecondsMax, `must be an integer from 1 to ${ttlSecondsMax}`);

const grantBody = z.object(
  {
    ttl_seconds: lifetime
      .default(ttlSecondsDefault)
      .meta({ description: 'How long the token is valid on the clock of the world.' }),
  },
  'must be an object, such as {"ttl_seconds": 30}',
);

const grantAnswer = z.strictObject({
  access_token: z.string().meta({ description: 'A JWT: send it as `Bearer`.' }),
  expires_in: z.int().meta({ description: 'Its lifetime in seconds.' }),
});

export const grantRoute = speechRoute({
  methods: ['POST'],
  path: '/v1/auth/grant',
  name: 'grantToken',
  summary: 'Create an access token, which the handshake of a channel accepts in place of a key.',
  reads: bySchemas({ body: grantBody }),
  answers: {
    200: { description: 'The token.', body: grantAnswer },
    400: { description: 'ttl_seconds is invalid.' },
    403: { description: 'The credentials are an access token.' },
  },
  handle: async ({ world, requestId }, { body: { ttl_seconds: ttlSeconds } }) => {
    const token = await world.read((_states, view) =>
      createAccessToken(world.record, { nowMs: view().nowMs, ttlSeconds, id: requestId() }),
    );
    return json(200, { access_token: token, expires_in: ttlSeconds });
  },
});
