// The routes of the control plane (design section 5): the list by which requests are found, read and described.

import { z } from 'zod';
import { json } from '../http/messages.ts';
import { services } from '../services/index.ts';
import { describeRoutes } from './openapi.ts';
import { controlPrefix, controlRoute, type ControlRoute } from '../contracts/control-route.ts';
import { clockRoutes } from './routes/clock.ts';
import { eventRoutes } from './routes/events.ts';
import { historyRoutes } from './routes/history.ts';
import { recordingRoutes } from './routes/recording.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { worldRoutes } from './routes/worlds.ts';

const documentRoute = controlRoute({
  methods: ['GET'],
  path: '/openapi.json',
  name: 'getControlDocument',
  summary: 'This document.',
  answers: {
    200: {
      description: 'What the control plane takes and answers.',
      body: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
    },
  },
  handle: ({ request, options: { version } }) =>
    json(200, describeRoutes(controlRoutes, { version, baseUrl: request.baseUrl + controlPrefix })),
});

export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...historyRoutes,
  ...clockRoutes,
  ...eventRoutes,
  ...sessionRoutes,
  ...recordingRoutes,
  ...services.flatMap((service) => service.controlRoutes),
  documentRoute,
];
