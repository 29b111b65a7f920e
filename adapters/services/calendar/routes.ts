// All routes of the calendar service: path and methods to command or view, and back. They parse, send and print; they decide
// nothing.

import type { CalendarRoute } from './route-context.ts';
import { eventRoutes } from './routes/events.ts';
import { interfaceRoutes } from './routes/interface.ts';
import { organizerRoutes, venueRoutes } from './routes/venues-and-organizers.ts';
import { listRoutes } from './routes/lists.ts';
import { categoryRoutes, tagRoutes } from './routes/terms.ts';

export const routes: readonly CalendarRoute[] = [
  ...interfaceRoutes,
  ...listRoutes,
  ...eventRoutes,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
];
