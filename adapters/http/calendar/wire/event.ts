// Events on the wire, their members in the order of the original (reference/calendar.md section 3.1).

import { calendar } from '../../../../core/index.ts';
import { pageOf, type Printing } from './addresses.ts';
import { printImage } from './image.ts';
import { printOrganizer, printVenue } from './linked.ts';
import { globalIds, printPost } from './post.ts';
import { printEmbeddedTerm } from './term.ts';

const { dateDetails, formatSeconds } = calendar;

export function printEvent(
  event: calendar.EventView,
  printing: Printing,
  more: object = {},
): object {
  const { id, isBlank, image, venue } = event;
  const url = pageOf(printing, 'event', event);
  return {
    id,
    ...globalIds(event, printing),
    ...printPost(event),
    url,
    rest_url: printing.links.to(`/events/${id}`),
    title: event.title,
    description: event.description,
    excerpt: event.excerpt,
    slug: event.slug,
    image: image === null ? false : printImage(image, printing),
    all_day: held(isBlank, event.isAllDay),
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
    cost: event.cost.text,
    cost_details: printCost(event.cost),
    website: event.website ?? url,
    show_map: held(isBlank, event.showsMap),
    show_map_link: held(isBlank, event.showsMapLink),
    hide_from_listings: held(isBlank, event.isHidden),
    sticky: held(isBlank, event.isSticky),
    featured: held(isBlank, event.isFeatured),
    categories: event.categories.map((term) => printEmbeddedTerm(term, printing)),
    tags: event.tags.map((term) => printEmbeddedTerm(term, printing)),
    venue: venue === null ? [] : printVenue(venue, printing),
    organizer: event.organizers.map((organizer) => printOrganizer(organizer, printing)),
    custom_fields: [],
    ...more,
  };
}

/** What is not told of an event whose password was not given (reference/calendar.md section 5.2). */
function held(isBlank: boolean, value: boolean): boolean | null {
  return isBlank ? null : value;
}

function printCost({ currencySymbol, currencyPosition, values }: calendar.Cost): object {
  return {
    currency_symbol: currencySymbol,
    currency_code: '',
    currency_position: currencyPosition,
    values,
  };
}
