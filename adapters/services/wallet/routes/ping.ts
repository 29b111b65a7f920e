// The route that tells whether the service is up. It needs no key.

import { z } from 'zod';
import { json } from '../../../protocol/messages.ts';
import type { Route } from '../../../protocol/routes/route.ts';

export const pingRoute: Route<unknown> = {
  methods: ['GET'],
  path: '/ping',
  name: 'ping',
  summary: 'Check that the service is up.',
  tag: 'health',
  answers: {
    200: { description: 'It is.', body: z.strictObject({ message: z.literal('pong') }) },
  },
  handle: () => json(200, { message: 'pong' }),
};
