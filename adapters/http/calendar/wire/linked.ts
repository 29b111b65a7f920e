// Venues and organizers on the wire (reference/calendar.md sections 3.2 and 3.3): fields without content are left out.

import type { calendar } from '../../../../core/index.ts';
import { pageOf, type Printing } from './addresses.ts';
import { printImage } from './image.ts';
import { globalIds, printPost } from './post.ts';

export function printVenue(
  venue: calendar.LinkedView<calendar.VenuePost>,
  printing: Printing,
  more: object = {},
): object {
  const { id, name, description, excerpt, slug, place, showsMap, showsMapLink } = venue;
  const { address, city, country, province, state, zip, phone, website, stateprovince } = venue;
  return {
    id,
    ...printPost(venue),
    url: pageOf(printing, 'venue', venue),
    ...filled({ venue: name, description, excerpt, slug }),
    ...(venue.image === null ? {} : { image: printImage(venue.image, printing) }),
    ...filled({ address, city, country, province, state, zip, phone, website, stateprovince }),
    ...(place === null ? {} : { geo_lat: place.latitude, geo_lng: place.longitude }),
    ...more,
    show_map: showsMap,
    show_map_link: showsMapLink,
    ...globalIds(venue, printing),
  };
}

export function printOrganizer(
  organizer: calendar.LinkedView<calendar.OrganizerPost>,
  printing: Printing,
  more: object = {},
): object {
  const { id, name, description, excerpt, slug, phone, website, email, image } = organizer;
  return {
    id,
    ...printPost(organizer),
    url: pageOf(printing, 'organizer', organizer),
    ...filled({ organizer: name, description, excerpt, slug }),
    ...(image === null ? {} : { image: printImage(image, printing) }),
    ...filled({ phone, website, email }),
    ...more,
    ...globalIds(organizer, printing),
  };
}

/** Those of the texts that say something. */
function filled(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(texts)) {
    const text = texts[name] ?? '';
    if (text !== '') kept[name] = text;
  }
  return kept;
}
