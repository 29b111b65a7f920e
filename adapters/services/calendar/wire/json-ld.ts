// JSON-LD of single records, in the vocabulary of schema.org (reference/calendar.md section 3.5).

import { calendar } from '../../../../core/index.ts';
import { pageOf, uploadOf, type Printing } from './addresses.ts';
import { printTitle } from './title.ts';

const context = { '@context': 'http://schema.org' };

/** An event with its place, its first organizer and its cost. */
export function eventJsonLd(
  event: calendar.EventView,
  printing: Printing,
): Record<string, unknown> {
  const { image, venue, organizers, startSeconds, endSeconds, cost } = event;
  const url = pageOf(printing.links, 'event', event.id, event.slug);
  const [organizer] = organizers;
  return {
    ...context,
    '@type': 'Event',
    name: printTitle(event.title, printing.site),
    description: escaped(event.excerpt === '' ? event.description : event.excerpt),
    image: image === null ? undefined : uploadOf(printing.links, image.fileName),
    url,
    startDate: isoDate(startSeconds, event.startUtcSeconds),
    endDate: isoDate(endSeconds, event.endUtcSeconds),
    location: venue === null ? undefined : place(venue, printing),
    organizer: organizer === undefined ? undefined : person(organizer, printing),
    offers: cost.text === '' ? undefined : offer(event, url),
    performer: 'Organization',
  };
}

export function venueJsonLd(
  venue: calendar.VenueView,
  printing: Printing,
): Record<string, unknown> {
  return { ...context, ...place(venue, printing) };
}

export function organizerJsonLd(
  organizer: calendar.OrganizerView,
  printing: Printing,
): Record<string, unknown> {
  return { ...context, ...person(organizer, printing) };
}

function place(venue: calendar.VenueView, printing: Printing): Record<string, unknown> {
  const { name, description, address, city, stateprovince, zip, country, place: position } = venue;

  return {
    '@type': 'Place',
    name: printTitle(name, printing.site),
    description: escaped(description),
    url: pageOf(printing.links, 'venue', venue.id, venue.slug),
    address: {
      '@type': 'PostalAddress',
      ...filled({
        streetAddress: address,
        addressLocality: city,
        addressRegion: stateprovince,
        postalCode: zip,
        addressCountry: country,
      }),
    },
    geo: position === null ? undefined : coordinates(position),
    ...filled({ telephone: venue.phone, sameAs: venue.website }),
  };
}

function coordinates({ latitude, longitude }: calendar.Place): Record<string, unknown> {
  return { '@type': 'GeoCoordinates', latitude, longitude };
}

function person(organizer: calendar.OrganizerView, printing: Printing): Record<string, unknown> {
  const { name, description, phone, email, website } = organizer;
  return {
    '@type': 'Person',
    name: printTitle(name, printing.site),
    description: escaped(description),
    url: pageOf(printing.links, 'organizer', organizer.id, organizer.slug),
    ...filled({ telephone: phone, email, sameAs: website }),
  };
}

function offer(event: calendar.EventView, url: string): Record<string, unknown> {
  const { cost, dateSeconds, dateUtcSeconds } = event;
  return {
    '@type': 'Offer',
    price: cost.values[0] ?? '0',
    priceCurrency: 'USD',
    url,
    category: 'primary',
    availability: 'inStock',
    validFrom: isoDate(dateSeconds, dateUtcSeconds ?? dateSeconds),
  };
}

/** A wall-clock time with its UTC offset: 2031-01-10T09:00:00-05:00. */
function isoDate(seconds: number, utcSeconds: number): string {
  const minutes = Math.round(Math.abs(seconds - utcSeconds) / 60);
  const padded = (number: number) => String(number).padStart(2, '0');
  const offset = `${padded(Math.trunc(minutes / 60))}:${padded(minutes % 60)}`;
  const sign = seconds < utcSeconds ? '-' : '+';
  return `${calendar.formatSeconds(seconds).replace(' ', 'T')}${sign}${offset}`;
}

/** Escaped, since pages embed JSON-LD in a script element. */
function escaped(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function filled(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
