// Events on the wire, their members in the order of the original (reference/calendar.md section 3.1).

import { calendar, type InPieces } from '../../../../core/index.ts';
import { globalIdOf, pageOf, type Printing } from './addresses.ts';
import { printDateUtc } from './dates.ts';
import { printImage } from './image.ts';
import type { PrintedRecord } from './printed.ts';
import { printEventTerm } from './term.ts';
import { printTitle } from './title.ts';
import { printOrganizer, printVenue } from './venue-or-organizer.ts';

const { dateDetails, formatSeconds } = calendar;

/** An event, with a thousand organizers possibly; single ones have JSON-LD. */
export function* printEvent(
  event: calendar.EventView,
  printing: Printing,
  jsonLd?: Record<string, unknown>,
): InPieces<PrintedRecord<'Event'>> {
  const { links, site } = printing;
  const { id, slug, image, venue, cost, isBlank } = event;
  const globalId = globalIdOf(links, id);
  const url = pageOf(links, 'event', id, slug);
  /** Null if the content is withheld (reference/calendar.md section 5.2). */
  const flag = (value: boolean) => (isBlank ? null : value);
  return {
    id,
    global_id: globalId,
    global_id_lineage: [globalId],
    author: String(event.authorId),
    status: event.status,
    date: formatSeconds(event.dateSeconds),
    date_utc: printDateUtc(event.dateUtcSeconds),
    modified: formatSeconds(event.modifiedSeconds),
    modified_utc: formatSeconds(event.modifiedUtcSeconds),
    url,
    rest_url: links.to(`/events/${id}`),
    title: printTitle(event.title, site),
    description: event.description,
    excerpt: event.excerpt,
    slug,
    image: image === null ? false : printImage(image, links),
    all_day: flag(event.isAllDay),
    start_date: formatSeconds(event.startSeconds),
    start_date_details: dateDetails(event.startSeconds),
    end_date: formatSeconds(event.endSeconds),
    end_date_details: dateDetails(event.endSeconds),
    utc_start_date: formatSeconds(event.startUtcSeconds),
    utc_start_date_details: dateDetails(event.startUtcSeconds),
    utc_end_date: formatSeconds(event.endUtcSeconds),
    utc_end_date_details: dateDetails(event.endUtcSeconds),
    timezone: event.zone,
    timezone_abbr: event.timezoneAbbreviation,
    cost: cost.text,
    cost_details: {
      currency_symbol: cost.currencySymbol,
      currency_code: '',
      currency_position: cost.currencyPosition,
      values: cost.values,
    },
    website: event.website ?? url,
    show_map: flag(event.showsMap),
    show_map_link: flag(event.showsMapLink),
    hide_from_listings: flag(event.isHidden),
    sticky: flag(event.isSticky),
    featured: flag(event.isFeatured),
    categories: yield* printEach(event.categories, printing, printEventTerm),
    tags: yield* printEach(event.tags, printing, printEventTerm),
    venue: venue === null ? [] : printVenue(venue, printing),
    organizer: yield* printEach(event.organizers, printing, printOrganizer),
    custom_fields: [],
    json_ld: jsonLd,
  };
}

function* printEach<Item, Text>(
  items: readonly Item[],
  printing: Printing,
  print: (item: Item, printing: Printing) => Text,
): InPieces<readonly Text[]> {
  const printed: Text[] = [];
  for (const item of items) {
    printed.push(print(item, printing));
    yield;
  }
  return printed;
}
