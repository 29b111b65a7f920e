// Random requests to a calendar with few names, so that slugs, duplicates and terms collide. Ids are indices into the
// existing ids of a kind; index 0 is an id of another kind.

import fc from 'fast-check';
import type { Body, Call } from '../calendar/model-records.ts';
import type { Filters } from '../calendar/model-views.ts';

/** Some of the members, each in one of three. */
function some<T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  const kept = fc.array(fc.nat({ max: 2 }), { minLength: 20, maxLength: 20 });
  return fc.tuple(fc.record(members), kept).map(([all, chances]) => {
    const entries = Object.entries(all).filter((_, index) => chances[index] === 2);
    return Object.fromEntries(entries) as Partial<T>;
  });
}

const place = fc.nat({ max: 12 });
const of = <T extends string | number>(...values: readonly T[]) => fc.constantFrom<T>(...values);
const caller = of('admin', 'admin', 'admin', 'admin', 'author', 'author', 'nobody');

/** Rarely the first value, which is invalid. */
const seldom = <B, T>(bad: B, good: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 19, arbitrary: good }, { weight: 1, arbitrary: fc.constant(bad) });

const made = seldom('lost', of('publish', 'publish', 'draft', 'pending', 'private', 'future'));
const given = seldom(
  'lost',
  of('publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'),
);
const dates = fc
  .tuple(fc.integer({ min: 1, max: 9 }), of('00:00:00', '09:30:00', '23:59:59'))
  .map(([day, time]) => `2026-01-0${day} ${time}`);
const slugs = seldom('', of('Fair', 'fair-2', 'jazz-night', 'quay'));

const eventNames = of('Fair', 'Fair', 'Fair 2', 'Jazz Night', 'Quay');
const linkedNames = of('Quay', 'Quay', 'quay', 'Town Hall');
const termNames = of('Music', 'Music', 'Jazz', 'jazz music');
const termInputs = fc.array(fc.oneof(place, termNames, of('music', 'Jazz-2')), { maxLength: 3 });

const details = { description: of('Old', 'New'), status: made };
const venue = { ...details, city: of('Oslo', 'oslo', 'Lund', '') };
const organizer = { ...details, phone: of('1', '2', '') };
const newVenue = fc
  .tuple(linkedNames, some<Body>(venue))
  .map(([name, rest]) => ({ ...rest, venue: name }));
const newOrganizer = fc
  .tuple(linkedNames, some<Body>(organizer))
  .map(([name, rest]) => ({ ...rest, organizer: name }));

const eventFields = {
  start_date: dates,
  end_date: dates,
  date: dates,
  slug: slugs,
  all_day: fc.boolean(),
  featured: fc.boolean(),
  sticky: fc.boolean(),
  hide_from_listings: of(0, 0, 1).map(Boolean),
  categories: termInputs,
  tags: termInputs,
  venue: seldom({ city: 'Oslo' }, fc.oneof(place, newVenue, newVenue, fc.constant(''))),
  organizer: fc.array(fc.oneof(place, newOrganizer), { maxLength: 3 }),
};
const termFields = { slug: seldom('', of('music', 'jazz', 'music-jazz')), parent: place };

const creations: fc.Arbitrary<Pick<Call, 'kind' | 'body'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(eventNames, dates, dates, some<Body>({ ...eventFields, status: made }))
      .map(([title, start_date, end_date, rest]) => ({
        kind: 'events' as const,
        body: { title, start_date, end_date, ...rest },
      })),
  },
  { weight: 2, arbitrary: newVenue.map((body) => ({ kind: 'venues' as const, body })) },
  { weight: 2, arbitrary: newOrganizer.map((body) => ({ kind: 'organizers' as const, body })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(of('categories', 'tags'), termNames, some<Body>(termFields))
      .map(([kind, name, rest]) => ({ kind, body: { name, ...rest } })),
  },
  { weight: 1, arbitrary: of('events', 'venues', 'tags').map((kind) => ({ kind, body: {} })) },
);

