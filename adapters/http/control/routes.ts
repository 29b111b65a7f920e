// The routes of the control plane (design section 5): the list by which requests are found, read and described.

import type { ControlRoute } from './route.ts';
import { clockRoutes } from './routes/clock.ts';
import { eventRoutes } from './routes/events.ts';
import { walletRoutes } from './routes/wallet.ts';
import { worldRoutes } from './routes/worlds.ts';

export const controlRoutes: readonly ControlRoute[] = [
  ...worldRoutes,
  ...clockRoutes,
  ...eventRoutes,
  ...walletRoutes,
];
