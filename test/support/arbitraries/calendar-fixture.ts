// Random calendar sections of fixtures: references by keys, slugs and names, relative dates, every field at times.

import fc from 'fast-check';
import { slugOf } from '../../../core/calendar/text/slug.ts';

type Entry = Readonly<Record<string, unknown>>;

export interface CalendarSection {
  readonly images: readonly Entry[];
  readonly categories: readonly Entry[];
  readonly tags: readonly Entry[];
  readonly venues: readonly Entry[];
  readonly organizers: readonly Entry[];
  readonly events: readonly Entry[];
}

const words = ['Fête', 'moor', 'Grün & Blau', '42', 'night', 'Ж', 'a-b', "Jule's"];
const title = fc
  .tuple(fc.constantFrom(...words), fc.nat(99))
  .map(([word, number]) => `${word} ${number}`);

const moment = fc.constantFrom(
  'today',
  'tomorrow 9am',
  '+3 days 20:00',
  '-2 weeks',
  'last sunday of march 02:30',
  'last sunday of october 02:30',
  'first tuesday of next month 18:00',
  '2026-06-21 05:00:00',
  '2030-01-01T00:00:00+09:00',
);
const status = fc.constantFrom('publish', 'draft', 'pending', 'private', 'future', 'trash');
const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'UTC+5.5', '');

const postFields = {
  date: moment,
  status,
  description: fc.constantFrom('Two\n\nparagraphs.', '<b>bold</b>', ''),
  password: fc.constantFrom('sesame', 'down below'),
};

function some(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Entry> {
  return fc.record(fields, { requiredKeys: [] });
}

/** Entries of distinct names, some with a key. */
function named(
  member: string,
  list: string,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<readonly Entry[]> {
  const entry = fc.tuple(title, fc.boolean(), some(fields));
  return fc
    .uniqueArray(entry, { maxLength: 5, selector: ([name]) => slugOf(name) })
    .map((entries) =>
      entries.map(([name, hasKey, rest], place) => ({
        ...(hasKey ? { key: `${list} ${place}` } : {}),
        [member]: name,
        ...rest,
      })),
    );
}

/** One of the names of an entry. */
function callOf(member: string, entry: Entry): fc.Arbitrary<string> {
  const name = String(entry[member]);
  const key = typeof entry['key'] === 'string' ? [entry['key']] : [];
  return fc.constantFrom(name, name.toUpperCase(), slugOf(name), ...key);
}

function linkTo(member: string, entries: readonly Entry[]): fc.Arbitrary<string | undefined> {
  if (entries.length === 0) return fc.constant(undefined);
  return fc.option(
    fc.constantFrom(...entries).chain((entry) => callOf(member, entry)),
    { nil: undefined },
  );
}

function linksTo(member: string, entries: readonly Entry[]): fc.Arbitrary<readonly string[]> {
  if (entries.length === 0) return fc.constant([]);
  return fc.array(
    fc.constantFrom(...entries).chain((entry) => callOf(member, entry)),
    { maxLength: 3 },
  );
}

/** Entries with parents anywhere in the list, without cycles. */
function inTree(member: string, entries: readonly Entry[]): fc.Arbitrary<readonly Entry[]> {
  const parents = entries.map((_, place) => linkTo(member, entries.slice(0, place)));
  return fc
    .tuple(...parents)
    .map((chosen) =>
      entries.map((entry, place) => omitUndefined({ ...entry, parent: chosen[place] })),
    )
    .chain((tree) => fc.shuffledSubarray([...tree], { minLength: tree.length }));
}

function omitUndefined(entry: Entry): Entry {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}

const images = fc
  .uniqueArray(fc.nat(9), { maxLength: 3 })
  .map((numbers) =>
    numbers.map((number) => ({ key: `i${number}`, url: `https://p.example.org/${number}.png` })),
  );

const eventFields = {
  ...postFields,
  start_date: moment,
  end_date: moment,
  excerpt: fc.constant('Short.'),
  timezone: zone,
  all_day: fc.boolean(),
  cost: fc.constantFrom<unknown>(0, '5 €', ['3', 7.5], 'Donation'),
  website: fc.constant('https://example.org/'),
  image: fc.constant('https://elsewhere.example.org/one.jpg'),
  hide_from_listings: fc.boolean(),
  sticky: fc.boolean(),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  repeats: fc.record({
    every: fc.constantFrom('day', 'week', '2 weeks', 'month', '1 years'),
    times: fc.integer({ min: 2, max: 4 }),
  }),
};

export const calendarSection: fc.Arbitrary<CalendarSection> = fc
  .record({
    images,
    categories: named('name', 'categories', { description: fc.constant('x') }),
    tags: named('name', 'tags', { description: fc.constant('x') }),
    venues: named('venue', 'venues', {
      ...postFields,
      city: fc.constantFrom('Delft', ''),
      show_map: fc.boolean(),
      geodata: fc.record({
        latitude: fc.integer({ min: -90, max: 90 }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
    }),
    organizers: named('organizer', 'organizers', { ...postFields, phone: fc.constant('1') }),
    events: named('title', 'events', eventFields),
  })
  .chain((calendar) => {
    const day = { start_date: 'today', end_date: 'tomorrow' };
    const dated = calendar.events.map((event) => ({ ...day, ...event }));
    const linked = fc.tuple(
      ...dated.map((event) =>
        fc
          .record({
            categories: linksTo('name', calendar.categories),
            tags: linksTo('name', calendar.tags),
            venue: linkTo('venue', calendar.venues),
            organizer: linksTo('organizer', calendar.organizers),
          })
          .map((links) => omitUndefined({ ...event, ...links })),
      ),
    );
    return fc.record({
      images: fc.constant(calendar.images),
      categories: inTree('name', calendar.categories),
      tags: fc.constant(calendar.tags),
      venues: fc.constant(calendar.venues),
      organizers: fc.constant(calendar.organizers),
      events: linked.chain((events) => inTree('title', events)),
    });
  });
