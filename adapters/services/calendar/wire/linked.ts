// Venues and organizers on the wire (reference/calendar.md sections 3.2 and 3.3): fields without content are left out.

import { memoizeByRecord, type calendar } from '../../../../core/index.ts';
import { furtherMembers, inJson, inOnePiece } from '../../../http/json-text.ts';
import type { Links } from '../links.ts';
import { pageOf, type Printing } from './addresses.ts';
import { printImage } from './image.ts';
import { printGlobalIds, printPost } from './post.ts';
import { printedTitle, type TitleSite } from './title.ts';

type Venue = calendar.VenueOrOrganizerView<calendar.VenuePost>;
type Organizer = calendar.VenueOrOrganizerView<calendar.OrganizerPost>;

/** A venue as JSON, kept: event after event has it. */
export function printVenue(venue: Venue, { links, site }: Printing): string {
  return site.titles === 'texturized' ? texturizedVenue(venue, links) : plainVenue(venue, links);
}

/** An organizer as JSON, kept likewise. */
export function printOrganizer(organizer: Organizer, { links, site }: Printing): string {
  return site.titles === 'texturized'
    ? texturizedOrganizer(organizer, links)
    : plainOrganizer(organizer, links);
}

const [plainVenue, plainOrganizer] = keptPrinters({});
const [texturizedVenue, texturizedOrganizer] = keptPrinters({ titles: 'texturized' });

function keptPrinters(site: TitleSite) {
  return [
    memoizeByRecord((venue: Venue, links: Links) =>
      inOnePiece(printVenueWith(venue, { links, site }, {})),
    ),
    memoizeByRecord((organizer: Organizer, links: Links) =>
      inOnePiece(printOrganizerWith(organizer, { links, site }, {})),
    ),
  ] as const;
}

interface TitlePrinting {
  readonly links: Links;
  readonly site: TitleSite;
}

/** A venue with further members. */
export function printVenueWith(venue: Venue, { links, site }: TitlePrinting, more: object): string {
  const { id, place } = venue;
  const slug = inJson(venue.slug);
  return (
    `{"id":${id},${printPost(venue)},"url":"${pageOf(links.json, 'venue', id, slug)}"` +
    filled('venue', printedTitle(venue.name, site)) +
    filled('description', venue.description) +
    filled('excerpt', venue.excerpt) +
    filled('slug', venue.slug) +
    (venue.image === null ? '' : `,"image":${printImage(venue.image, links)}`) +
    filled('address', venue.address) +
    filled('city', venue.city) +
    filled('country', venue.country) +
    filled('province', venue.province) +
    filled('state', venue.state) +
    filled('zip', venue.zip) +
    filled('phone', venue.phone) +
    filled('website', venue.website) +
    filled('stateprovince', venue.stateprovince) +
    (place === null ? '' : furtherMembers({ geo_lat: place.latitude, geo_lng: place.longitude })) +
    furtherMembers(more) +
    `,"show_map":${venue.showsMap},"show_map_link":${venue.showsMapLink}` +
    `,${printGlobalIds(venue, links)}}`
  );
}

/** An organizer with further members. */
export function printOrganizerWith(
  organizer: Organizer,
  { links, site }: TitlePrinting,
  more: object,
): string {
  const { id, image } = organizer;
  const slug = inJson(organizer.slug);
  return (
    `{"id":${id},${printPost(organizer)}` +
    `,"url":"${pageOf(links.json, 'organizer', id, slug)}"` +
    filled('organizer', printedTitle(organizer.name, site)) +
    filled('description', organizer.description) +
    filled('excerpt', organizer.excerpt) +
    filled('slug', organizer.slug) +
    (image === null ? '' : `,"image":${printImage(image, links)}`) +
    filled('phone', organizer.phone) +
    filled('website', organizer.website) +
    filled('email', organizer.email) +
    furtherMembers(more) +
    `,${printGlobalIds(organizer, links)}}`
  );
}

/** A member for a text that says something. */
function filled(name: string, text: string): string {
  return text === '' ? '' : `,"${name}":"${inJson(text)}"`;
}
