// The rules of the calendar, as its clients see it, for recordings and tests.

import type { ServiceRule } from '../kernel/rule.ts';
import {
  collectionLinks,
  collectionPages,
  collectionTotals,
  eventOrder,
  listStatuses,
} from './rules/collections.ts';
import type { CalendarObservation } from './rules/observations.ts';
import {
  calendarErrorForm,
  dateDetails,
  eventDates,
  eventForm,
  globalIds,
  postIds,
  trashedEvents,
  utcDates,
} from './rules/posts.ts';
import { statusByDate } from './rules/status-by-date.ts';

export type * from './rules/observations.ts';

export const rules: readonly ServiceRule<CalendarObservation>[] = [
  statusByDate,
  collectionTotals,
  collectionLinks,
  collectionPages,
  listStatuses,
  eventOrder,
  postIds,
  globalIds,
  eventForm,
  eventDates,
  dateDetails,
  utcDates,
  trashedEvents,
  calendarErrorForm,
];
