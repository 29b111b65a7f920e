// All routes of the control plane (design section 5), for routing, parsing and the OpenAPI document.

import { z } from 'zod';
import { json } from '../protocol/messages.ts';
import { tagged } from '../protocol/routes/route.ts';
import { services } from '../services/index.ts';
import { describeRoutes } from './openapi.ts';
import { faultRoutes } from '../faults/routes.ts';
import { controlPrefix, controlRoute, type ControlRoute } from '../contracts/control-route.ts';
import { clockRoutes } from './routes/clock.ts';
import { eventRoutes } from './routes/events.ts';
import { historyRoutes } from './routes/history.ts';
import { journalRoutes } from './routes/journal.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { nodeRoutes } from './routes/nodes.ts';
import { recordingRoutes } from './routes/recording.ts';
import { replayRoutes } from './routes/replay.ts';
import { requestRoutes } from './routes/requests.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { tenantRoutes } from './routes/tenants.ts';
import { timelineRoutes } from './routes/timeline.ts';
import { worldRoutes } from './routes/worlds.ts';

const documentBody = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.unknown()),
});

const channelsBody = z.looseObject({
  asyncapi: z.string(),
  channels: z.record(z.string(), z.unknown()),
});

const documentRoutes = [
  controlRoute({
    methods: ['GET'],
    path: '/openapi.json',
    name: 'controlDocument',
    summary: 'This document.',
    isForTenants: true,
    answers: {
      200: { description: 'The control plane as an OpenAPI document.', body: documentBody },
    },
    handle: ({ request, options: { version } }) => {
      const baseUrl = request.baseUrl + controlPrefix;
      return json(200, describeRoutes(controlRoutes, { version, baseUrl }));
    },
  }),
  ...services.map(({ name, document }) =>
    controlRoute({
      methods: ['GET'],
      path: `/openapi/${name}.json`,
      name: `${name}Document`,
      summary: `The ${name} service as an OpenAPI document.`,
      isForTenants: true,
      answers: { 200: { description: 'The document.', body: documentBody } },
      handle: ({ request: { baseUrl }, options: { version } }) =>
        json(200, document({ version, baseUrl })),
    }),
  ),
  ...services.flatMap(({ name, channelsDocument }) =>
    channelsDocument === undefined
      ? []
      : controlRoute({
          methods: ['GET'],
          path: `/asyncapi/${name}.json`,
          name: `${name}ChannelsDocument`,
          summary: `The WebSocket channels of the ${name} service as an AsyncAPI document.`,
          isForTenants: true,
          answers: { 200: { description: 'The document.', body: channelsBody } },
          handle: ({ request: { baseUrl }, options: { version } }) =>
            json(200, channelsDocument({ version, baseUrl })),
        }),
  ),
];

export const controlRoutes: readonly ControlRoute[] = [
  ...tagged('worlds', worldRoutes),
  ...tagged('worlds', historyRoutes),
  ...tagged('nodes', nodeRoutes),
  ...tagged('nodes', metricsRoutes),
  ...tagged('tenants', tenantRoutes),
  ...tagged('clock', clockRoutes),
  ...tagged('events', eventRoutes),
  ...tagged('events', journalRoutes),
  ...tagged('events', timelineRoutes),
  ...tagged('requests', requestRoutes),
  ...tagged('sessions', sessionRoutes),
  ...tagged('faults', faultRoutes),
  ...tagged('recordings', recordingRoutes),
  ...tagged('recordings', replayRoutes),
  ...services.flatMap(({ name, controlRoutes: own }) => tagged(name, own)),
  ...tagged('documents', documentRoutes),
];
