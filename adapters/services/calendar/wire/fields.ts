// Translates fields from their names on the wire to those of commands.

import { omitUndefined, type calendar } from '../../../../core/index.ts';
import type { eventUpdateBySlug } from '../parameters/events.ts';
import type { organizerUpdate } from '../parameters/organizers.ts';
import type { ParameterValues } from '../parameters/table.ts';
import type { categoryUpdate } from '../parameters/terms.ts';
import type { venueUpdate } from '../parameters/venues.ts';

export function eventFields(
  values: ParameterValues<typeof eventUpdateBySlug>,
): calendar.EventFields {
  const { title, description, excerpt, slug, timezone, image, cost, website } = values;
  const { sticky, featured, categories, tags, author, date, status } = values;
  return omitUndefined({
    title,
    startDate: values.start_date,
    endDate: values.end_date,
    description,
    excerpt,
    slug,
    timezone,
    allDay: values.all_day,
    image,
    cost,
    website,
    showMap: values.show_map,
    showMapLink: values.show_map_link,
    hideFromListings: values.hide_from_listings,
    sticky,
    featured,
    categories,
    tags,
    author,
    date,
    dateUtc: values.date_utc,
    status,
    venue: values.venue?.map((link) => linkOf(link, venueFields)),
    organizer: values.organizer?.map((link) => linkOf(link, organizerFields)),
  });
}

export function venueFields(values: ParameterValues<typeof venueUpdate>): calendar.VenueFields {
  const { description, image, author, date, status, address, city, country, province } = values;
  const { state, zip, phone, website, stateprovince } = values;
  return omitUndefined({
    name: values.venue,
    description,
    image,
    author,
    date,
    dateUtc: values.date_utc,
    status,
    address,
    city,
    country,
    province,
    state,
    zip,
    phone,
    website,
    stateprovince,
    showMap: values.show_map,
    showMapLink: values.show_map_link,
  });
}

export function organizerFields(
  values: ParameterValues<typeof organizerUpdate>,
): calendar.OrganizerFields {
  const { description, image, author, date, status, phone, website, email } = values;
  return omitUndefined({
    name: values.organizer,
    description,
    image,
    author,
    date,
    dateUtc: values.date_utc,
    status,
    phone,
    website,
    email,
  });
}

export function termFields(values: ParameterValues<typeof categoryUpdate>): calendar.TermFields {
  const { name, description, slug, parent } = values;
  return omitUndefined({ name, description, slug, parent });
}

function linkOf<Sent, Fields>(
  link: { readonly id: number } | { readonly id?: never; readonly fields: Sent },
  fieldsOf: (sent: Sent) => Fields,
): calendar.Link<Fields> {
  return link.id === undefined ? { fields: fieldsOf(link.fields) } : { id: link.id };
}
