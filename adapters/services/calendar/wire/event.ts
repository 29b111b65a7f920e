// Events on the wire, their members in the order of the original (reference/calendar.md section 3.1).

import type { calendar } from '../../../../core/index.ts';
import { furtherMembers, inJson, listOf } from '../../../http/json-text.ts';
import { keepTexts, placeOfText } from '../../../http/kept-text.ts';
import { pageOf, type Printing } from './addresses.ts';
import { printEnd, printStart, printUtcEnd, printUtcStart } from './dates.ts';
import { printImage } from './image.ts';
import { printOrganizer, printVenue } from './linked.ts';
import { printGlobalIds, printPost } from './post.ts';
import { printEmbeddedTerm } from './term.ts';
import { printedTitle } from './title.ts';

/** An event as JSON, with further members at its end. */
export function printEvent(event: calendar.EventView, printing: Printing, more?: object): string {
  const { id, image, venue, cost, website, isBlank } = event;
  const { links } = printing;
  const slug = inJson(event.slug);
  const page = pageOf(links.json, 'event', id, slug);
  return (
    `{"id":${id},${printGlobalIds(event, links)},${printPost(event)}` +
    `,"url":"${page}","rest_url":"${links.json.to(`/events/${id}`)}"` +
    `,"title":"${inJson(printedTitle(event.title, printing.site))}","description":"${inJson(event.description)}"` +
    `,"excerpt":"${inJson(event.excerpt)}","slug":"${slug}"` +
    `,"image":${image === null ? 'false' : printImage(image, links)}` +
    `,"all_day":${isBlank ? null : event.isAllDay}` +
    `,${printStart(event.startSeconds)},${printEnd(event.endSeconds)}` +
    `,${printUtcStart(event.startUtcSeconds)},${printUtcEnd(event.endUtcSeconds)}` +
    `,${printZone(event)},${printCost(cost)}` +
    `,"website":"${website === null ? page : inJson(website)}",${isBlank ? noFlags : printFlags(flagsOf(event))}` +
    `,"categories":${listOf(event.categories, (term) => printEmbeddedTerm(term, printing))}` +
    `,"tags":${listOf(event.tags, (term) => printEmbeddedTerm(term, printing))}` +
    `,"venue":${venue === null ? '[]' : printVenue(venue, printing)}` +
    `,"organizer":${listOf(event.organizers, (organizer) => printOrganizer(organizer, printing))}` +
    `,"custom_fields":[]${more === undefined ? '' : furtherMembers(more)}}`
  );
}

type Zone = Pick<calendar.EventView, 'zone' | 'timezoneAbbreviation'>;

const printZone = keepTexts<Zone>({
  print: ({ zone, timezoneAbbreviation }) =>
    `"timezone":"${inJson(zone)}","timezone_abbr":"${inJson(timezoneAbbreviation)}"`,
  isLike: (one, other) =>
    one.zone === other.zone && one.timezoneAbbreviation === other.timezoneAbbreviation,
  placeOf: ({ zone, timezoneAbbreviation }) =>
    placeOfText(zone) + placeOfText(timezoneAbbreviation),
  essence: ({ zone, timezoneAbbreviation }) => ({ zone, timezoneAbbreviation }),
});

/** Costs of one and the same single text are the very same (`costOf`). */
const printCost = keepTexts<calendar.Cost>({
  print: ({ text, currencySymbol, currencyPosition, values }) =>
    `"cost":"${inJson(text)}","cost_details":{"currency_symbol":"${inJson(currencySymbol)}"` +
    `,"currency_code":"","currency_position":"${currencyPosition}","values":${listOf(values, quoted)}}`,
  isLike: (one, other) => one === other,
  placeOf: ({ text }) => placeOfText(text),
});

/** Yes or no to each of these, as bits from the lowest one on. */
const flagNames = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'];

function flagsOf(event: calendar.EventView): number {
  const { showsMap, showsMapLink, isHidden, isSticky, isFeatured } = event;
  return (
    (showsMap ? 1 : 0) |
    (showsMapLink ? 2 : 0) |
    (isHidden ? 4 : 0) |
    (isSticky ? 8 : 0) |
    (isFeatured ? 16 : 0)
  );
}

const printFlags = keepTexts<number>({
  print: (flags) =>
    flagNames.map((name, bit) => `"${name}":${(flags & (1 << bit)) !== 0}`).join(','),
  isLike: (one, other) => one === other,
  placeOf: (flags) => flags,
});

/** They are not told of an event whose password was not given (reference/calendar.md section 5.2). */
const noFlags = flagNames.map((name) => `"${name}":null`).join(',');

function quoted(text: string): string {
  return `"${inJson(text)}"`;
}
