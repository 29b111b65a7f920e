// Commands of an administrator to the calendar, and readers of its records, for tests that begin with `given(calendar)`.

import type {
  CalendarCommand,
  Caller,
  EventFields,
  OrganizerFields,
  Site,
  TermFields,
  VenueFields,
} from '../../../core/calendar/commands.ts';
import type { calendar } from '../../../core/calendar/index.ts';
import type { PostKind } from '../../../core/calendar/records/post.ts';
import type { ReadableWorld } from '../engine/pure-world.ts';
import type { GivenIn } from '../given.ts';

export type CalendarWorld = GivenIn<typeof calendar>;

export const administrator: Caller = { userId: 1, role: 'administrator' };
export const site: Site = { zone: 'UTC', userIds: [1, 2, 3], resetsOnUpdate: false };
export const byAdministrator = { caller: administrator, site };

/** An event of 1 March 2026 that is called Fair, unless `fields` differ. */
export const createEvent = (fields: EventFields = {}): CalendarCommand => ({
  type: 'CreateEvent',
  ...byAdministrator,
  fields: {
    title: 'Fair',
    startDate: '2026-03-01 09:00:00',
    endDate: '2026-03-01 11:30:00',
    ...fields,
  },
});

export const updateEvent = (id: number, fields: EventFields): CalendarCommand => ({
  type: 'UpdateEvent',
  ...byAdministrator,
  event: { id },
  fields,
});

export const createVenue = (fields: VenueFields): CalendarCommand => ({
  type: 'CreateVenue',
  ...byAdministrator,
  fields,
});

export const updateVenue = (id: number, fields: VenueFields): CalendarCommand => ({
  type: 'UpdateVenue',
  ...byAdministrator,
  venue: { id },
  fields,
});

export const createOrganizer = (fields: OrganizerFields): CalendarCommand => ({
  type: 'CreateOrganizer',
  ...byAdministrator,
  fields,
});

export const updateOrganizer = (id: number, fields: OrganizerFields): CalendarCommand => ({
  type: 'UpdateOrganizer',
  ...byAdministrator,
  organizer: { id },
  fields,
});

export const trash = (kind: PostKind, id: number): CalendarCommand => ({
  type: 'TrashPost',
  ...byAdministrator,
  kind,
  post: { id },
});

export const createCategory = (fields: TermFields): CalendarCommand => ({
  type: 'CreateTerm',
  ...byAdministrator,
  taxonomy: 'category',
  fields,
});

export const updateCategory = (termId: number, fields: TermFields): CalendarCommand => ({
  type: 'UpdateTerm',
  ...byAdministrator,
  taxonomy: 'category',
  termId,
  fields,
});

/** A world with a calendar to read. */
export type Calendar = Pick<ReadableWorld, 'calendar'>;

export const event =
  (id: number) =>
  ({ calendar }: Calendar) =>
    calendar.events.get(String(id));

export const venue =
  (id: number) =>
  ({ calendar }: Calendar) =>
    calendar.venues.get(String(id));

export const organizer =
  (id: number) =>
  ({ calendar }: Calendar) =>
    calendar.organizers.get(String(id));

export const term =
  (id: number) =>
  ({ calendar }: Calendar) =>
    calendar.terms.get(String(id));
