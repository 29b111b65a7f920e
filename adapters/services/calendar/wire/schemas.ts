// Schemas of the records in responses (reference/calendar.md sections 3 and 9): part of the OpenAPI document, and checked
// by tests against real responses.

import { z } from 'zod';

const dateText = z
  .string()
  .regex(/^\d{4,}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .meta({ description: 'YYYY-MM-DD HH:MM:SS', example: '2031-01-10 09:00:00' });
const url = z.string().meta({ format: 'uri' });
const id = z.int().min(1);
const digits = (count: number) => z.string().regex(new RegExp(`^\\d{${count},}$`));
const linkedData = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The record in the vocabulary of schema.org; only in single records.' });
/** PHP prints empty maps as empty lists. */
const nothing = z.array(z.unknown()).max(0);

const imageSize = z
  .strictObject({
    width: z.int(),
    height: z.int(),
    'mime-type': z.string(),
    filesize: z.int().exactOptional(),
    url,
  })
  .meta({ id: 'ImageSize' });

const image = z
  .strictObject({
    url,
    id,
    extension: z.string(),
    width: z.int().exactOptional(),
    height: z.int().exactOptional(),
    filesize: z.int().exactOptional(),
    sizes: z.record(z.string(), imageSize).exactOptional(),
  })
  .meta({ id: 'Image' });

const dateDetails = z
  .strictObject({
    year: digits(4),
    month: digits(2),
    day: digits(2),
    hour: digits(2),
    minutes: digits(2),
    seconds: digits(2),
  })
  .meta({ id: 'DateDetails' });

const costDetails = z
  .strictObject({
    currency_symbol: z.string(),
    currency_code: z.string(),
    currency_position: z.string(),
    values: z.array(z.string()),
  })
  .meta({ id: 'CostDetails' });

const inEvents = { description: 'Only in terms of events.' };
const alone = { description: 'Only in single terms and lists of terms.' };

const term = z
  .strictObject({
    id,
    name: z.string(),
    slug: z.string(),
    taxonomy: z.string(),
    description: z.string(),
    parent: z.int().min(0).exactOptional(),
    count: z.int().min(0).meta({ description: 'The number of published events with the term.' }),
    urls: z.strictObject({ self: url, collection: url, up: url.exactOptional() }),
    url: url.exactOptional().meta(alone),
    meta: nothing.exactOptional().meta(alone),
    term_group: z.int().exactOptional().meta(inEvents),
    term_taxonomy_id: id.exactOptional().meta(inEvents),
    filter: z.string().exactOptional().meta(inEvents),
  })
  .meta({ id: 'Term' });

/** The common fields of events, venues and organizers. */
const post = {
  id,
  global_id: z.string(),
  global_id_lineage: z.array(z.string()),
  author: z.string().meta({ description: 'The id of the author.' }),
  status: z.string(),
  date: dateText,
  date_utc: dateText,
  modified: dateText,
  modified_utc: dateText,
  url,
};

/** Empty fields of venues and organizers are omitted. */
const filledText = z.string().min(1).exactOptional();
const venueOrOrganizer = {
  ...post,
  description: filledText,
  excerpt: filledText,
  slug: filledText,
  image: image.exactOptional(),
  phone: filledText,
  website: filledText,
  json_ld: linkedData.exactOptional(),
};

const venue = z
  .strictObject({
    ...venueOrOrganizer,
    venue: filledText,
    address: filledText,
    city: filledText,
    country: filledText,
    province: filledText,
    state: filledText,
    zip: filledText,
    stateprovince: filledText,
    geo_lat: z.number().exactOptional(),
    geo_lng: z.number().exactOptional(),
    show_map: z.boolean(),
    show_map_link: z.boolean(),
  })
  .meta({ id: 'Venue' });

const organizer = z
  .strictObject({ ...venueOrOrganizer, organizer: filledText, email: filledText })
  .meta({ id: 'Organizer' });

/** Null in events with a password that the request lacks. */
const flag = z.boolean().nullable();

const event = z
  .strictObject({
    ...post,
    rest_url: url,
    title: z.string(),
    description: z.string(),
    excerpt: z.string(),
    slug: z.string(),
    image: z.union([image, z.literal(false)]),
    all_day: flag,
    start_date: dateText,
    start_date_details: dateDetails,
    end_date: dateText,
    end_date_details: dateDetails,
    utc_start_date: dateText,
    utc_start_date_details: dateDetails,
    utc_end_date: dateText,
    utc_end_date_details: dateDetails,
    timezone: z.string(),
    timezone_abbr: z.string(),
    cost: z.string(),
    cost_details: costDetails,
    website: z.string(),
    show_map: flag,
    show_map_link: flag,
    hide_from_listings: flag,
    sticky: flag,
    featured: flag,
    ticketed: flag.exactOptional(),
    categories: z.array(term),
    tags: z.array(term),
    venue: z.union([venue, nothing]),
    organizer: z.array(organizer),
    custom_fields: z.union([z.record(z.string(), z.unknown()), nothing]),
    json_ld: linkedData.exactOptional(),
  })
  .meta({ id: 'Event' });

/** By component name in the OpenAPI document. */
export const schemas = {
  ImageSize: imageSize,
  CostDetails: costDetails,
  Term: term,
  Image: image,
  DateDetails: dateDetails,
  Event: event,
  Venue: venue,
  Organizer: organizer,
} as const;

const count = z.int().min(0);

/** A page of a list: its items below the name of the list. */
export function listSchema(key: string, item: z.ZodType): z.ZodType {
  return z.strictObject({
    [key]: z.array(item),
    rest_url: url,
    next_rest_url: url.exactOptional(),
    previous_rest_url: url.exactOptional(),
    total: count,
    total_pages: count,
  });
}
