// The parameters of events (reference/calendar.md section 5, spec/calendar.md).

import { calendar } from '../../../../core/index.ts';
import {
  boolean,
  cost,
  date,
  dateBound,
  ids,
  image,
  looseNumber,
  positiveInteger,
  slugsOrIds,
  termNames,
  text,
  textOrEmpty,
  upTo,
  urlOrEmpty,
  words,
} from './kinds.ts';
import { links } from './links.ts';
import { organizerCreation } from './organizers.ts';
import { pageParameters } from './page.ts';
import { postParameters } from './posts.ts';
import { optional, optionally, required, withDefault } from './table.ts';
import { venueCreation } from './venues.ts';

export const eventCreation = {
  title: required(upTo(calendar.nameCharsMax, text), 'The title of the event'),
  start_date: required(date, 'The date and time at which the event starts'),
  end_date: required(date, 'The date and time at which the event ends'),
  ...postParameters('event'),
  description: optional(upTo(calendar.htmlCharsMax, text), 'The description of the event'),
  slug: optional(upTo(calendar.nameCharsMax, text), 'The slug of the event'),
  excerpt: optional(upTo(calendar.htmlCharsMax, text), 'The excerpt of the event'),
  timezone: optional(textOrEmpty, 'The time zone of the event'),
  all_day: withDefault(boolean, 'Whether the event lasts whole days', false),
  image: optional(image, 'The id or URL of the image of the event'),
  cost: optional(cost, 'The cost of the event'),
  website: optional(urlOrEmpty, 'The URL of the website of the event'),
  show_map: optional(boolean, 'Whether the event shows a map'),
  show_map_link: optional(boolean, 'Whether the event shows a link to a map'),
  hide_from_listings: optional(boolean, 'Whether the event is left out of lists'),
  sticky: optional(boolean, 'Whether the event comes first in the calendar view'),
  featured: optional(boolean, 'Whether the event is featured'),
  categories: optional(termNames, 'The categories of the event, by id or name'),
  tags: optional(termNames, 'The tags of the event, by id or name'),
  venue: optional(links(venueCreation), 'The venue of the event: its id or its data'),
  organizer: optional(links(organizerCreation), 'The organizers of the event: ids or data'),
};

const password = {
  password: optional(
    upTo(calendar.passwordCharsMax, textOrEmpty),
    'The password of events that have one',
  ),
};

/** Parameters of reading and deleting an event by id; requests by slug take no password. */
export const eventReading = password;

export const eventUpdateBySlug = optionally(eventCreation);

export const eventUpdate = { ...password, ...eventUpdateBySlug };

export const eventList = {
  ...pageParameters('events'),
  start_date: optional(
    dateBound,
    'Events that start on this date or later',
    ({ defaultWindow }) => defaultWindow?.start_date,
  ),
  end_date: optional(
    dateBound,
    'Events that end on this date or earlier',
    ({ defaultWindow }) => defaultWindow?.end_date,
  ),
  starts_before: optional(dateBound, 'Events that start before this date'),
  starts_after: optional(dateBound, 'Events that start after this date'),
  ends_before: optional(dateBound, 'Events that end before this date'),
  ends_after: optional(dateBound, 'Events that end after this date'),
  strict_dates: withDefault(
    boolean,
    'Whether dates are meant to the second; else they mean whole days',
    false,
  ),
  search: optional(
    upTo(calendar.searchCharsMax, text),
    'Words that events hold in their title, excerpt or description',
  ),
  categories: optional(slugsOrIds, 'Categories by id or slug, of which events have any'),
  tags: optional(slugsOrIds, 'Tags by id or slug, of which events have any'),
  venue: optional(ids, 'Ids of venues, of which events have any'),
  organizer: optional(ids, 'Ids of organizers, of which events have any'),
  featured: optional(boolean, 'Whether events are featured'),
  status: optional(words, 'Post statuses of events'),
  geoloc: optional(boolean, 'Whether the venue of events has a place on the map; an extension'),
  geoloc_lat: optional(
    looseNumber,
    'The latitude near which events are, with geoloc_lng; an extension',
  ),
  geoloc_lng: optional(
    looseNumber,
    'The longitude near which events are, with geoloc_lat; an extension',
  ),
  include: optional(ids, 'Ids of events; dates do not count then'),
  post_parent: optional(positiveInteger, 'The id of the parent of events'),
  ticketed: optional(boolean, 'Whether events have tickets; an extension'),
  ...password,
};
