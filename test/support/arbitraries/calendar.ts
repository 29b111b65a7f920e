// Random commands to a calendar with few names, so that they collide: events, venues, organizers and terms are created,
// updated and deleted.

import fc from 'fast-check';
import type { CalendarCommand, EventFields } from '../../../core/calendar/commands.ts';
import { administrator, byAdministrator } from '../calendar/commands.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });

const titles = ['Jazz Night', 'Farmers Market', 'night market', 'Open Stage', 'The Jazz'];
const texts = ['With music, and a market.', 'Doors open at NIGHT', '<b>Jazz</b> for all'];
/** Around the epoch of the tests, and beyond the default window of lists. */
const dates = fc
  .tuple(fc.integer({ min: -40, max: 900 }), fc.constantFrom('00:00:00', '12:30:00', '23:59:59'))
  .map(([days, time]) => `2026-01-01 +${days} days ${time}`);
const zones = ['UTC', 'America/New_York', 'Asia/Tokyo', 'UTC+5.5'];

const categoryNames = ['Music', 'Markets', 'Jazz', 'Free'];
const tagNames = ['indoor', 'outdoor', 'music'];
export const statuses = ['publish', 'draft', 'pending', 'private', 'trash', 'future'];

const link = <Fields>(fields: fc.Arbitrary<Fields>, ids: fc.Arbitrary<number>) =>
  fc.oneof(
    ids.map((id) => ({ id })),
    fields.map((each) => ({ fields: each })),
  );

const venueNames = fc.constantFrom('Town Hall', 'The Barn', 'Quay').map((name) => ({ name }));
const organizerNames = fc.constantFrom('Ann', 'Ben', 'Cem').map((name) => ({ name }));

/** Ids of posts that may exist. */
const ids = fc.integer({ min: 1, max: 30 });

const eventFields: fc.Arbitrary<EventFields> = fc
  .record({
    title: maybe(fc.constantFrom(...titles)),
    startDate: maybe(dates),
    endDate: maybe(dates),
    timezone: maybe(fc.constantFrom(...zones)),
    allDay: maybe(fc.boolean()),
    description: maybe(fc.constantFrom(...texts)),
    excerpt: maybe(fc.constantFrom(...texts)),
    date: maybe(dates),
    status: maybe(fc.constantFrom(...statuses)),
    featured: maybe(fc.boolean()),
    hideFromListings: maybe(fc.constantFrom(false, false, true)),
    categories: maybe(fc.subarray(categoryNames)),
    tags: maybe(fc.subarray(tagNames)),
    venue: maybe(fc.array(link(venueNames, ids), { maxLength: 1 })),
    organizer: maybe(fc.array(link(organizerNames, ids), { maxLength: 2 })),
  })
  .map(withoutUnsent);

export const calendarCommand: fc.Arbitrary<CalendarCommand> = fc.oneof(
  {
    weight: 8,
    arbitrary: eventFields.map((fields): CalendarCommand => {
      const needed = { title: 'Open Stage', startDate: '2026-02-03 20:00', endDate: '2026-02-03' };
      return { type: 'CreateEvent', ...byAdministrator, fields: { ...needed, ...fields } };
    }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(ids, eventFields).map(([id, fields]): CalendarCommand => ({
      type: 'UpdateEvent',
      ...byAdministrator,
      event: { id },
      fields,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('event', 'event', 'venue', 'organizer'), ids)
      .map(([kind, id]): CalendarCommand => ({
        type: 'TrashPost',
        ...byAdministrator,
        kind,
        post: { id },
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('venue', 'organizer'), ids, fc.constantFrom(...statuses))
      .map(([kind, id, status]): CalendarCommand => {
        return kind === 'venue'
          ? { type: 'UpdateVenue', ...byAdministrator, venue: { id }, fields: { status } }
          : { type: 'UpdateOrganizer', ...byAdministrator, organizer: { id }, fields: { status } };
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...categoryNames), maybe(fc.integer({ min: 1, max: 6 })))
      .map(([name, parent]): CalendarCommand => ({
        type: 'CreateTerm',
        ...byAdministrator,
        taxonomy: 'category',
        fields: { name, ...(parent === undefined ? {} : { parent }) },
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('category', 'tag'), fc.integer({ min: 1, max: 8 }))
      .map(([taxonomy, termId]): CalendarCommand => ({
        type: 'DeleteTerm',
        ...byAdministrator,
        taxonomy,
        termId,
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ id: ids, parentId: maybe(fc.option(ids)), isTicketed: maybe(fc.boolean()) })
      .map((fields): CalendarCommand => {
        return { type: 'SetOperatorFields', kind: 'event', ...withoutUnsent(fields) };
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(ids, fc.constantFrom(null, { latitude: 52, longitude: 4.3 }))
      .map(([id, place]): CalendarCommand => ({
        type: 'SetOperatorFields',
        kind: 'venue',
        id,
        place,
      })),
  },
);

/** A sequence of commands, some of which are rejected. */
export const calendarCommands: fc.Arbitrary<readonly CalendarCommand[]> = fc.array(
  calendarCommand,
  {
    maxLength: 40,
    size: 'max',
  },
);

export const callers = fc.constantFrom('anonymous' as const, administrator, {
  userId: 3,
  role: 'subscriber' as const,
});

function withoutUnsent<T extends object>(sent: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
