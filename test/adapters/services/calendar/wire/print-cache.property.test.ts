// Cached texts equal computed ones, after any earlier texts.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { defaultSite } from '../../../../../adapters/services/calendar/config.ts';
import { linksBelow } from '../../../../../adapters/services/calendar/links.ts';
import type { Printing } from '../../../../../adapters/services/calendar/wire/addresses.ts';
import { printEvent } from '../../../../../adapters/services/calendar/wire/event.ts';
import { cachePrinted } from '../../../../../adapters/services/calendar/wire/print-cache.ts';
import { printTerm } from '../../../../../adapters/services/calendar/wire/term.ts';
import {
  printOrganizer,
  printVenue,
} from '../../../../../adapters/services/calendar/wire/venue-or-organizer.ts';
import { atOnce, calendar, inOnePiece, type InPieces } from '../../../../../core/index.ts';
import { anyText, hostileText } from '../../../../support/arbitraries/hostile-text.ts';

const text = fc.oneof(fc.constant(''), fc.constantFrom('Town Hall', 'Delft'), anyText, hostileText);
/** Few ids, two of which share a slot. */
const id = fc.constantFrom(1, 2, 257);
/** Instants from year 1 to year 9999, in seconds. */
const seconds = fc.oneof(
  fc.constantFrom(0, 1_767_225_600, -1),
  fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
);

const image: fc.Arbitrary<calendar.ImageView | null> = fc.option(
  fc
    .record({ id, fileName: text, fileBytes: fc.nat() })
    .map(({ id: imageId, fileName, fileBytes }) => {
      const size = { width: 150, height: 100, mimeType: 'image/png', fileBytes, fileName };
      const sizes = { thumbnail: size, medium: size, medium_large: size, large: size };
      return { ...size, id: imageId, extension: 'png', sizes };
    }),
);

const post = {
  id,
  authorId: id,
  status: fc.constantFrom(...calendar.statuses),
  slug: text,
  dateSeconds: seconds,
  dateUtcSeconds: fc.option(seconds),
  modifiedSeconds: seconds,
  modifiedUtcSeconds: seconds,
  image,
};

const degrees = fc.double({ min: -90, max: 90, noNaN: true });

const venue: fc.Arbitrary<calendar.VenueView> = fc.record({
  ...post,
  name: text,
  description: text,
  excerpt: text,
  address: text,
  city: text,
  country: text,
  province: text,
  state: text,
  zip: text,
  phone: text,
  website: text,
  stateprovince: text,
  showsMap: fc.boolean(),
  showsMapLink: fc.boolean(),
  place: fc.option(fc.record({ latitude: degrees, longitude: degrees })),
});

const organizer: fc.Arbitrary<calendar.OrganizerView> = fc.record({
  ...post,
  name: text,
  description: text,
  excerpt: text,
  phone: text,
  website: text,
  email: text,
});

const eventTerm = {
  id,
  taxonomy: fc.constantFrom(...calendar.taxonomies),
  name: text,
  slug: text,
  description: text,
  parentId: fc.constantFrom(0, 0, 7),
  eventCount: fc.nat(),
};

const term: fc.Arbitrary<calendar.TermView> = fc.record({
  ...eventTerm,
  ancestorSlugs: fc.array(text, { maxLength: 2 }),
});

const event: fc.Arbitrary<calendar.EventView> = fc.record({
  ...post,
  title: text,
  description: text,
  excerpt: text,
  isAllDay: fc.boolean(),
  startSeconds: seconds,
  endSeconds: seconds,
  startUtcSeconds: seconds,
  endUtcSeconds: seconds,
  zone: fc.constantFrom('UTC', 'America/New_York'),
  timezoneAbbreviation: fc.constantFrom('UTC', '-03', ''),
  cost: fc.record({
    text,
    currencySymbol: text,
    currencyPosition: fc.constantFrom('prefix', 'postfix', ''),
    values: fc.array(text, { maxLength: 3 }),
  }),
  website: fc.option(text),
  showsMap: fc.boolean(),
  showsMapLink: fc.boolean(),
  isHidden: fc.boolean(),
  isSticky: fc.boolean(),
  isFeatured: fc.boolean(),
  categories: fc.array(fc.record(eventTerm), { maxLength: 3 }),
  tags: fc.array(fc.record(eventTerm), { maxLength: 2 }),
  venue: fc.option(venue),
  organizers: fc.array(organizer, { maxLength: 3 }),
  isBlank: fc.boolean(),
});

