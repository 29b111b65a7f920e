// All routes of the calendar API. Routes parse, execute and print; decisions are in the core.

import { tagged } from '../../protocol/routes/route.ts';
import type { CalendarRoute } from './route-context.ts';
import { eventRoutes } from './routes/events.ts';
import { descriptionRoutes } from './routes/descriptions.ts';
import { organizerRoutes, venueRoutes } from './routes/venues-and-organizers.ts';
import { listRoutes } from './routes/lists.ts';
import { categoryRoutes, tagRoutes } from './routes/terms.ts';

export const routes: readonly CalendarRoute[] = [
  ...tagged('interface', descriptionRoutes),
  ...listRoutes,
  ...tagged('events', eventRoutes),
  ...tagged('venues', venueRoutes),
  ...tagged('organizers', organizerRoutes),
  ...tagged('categories', categoryRoutes),
  ...tagged('tags', tagRoutes),
];
