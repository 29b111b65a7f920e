// Events on the wire, their members in the order of the original (reference/calendar.md section 3.1).

import type { calendar } from '../../../../core/index.ts';
import { furtherMembers, inJson, listOf } from '../../json-text.ts';
import { pageOf, type Printing } from './addresses.ts';
import { printDate, printDateDetails } from './dates.ts';
import { printImage } from './image.ts';
import { printOrganizer, printVenue } from './linked.ts';
import { printGlobalIds, printPost } from './post.ts';
import { printEmbeddedTerm } from './term.ts';

/** An event as JSON, with further members at its end. */
export function printEvent(event: calendar.EventView, printing: Printing, more?: object): string {
  const { id, startSeconds, endSeconds, startUtcSeconds, endUtcSeconds, image, venue } = event;
  const { cost, website, isBlank } = event;
  const { links } = printing;
  const slug = inJson(event.slug);
  const page = pageOf(links.json, 'event', id, slug);
  return (
    `{"id":${id},${printGlobalIds(event, links)},${printPost(event)}` +
    `,"url":"${page}","rest_url":"${links.json.to(`/events/${id}`)}"` +
    `,"title":"${inJson(event.title)}","description":"${inJson(event.description)}"` +
    `,"excerpt":"${inJson(event.excerpt)}","slug":"${slug}"` +
    `,"image":${image === null ? 'false' : printImage(image, links)}` +
    `,"all_day":${held(isBlank, event.isAllDay)}` +
    `,"start_date":${printDate(startSeconds)},"start_date_details":${printDateDetails(startSeconds)}` +
    `,"end_date":${printDate(endSeconds)},"end_date_details":${printDateDetails(endSeconds)}` +
    `,"utc_start_date":${printDate(startUtcSeconds)},"utc_start_date_details":${printDateDetails(startUtcSeconds)}` +
    `,"utc_end_date":${printDate(endUtcSeconds)},"utc_end_date_details":${printDateDetails(endUtcSeconds)}` +
    `,"timezone":"${inJson(event.zone)}","timezone_abbr":"${inJson(event.timezoneAbbreviation)}"` +
    `,"cost":"${inJson(cost.text)}","cost_details":${printCost(cost)}` +
    `,"website":"${website === null ? page : inJson(website)}"` +
    `,"show_map":${held(isBlank, event.showsMap)},"show_map_link":${held(isBlank, event.showsMapLink)}` +
    `,"hide_from_listings":${held(isBlank, event.isHidden)},"sticky":${held(isBlank, event.isSticky)}` +
    `,"featured":${held(isBlank, event.isFeatured)}` +
    `,"categories":${listOf(event.categories, (term) => printEmbeddedTerm(term, printing))}` +
    `,"tags":${listOf(event.tags, (term) => printEmbeddedTerm(term, printing))}` +
    `,"venue":${venue === null ? '[]' : printVenue(venue, links)}` +
    `,"organizer":${listOf(event.organizers, (organizer) => printOrganizer(organizer, links))}` +
    `,"custom_fields":[]${more === undefined ? '' : furtherMembers(more)}}`
  );
}

/** What is not told of an event whose password was not given (reference/calendar.md section 5.2). */
function held(isBlank: boolean, value: boolean): boolean | null {
  return isBlank ? null : value;
}

function printCost({ currencySymbol, currencyPosition, values }: calendar.Cost): string {
  return (
    `{"currency_symbol":"${inJson(currencySymbol)}","currency_code":""` +
    `,"currency_position":"${currencyPosition}","values":${listOf(values, quoted)}}`
  );
}

function quoted(text: string): string {
  return `"${inJson(text)}"`;
}
