// All routes of the calendar service: path and methods to command or view, and back. They parse, send and print; they decide
// nothing.

import type { CalendarRoute } from './call.ts';
import { interfaceRoutes } from './routes/interface.ts';

export const routes: readonly CalendarRoute[] = [...interfaceRoutes];