const changes: fc.Arbitrary<Pick<Call, 'kind' | 'body'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: some<Body>({ ...eventFields, title: eventNames, status: given }).map((body) => ({
      kind: 'events' as const,
      body,
    })),
  },
  {
    weight: 2,
    arbitrary: some<Body>({
      ...venue,
      date: dates,
      venue: seldom('', of('Quay', 'Pier')),
      status: given,
    }).map((body) => ({ kind: 'venues' as const, body })),
  },
  {
    weight: 2,
    arbitrary: some<Body>({
      ...organizer,
      date: dates,
      organizer: seldom('', of('Quay', 'Pier')),
      status: given,
    }).map((body) => ({ kind: 'organizers' as const, body })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(of('categories', 'tags'), some<Body>({ ...termFields, name: termNames }))
      .map(([kind, body]) => ({ kind, body })),
  },
);

const kinds = of('events', 'venues', 'organizers', 'categories', 'tags');

/** A request, or a number of seconds to advance. */
export const calendarStep: fc.Arbitrary<Call | number> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ caller, method: of('POST'), more: creations }).map(merged),
  },
  {
    weight: 4,
    arbitrary: fc.record({ caller, method: of('PUT'), id: place, more: changes }).map(merged),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      caller,
      method: of('DELETE'),
      id: place,
      kind: kinds,
      body: fc.constant({}),
    }),
  },
  { weight: 1, arbitrary: of(1, 3_600, 86_400) },
);

/** A request that creates, moves or deletes categories. */
export const treeStep: fc.Arbitrary<Call> = fc.oneof(
  { weight: 2, arbitrary: treeCall('POST', { name: termNames, parent: place }) },
  { weight: 1, arbitrary: treeCall('POST', { name: of('Music', 'Jazz', 'Folk') }) },
  { weight: 1, arbitrary: treeCall('PUT', { parent: place }) },
  { weight: 1, arbitrary: treeCall('DELETE', {}) },
);

function treeCall(method: Call['method'], members: { [K in keyof Body]: fc.Arbitrary<Body[K]> }) {
  return fc.record({ id: place, body: fc.record(members) }).map(({ id, body }): Call => {
    const call = { caller: 'admin', method, kind: 'categories', body } as const;
    return method === 'POST' ? call : { ...call, id };
  });
}

function merged<A extends object, B>({
  more,
  ...rest
}: A & { readonly more: B }): Omit<A, 'more'> & B {
  return { ...rest, ...more };
}

const paged = { page: of(1, 1, 2), per_page: of(2, 50) };
const search = of('fair', 'qu', 'old', 'jazz', 'mus');
const terms = fc.oneof(place, of('music', 'jazz'));

/** A list with parameters. */
export const calendarList = fc.oneof(
  fc.record({
    kind: fc.constant('events' as const),
    filters: some<Omit<Filters, 'page' | 'per_page'>>({
      status: of('publish', 'draft', 'trash', 'future'),
      start_date: of('2026-01-03'),
      end_date: of('2026-01-07'),
      featured: fc.boolean(),
      search,
      include: place,
      venue: place,
      organizer: place,
      categories: terms,
      tags: terms,
    }),
    page: fc.record(paged),
  }),
  fc.record({
    kind: of('venues', 'organizers'),
    filters: some<Omit<Filters, 'page' | 'per_page'>>({
      status: of('publish', 'draft', 'trash'),
      search,
      event: place,
      has_events: fc.boolean(),
    }),
    page: fc.record(paged),
  }),
  fc.record({
    kind: of('categories', 'tags'),
    filters: some<Omit<Filters, 'page' | 'per_page'>>({
      hide_empty: fc.boolean(),
      search,
      event: place,
      parent: place,
    }),
    page: fc.record(paged),
  }),
);
