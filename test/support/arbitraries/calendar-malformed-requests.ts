// Requests to the calendar, valid and malformed: parameters of any type, extreme numbers, broken texts, unknown paths.

import fc from 'fast-check';
import { eventBody, linkedBodies, termBody } from './calendar-requests.ts';

const malformedTexts = [
  '',
  ' ',
  ' 5 ',
  '1e3',
  '-1',
  '0',
  '٥',
  '9007199254740993',
  '1e999',
  'NaN',
  '\0',
  'a\0b',
  '\ufffe',
  '%',
  '%zz',
  '%00',
  '../..',
  '{"a":1}',
  '<'.repeat(3_000),
  '+999999999 years',
  '0000-00-00 00:00:00',
  '9999-12-31 23:59:59',
  '0001-01-01',
  '@1e30',
  'http://a.test/p.jpg',
  'http://a.invalid/p.jpg',
  'trash',
  'auto-draft',
  'any',
  'UTC+99',
];
const extremeNumbers = [0, -1, 0.5, 1e21, 1e308, -0, 2 ** 53];
const unexpectedObjects: readonly object[] = [
  [],
  {},
  [[]],
  [null],
  [{}],
  { id: -1 },
  { id: 1e30 },
  { id: '1', venue: 5 },
  { 0: 1, 1: 2 },
  { constructor: 1 },
  Array.from({ length: 1_001 }, () => 1),
  Array.from({ length: 60 }, (_, at) => ({ organizer: `o${at % 7}`, venue: '!', phone: at })),
];
const malformedValue = fc.oneof(
  fc.constantFrom<unknown>(
    ...malformedTexts,
    ...extremeNumbers,
    ...unexpectedObjects,
    true,
    false,
    null,
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const names = `
  title start_date end_date author date date_utc description slug excerpt status timezone all_day image cost website show_map
  sticky featured categories tags venue organizer name parent email phone id password page per_page search include exclude
  event has_events starts_before ends_after strict_dates geoloc_lat geoloc_lng orderby order post_parent hide_empty
  only_with_upcoming _fields _method __proto__
`
  .trim()
  .split(/\s+/);

type Fields = fc.Arbitrary<Readonly<Record<string, unknown>>>;

const creations: readonly (readonly [collection: string, fields: Fields])[] = [
  ['/events', eventBody],
  ['/venues', linkedBodies.venue],
  ['/organizers', linkedBodies.organizer],
  ['/categories', termBody],
  ['/tags', termBody],
];

/** Fields of a record, up to two of them replaced by malformed values. */
const withMalformedFields = (fields: Fields) =>
  fc
    .tuple(fields, fc.array(fc.tuple(fc.constantFrom(...names), malformedValue), { maxLength: 2 }))
    .map(([sound, others]) => ({ ...sound, ...Object.fromEntries(others) }));

const body = withMalformedFields(
  fc.oneof(fc.constant({}), ...creations.map(([, fields]) => fields)),
);

const small = fc.integer({ min: 0, max: 25 }).map(String);
const id = fc.oneof(
  { weight: 8, arbitrary: small },
  {
    weight: 1,
    arbitrary: fc.constantFrom('9007199254740993', '-1', '1e1', '٥', '%20', '9'.repeat(400), '%00'),
  },
);
const slug = fc.constantFrom(
  'fair',
  'fete',
  'fair__trashed',
  '0',
  '100',
  '%',
  '%zz',
  '%e6%97%a5%e6%9c%ac',
  '日本',
  'a%2Fb',
  '%00',
  'constructor',
  '__proto__',
  '%ed%a0%80',
  'x'.repeat(900),
);
const path = fc.oneof(
  fc.constantFrom('/events', '/venues', '/organizers', '/categories', '/tags', '', '/doc', '/no'),
  fc
    .tuple(fc.constantFrom('/events', '/venues', '/organizers', '/categories', '/tags'), id)
    .map((parts) => parts.join('/')),
  fc
    .tuple(fc.constantFrom('/events', '/venues', '/organizers', '/tags'), slug)
    .map((parts) => parts.join('/by-slug/')),
);

const creation = fc.constantFrom(...creations).chain(([collection, fields]) =>
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant(collection),
    body: fc.oneof(fields, withMalformedFields(fields)),
  }),
);

/** A method, a path below the namespace, and the sent fields. */
export const anyCalendarRequest = fc.oneof(
  creation,
  fc.record({
    method: fc.constantFrom('POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'DELETE'),
    path,
    body,
  }),
);
