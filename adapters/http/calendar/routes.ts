// All routes of the service, by noun.

import type { CalendarRoute } from './call.ts';
import { eventRoutes } from './routes/events.ts';
import { organizerRoutes, venueRoutes } from './routes/linked.ts';
import { categoryRoutes, tagRoutes } from './routes/terms.ts';

export const routes: readonly CalendarRoute[] = [
  ...eventRoutes,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
];
