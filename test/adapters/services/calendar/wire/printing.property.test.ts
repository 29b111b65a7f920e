// Records as JSON: the same bytes as JSON.stringify gives of plain objects, whatever is in them and whatever was kept before.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linksBelow } from '../../../../../adapters/services/calendar/links.ts';
import type { Printing } from '../../../../../adapters/services/calendar/wire/addresses.ts';
import { printEvent } from '../../../../../adapters/services/calendar/wire/event.ts';
import {
  printOrganizer,
  printOrganizerWith,
  printVenue,
  printVenueWith,
} from '../../../../../adapters/services/calendar/wire/linked.ts';
import { printTerm } from '../../../../../adapters/services/calendar/wire/term.ts';
import { defaultSite } from '../../../../../adapters/services/calendar/config.ts';
import { calendar } from '../../../../../core/index.ts';
import { anyText, hostileText } from '../../../../support/arbitraries/hostile-text.ts';
import {
  plainEvent,
  plainOrganizer,
  plainTerm,
  plainVenue,
} from '../../../../support/calendar/plain-answers.ts';

const text = fc.oneof(fc.constant(''), fc.constantFrom('Town Hall', 'Delft'), anyText, hostileText);
/** Few, and some that share a place where things are kept. */
const id = fc.constantFrom(1, 2, 3, 257, 258);
/** From year 1 to year 9999. */
const seconds = fc.oneof(
  fc.constantFrom(0, 1_767_225_600, -1),
  fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }),
);

const image: fc.Arbitrary<calendar.Image | null> = fc.option(
  fc
    .record({ id, fileName: text, fileBytes: fc.nat() })
    .map(({ id: imageId, fileName, fileBytes }) => {
      const size = { width: 150, height: 100, mimeType: 'image/png', fileBytes, fileName };
      const sizes = { thumbnail: size, medium: size, medium_large: size, large: size };
      return { ...size, id: imageId, extension: 'png', source: fileName, sizes };
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
  imageId: fc.option(id),
  passwordFingerprint: fc.option(text),
  image,
};

const degrees = fc.double({ min: -90, max: 90, noNaN: true });

const venue: fc.Arbitrary<calendar.VenueOrOrganizerView<calendar.VenuePost>> = fc.record({
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

const organizer: fc.Arbitrary<calendar.VenueOrOrganizerView<calendar.OrganizerPost>> = fc.record({
  ...post,
  name: text,
  description: text,
  excerpt: text,
  phone: text,
  website: text,
  email: text,
});

const term: fc.Arbitrary<calendar.TermView> = fc.record({
  id,
  taxonomy: fc.constantFrom(...calendar.taxonomies),
  name: text,
  slug: text,
  description: text,
  parentId: fc.constantFrom(0, 0, 7),
  eventCount: fc.nat(),
  ancestorSlugs: fc.array(text, { maxLength: 2 }),
});

const countedTerm = fc.record({ term, eventCount: fc.nat() });

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
  categoryIds: fc.constant([]),
  categories: fc.array(countedTerm, { maxLength: 3 }),
  tagIds: fc.constant([]),
  tags: fc.array(countedTerm, { maxLength: 2 }),
  venueId: fc.option(id),
  venue: fc.option(venue),
  organizerIds: fc.constant([]),
  organizers: fc.array(organizer, { maxLength: 3 }),
  parentId: fc.option(id),
  isTicketed: fc.boolean(),
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

const more = fc.constantFrom({}, { json_ld: { name: '"', list: [1, null] } });

it('prints records as JSON.stringify prints plain objects, the same ones again and again', () => {
  const records = fc.record({ event, venue, organizer, term });
  const asked = fc.array(fc.tuple(records, printing, more), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(asked, (all) => {
      // Twice, so that what was kept is printed too, in between others of the same ids.
      for (const [shown, at, beside] of [...all, ...all]) {
        const printed = {
          event: printEvent(shown.event, at, beside),
          venue: printVenue(shown.venue, at),
          venueWith: printVenueWith(shown.venue, at, beside),
          organizer: printOrganizer(shown.organizer, at),
          organizerWith: printOrganizerWith(shown.organizer, at, beside),
          term: printTerm(shown.term, at),
        };
        expect(printed).toEqual({
          event: JSON.stringify(plainEvent(shown.event, at, beside)),
          venue: JSON.stringify(plainVenue(shown.venue, at)),
          venueWith: JSON.stringify(plainVenue(shown.venue, at, beside)),
          organizer: JSON.stringify(plainOrganizer(shown.organizer, at)),
          organizerWith: JSON.stringify(plainOrganizer(shown.organizer, at, beside)),
          term: JSON.stringify(plainTerm(shown.term, at)),
        });
      }
    }),
  );
});

it('prints anew what is another record of the same id, and counts of terms as they come', () => {
  fc.assert(
    fc.property(
      event,
      term,
      fc.array(fc.nat(), { maxLength: 5 }),
      printing,
      (base, one, counts, at) => {
        for (const eventCount of counts) {
          const shown = { ...base, categories: [{ term: one, eventCount }] };
          expect(printEvent(shown, at)).toBe(JSON.stringify(plainEvent(shown, at)));
        }
      },
    ),
  );
});