const printing: fc.Arbitrary<Printing> = fc
  .record({
    baseUrl: fc.constantFrom('http://127.0.0.1:4000', 'https://[::1]:8/w/a', 'http://"quoted"'),
    prefix: fc.constantFrom('', '/wp-json'),
    namespace: fc.constantFrom('calendar/events/v1', 'tribe/events/v1'),
    tag: fc.constantFrom('post_tag', 'label'),
  })
  .map(({ baseUrl, prefix, namespace, tag }) => ({
    links: linksBelow(baseUrl, prefix, namespace),
    site: { ...defaultSite, taxonomies: { ...defaultSite.taxonomies, tag } },
  }));

/** Prints all views in turn, each with and without a cache. */
function expectEqual<View extends { readonly id: number }>(
  print: (view: View, printing: Printing) => InPieces<object>,
  sequence: readonly (readonly [View, Printing])[],
): void {
  const cached = cachePrinted(print);
  for (const [view, at] of [...sequence, ...sequence]) {
    expect(atOnce(cached(view, at))).toBe(JSON.stringify(atOnce(print(view, at))));
  }
}

function sequenceOf<View>(view: fc.Arbitrary<View>) {
  return fc.array(fc.tuple(view, printing), { maxLength: 4 });
}

it('prints records of any content as without a cache', () => {
  const all = [
    sequenceOf(event),
    sequenceOf(venue),
    sequenceOf(organizer),
    sequenceOf(term),
  ] as const;
  fc.assert(
    fc.property(...all, (events, venues, organizers, terms) => {
      expectEqual(printEvent, events);
      expectEqual(inOnePiece(printVenue), venues);
      expectEqual(inOnePiece(printOrganizer), organizers);
      expectEqual(inOnePiece(printTerm), terms);
    }),
  );
});

it('prints records that differ in one member as without a cache', () => {
  fc.assert(
    fc.property(event, event, printing, (one, other, at) => {
      const members = Object.keys(one) as (keyof calendar.EventView)[];
      const variants = members.flatMap((name) => [one, { ...one, [name]: other[name] }]);
      expectEqual(
        printEvent,
        variants.map((view) => [view, at] as const),
      );
    }),
  );
});

it('prints equal records once', () => {
  let prints = 0;
  const cached = cachePrinted(
    inOnePiece((view: { readonly id: number; readonly list: readonly string[] }) => {
      prints += 1;
      return view;
    }),
  );
  const at = { links: linksBelow('http://127.0.0.1'), site: defaultSite };
  for (const list of [['a'], ['a'], ['b'], ['b', 'c'], ['b', 'c']])
    atOnce(cached({ id: 1, list }, at));
  expect(prints).toBe(3);
  atOnce(cached({ id: 257, list: ['b', 'c'] }, at));
  atOnce(cached({ id: 257, list: ['b', 'c'] }, { ...at, site: { ...defaultSite } }));
  atOnce(cached({ id: 257, list: ['b', 'c'] }, { ...at, links: linksBelow('http://127.0.0.2') }));
  expect(prints).toBe(6);
});

it('caches no long texts', () => {
  let prints = 0;
  const cached = cachePrinted(
    inOnePiece((view: { readonly id: number; readonly text: string }) => {
      prints += 1;
      return view;
    }),
  );
  const at = { links: linksBelow('http://127.0.0.1'), site: defaultSite };
  for (let read = 0; read < 3; read += 1) atOnce(cached({ id: 1, text: 'a'.repeat(20_000) }, at));
  expect(prints).toBe(3);
});
