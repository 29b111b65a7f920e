// What the calendar answers with as plain objects, member by member in the order of the wire: what its JSON is held against.

import { calendar } from '../../../core/index.ts';
import {
  globalIdOf,
  pageOf,
  termPageOf,
  uploadOf,
  type Printing,
} from '../../../adapters/services/calendar/wire/addresses.ts';

const { dateDetails, formatSeconds } = calendar;
export function plainEvent(
  event: calendar.EventView,
  printing: Printing,
  more: object = {},
): object {
  const { id, isBlank, image, venue } = event;
  const url = pageOf(printing.links, 'event', event.id, event.slug);
  return {
    id,
    ...plainGlobalIds(event, printing),
    ...plainPost(event),
    url,
    rest_url: printing.links.to(`/events/${id}`),
    title: event.title,
    description: event.description,
    excerpt: event.excerpt,
    slug: event.slug,
    image: image === null ? false : plainImage(image, printing),
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
    cost_details: plainCost(event.cost),
    website: event.website ?? url,
    show_map: held(isBlank, event.showsMap),
    show_map_link: held(isBlank, event.showsMapLink),
    hide_from_listings: held(isBlank, event.isHidden),
    sticky: held(isBlank, event.isSticky),
    featured: held(isBlank, event.isFeatured),
    categories: event.categories.map((term) => plainEmbeddedTerm(term, printing)),
    tags: event.tags.map((term) => plainEmbeddedTerm(term, printing)),
    venue: venue === null ? [] : plainVenue(venue, printing),
    organizer: event.organizers.map((organizer) => plainOrganizer(organizer, printing)),
    custom_fields: [],
    ...more,
  };
}

/** What is not told of an event whose password was not given (reference/calendar.md section 5.2). */
function held(isBlank: boolean, value: boolean): boolean | null {
  return isBlank ? null : value;
}

function plainCost({ currencySymbol, currencyPosition, values }: calendar.Cost): object {
  return {
    currency_symbol: currencySymbol,
    currency_code: '',
    currency_position: currencyPosition,
    values,
  };
}

export function plainVenue(
  venue: calendar.VenueOrOrganizerView<calendar.VenuePost>,
  printing: Printing,
  more: object = {},
): object {
  const { id, name, description, excerpt, slug, place, showsMap, showsMapLink } = venue;
  const { address, city, country, province, state, zip, phone, website, stateprovince } = venue;
  return {
    id,
    ...plainPost(venue),
    url: pageOf(printing.links, 'venue', venue.id, venue.slug),
    ...filled({ venue: name, description, excerpt, slug }),
    ...(venue.image === null ? {} : { image: plainImage(venue.image, printing) }),
    ...filled({ address, city, country, province, state, zip, phone, website, stateprovince }),
    ...(place === null ? {} : { geo_lat: place.latitude, geo_lng: place.longitude }),
    ...more,
    show_map: showsMap,
    show_map_link: showsMapLink,
    ...plainGlobalIds(venue, printing),
  };
}

export function plainOrganizer(
  organizer: calendar.VenueOrOrganizerView<calendar.OrganizerPost>,
  printing: Printing,
  more: object = {},
): object {
  const { id, name, description, excerpt, slug, phone, website, email, image } = organizer;
  return {
    id,
    ...plainPost(organizer),
    url: pageOf(printing.links, 'organizer', organizer.id, organizer.slug),
    ...filled({ organizer: name, description, excerpt, slug }),
    ...(image === null ? {} : { image: plainImage(image, printing) }),
    ...filled({ phone, website, email }),
    ...more,
    ...plainGlobalIds(organizer, printing),
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

export function plainTerm(term: calendar.TermView, printing: Printing): object {
  const { id, eventCount, description, name, slug, taxonomy, parentId } = term;
  return {
    id,
    count: eventCount,
    description,
    url: termPageOf(printing.links, term),
    name,
    slug,
    taxonomy: printing.site.taxonomies[taxonomy],
    ...(taxonomy === 'category' ? { parent: parentId } : {}),
    meta: [],
    urls: plainTermUrls(printing, term),
  };
}

function plainEmbeddedTerm({ term, eventCount }: calendar.CountedTerm, printing: Printing): object {
  const { id, description, name, slug, taxonomy, parentId } = term;
  return {
    name,
    slug,
    term_group: 0,
    term_taxonomy_id: id,
    taxonomy: printing.site.taxonomies[taxonomy],
    description,
    parent: parentId,
    count: eventCount,
    filter: 'raw',
    id,
    urls: plainTermUrls(printing, term),
  };
}

function plainImage(image: calendar.Image, printing: Printing): object {
  const { id, fileName, extension, width, height, fileBytes } = image;
  const sizes = Object.entries(image.sizes).map(([name, size]) => [
    name,
    {
      width: size.width,
      height: size.height,
      'mime-type': size.mimeType,
      filesize: size.fileBytes,
      url: uploadOf(printing.links, size.fileName),
    },
  ]);
  return {
    url: uploadOf(printing.links, fileName),
    id,
    extension,
    width,
    height,
    filesize: fileBytes,
    sizes: Object.fromEntries(sizes) as object,
  };
}

/** What stands for a date that a draft does not have yet. */
const noDate = '0000-00-00 00:00:00';

/** Author, status and dates, in the order of the wire. */
function plainPost(post: calendar.Post) {
  const { authorId, status, dateSeconds, dateUtcSeconds, modifiedSeconds, modifiedUtcSeconds } =
    post;
  return {
    author: String(authorId),
    status,
    date: formatSeconds(dateSeconds),
    date_utc: dateUtcSeconds === null ? noDate : formatSeconds(dateUtcSeconds),
    modified: formatSeconds(modifiedSeconds),
    modified_utc: formatSeconds(modifiedUtcSeconds),
  };
}

function plainGlobalIds({ id }: calendar.Post, printing: Printing) {
  const globalId = globalIdOf(printing.links, id);
  return { global_id: globalId, global_id_lineage: [globalId] };
}

function plainTermUrls({ links }: Printing, { taxonomy, id, parentId }: calendar.Term): object {
  const collection = taxonomy === 'category' ? '/categories' : '/tags';
  return {
    self: links.to(`${collection}/${id}`),
    collection: links.to(collection),
    ...(parentId === 0 ? {} : { up: links.to(`${collection}/${parentId}`) }),
  };
}
