// Venues and organizers on the wire (reference/calendar.md sections 3.2 and 3.3). Empty fields are omitted.

import { calendar } from '../../../../core/index.ts';
import { globalIdOf, pageOf, type Printing } from './addresses.ts';
import { printDateUtc } from './dates.ts';
import { printImage } from './image.ts';
import type { PrintedRecord } from './printed.ts';
import { printTitle } from './title.ts';

const { formatSeconds } = calendar;

/** A venue; single ones have JSON-LD. */
export function printVenue(
  venue: calendar.VenueView,
  { links, site }: Printing,
  jsonLd?: Record<string, unknown>,
): PrintedRecord<'Venue'> {
  const { id, image, place } = venue;
  const globalId = globalIdOf(links, id);
  return {
    id,
    author: String(venue.authorId),
    status: venue.status,
    date: formatSeconds(venue.dateSeconds),
    date_utc: printDateUtc(venue.dateUtcSeconds),
    modified: formatSeconds(venue.modifiedSeconds),
    modified_utc: formatSeconds(venue.modifiedUtcSeconds),
    url: pageOf(links, 'venue', id, venue.slug),
    venue: nonEmpty(printTitle(venue.name, site)),
    description: nonEmpty(venue.description),
    excerpt: nonEmpty(venue.excerpt),
    slug: nonEmpty(venue.slug),
    image: image === null ? undefined : printImage(image, links),
    address: nonEmpty(venue.address),
    city: nonEmpty(venue.city),
    country: nonEmpty(venue.country),
    province: nonEmpty(venue.province),
    state: nonEmpty(venue.state),
    zip: nonEmpty(venue.zip),
    phone: nonEmpty(venue.phone),
    website: nonEmpty(venue.website),
    stateprovince: nonEmpty(venue.stateprovince),
    geo_lat: place?.latitude,
    geo_lng: place?.longitude,
    json_ld: jsonLd,
    show_map: venue.showsMap,
    show_map_link: venue.showsMapLink,
    global_id: globalId,
    global_id_lineage: [globalId],
  };
}

/** An organizer; single ones have JSON-LD. */
export function printOrganizer(
  organizer: calendar.OrganizerView,
  { links, site }: Printing,
  jsonLd?: Record<string, unknown>,
): PrintedRecord<'Organizer'> {
  const { id, image } = organizer;
  const globalId = globalIdOf(links, id);
  return {
    id,
    author: String(organizer.authorId),
    status: organizer.status,
    date: formatSeconds(organizer.dateSeconds),
    date_utc: printDateUtc(organizer.dateUtcSeconds),
    modified: formatSeconds(organizer.modifiedSeconds),
    modified_utc: formatSeconds(organizer.modifiedUtcSeconds),
    url: pageOf(links, 'organizer', id, organizer.slug),
    organizer: nonEmpty(printTitle(organizer.name, site)),
    description: nonEmpty(organizer.description),
    excerpt: nonEmpty(organizer.excerpt),
    slug: nonEmpty(organizer.slug),
    image: image === null ? undefined : printImage(image, links),
    phone: nonEmpty(organizer.phone),
    website: nonEmpty(organizer.website),
    email: nonEmpty(organizer.email),
    json_ld: jsonLd,
    global_id: globalId,
    global_id_lineage: [globalId],
  };
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}
