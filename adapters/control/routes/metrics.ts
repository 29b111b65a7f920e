// The control route of metrics, which Prometheus reads without a token: no name of a world is in them.

import { z } from 'zod';
import { controlRoute, type ControlRoute } from '../../contracts/control-route.ts';
import { metricsType } from '../../contracts/metrics-control.ts';

export const metricsRoutes: readonly ControlRoute[] = [
  controlRoute({
    methods: ['GET'],
    path: '/metrics',
    name: 'getMetrics',
    summary: 'Read the metrics of the server in the text format of Prometheus.',
    isOpen: true,
    answers: {
      200: {
        description: 'All series.',
        other: {
          'text/plain': z.string().meta({ description: 'Lines with names, labels and numbers.' }),
        },
      },
    },
    handle: async ({ options: { metrics } }) => ({
      status: 200,
      headers: { 'Content-Type': metricsType, 'Cache-Control': 'no-store' },
      body: await metrics.text(),
    }),
  }),
];
