// Random requests that create or update records of a calendar, as JSON.

import fc from 'fast-check';

const words = [
  'Fair',
  'fête',
  'a & b',
  '100%',
  'x+y=z',
  '日本',
  '"quoted"',
  "it's",
  '[1]',
  '0',
  'ü  ü',
];
/** Non-empty texts without line breaks, which forms and multipart bodies treat differently. */
const text = fc.oneof(
  fc.constantFrom(...words),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((any) => any.replaceAll(/[\r\n]/g, ' ')),
);
const dates = [
  '2031-01-10 09:00',
  '2031-01-10',
  'tomorrow 9am',
  '1925024400',
  '+1 month',
  '2031-01-10T14:00:00Z',
];
const date = fc.constantFrom(...dates);
const url = fc.constantFrom('http://fair.test', 'https://a.test/b?c=d&e=%20#f', '');
const listed = text.filter((any) => !any.includes(',') && any.trim() !== '');
const id = fc.integer({ min: 1, max: 50 });

const post = {
  author: fc.constant(1),
  date,
  date_utc: date,
  status: fc.constantFrom('publish', 'draft', 'private', 'future'),
};

const venue = fc.record(
  {
    venue: text,
    ...post,
    description: text,
    city: text,
    country: text,
    website: url,
    show_map: fc.boolean(),
  },
  { requiredKeys: ['venue'] },
);

const organizer = fc.record(
  { organizer: text, ...post, description: text, phone: text, email: text, website: url },
  { requiredKeys: ['organizer'] },
);

/** Fields of venues and organizers with the required name. */
export const linkedBodies = { venue, organizer };

/** Fields of a category or tag with the required name. */
export const termBody = fc.record(
  { name: text, description: text, slug: text },
  { requiredKeys: ['name'] },
);

/** Fields of an event with the required ones. */
export const eventBody = fc.record(
  {
    title: text,
    start_date: date,
    end_date: date,
    ...post,
    description: text,
    slug: text,
    excerpt: text,
    timezone: fc.constantFrom('Europe/Vienna', 'UTC+2', ''),
    all_day: fc.boolean(),
    cost: fc.oneof(
      text,
      fc.integer({ min: 0, max: 99 }),
      fc.array(text, { minLength: 1, maxLength: 3 }),
    ),
    website: url,
    show_map: fc.boolean(),
    featured: fc.boolean(),
    categories: fc.array(fc.oneof(listed, id), { maxLength: 4 }),
    tags: fc.array(fc.oneof(listed, id), { maxLength: 4 }),
    venue: fc.oneof(
      id,
      venue,
      id.map((one) => ({ id: one })),
      fc.array(venue, { minLength: 1, maxLength: 2 }),
    ),
    organizer: fc.array(
      fc.oneof(
        id,
        organizer,
        id.map((one) => ({ id: one })),
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['title', 'start_date', 'end_date'] },
);

/** Filters of a list of events. */
export const eventFilters = fc.record(
  {
    page: fc.integer({ min: 1, max: 9 }),
    per_page: fc.integer({ min: 1, max: 50 }),
    start_date: date,
    ends_before: date,
    strict_dates: fc.boolean(),
    search: text,
    categories: fc.array(
      text.filter((any) => any.trim() === any),
      { minLength: 1, maxLength: 3 },
    ),
    venue: fc.array(id, { minLength: 1, maxLength: 3 }),
    include: fc.array(id, { minLength: 1, maxLength: 3 }),
    featured: fc.boolean(),
    status: fc.subarray(['publish', 'draft', 'future'], { minLength: 1 }),
    geoloc: fc.boolean(),
    geoloc_lat: fc.double({ min: -90, max: 90, noNaN: true, noDefaultInfinity: true }),
    ticketed: fc.boolean(),
  },
  { requiredKeys: [] },
);
