// The parameters of venues (reference/calendar.md section 6, spec/calendar.md).

import {
  imageOrEmpty,
  positiveInteger,
  text,
  textOrEmpty,
  truthy,
  truthyText,
  typedUrlOrEmpty,
  words,
} from './kinds.ts';
import { pageParameters } from './page.ts';
import { postParameters } from './posts.ts';
import { optional, optionally, required } from './table.ts';

export const venueCreation = {
  venue: required(text, 'The name of the venue'),
  ...postParameters('venue'),
  description: optional(textOrEmpty, 'The description of the venue'),
  show_map: optional(truthyText, 'Whether events at the venue show a map'),
  show_map_link: optional(truthyText, 'Whether events at the venue show a link to a map'),
  address: optional(textOrEmpty, 'The street address of the venue'),
  city: optional(textOrEmpty, 'The city of the venue'),
  country: optional(textOrEmpty, 'The country of the venue'),
  province: optional(textOrEmpty, 'The province of the venue'),
  state: optional(textOrEmpty, 'The state of the venue'),
  zip: optional(textOrEmpty, 'The postal code of the venue'),
  phone: optional(textOrEmpty, 'The phone number of the venue'),
  stateprovince: optional(textOrEmpty, 'The state or province of the venue'),
  website: optional(typedUrlOrEmpty, 'The URL of the website of the venue'),
  image: optional(imageOrEmpty, 'The id or URL of the image of the venue'),
};

export const venueUpdate = optionally(venueCreation);

/** The filters of venues and of organizers (reference/calendar.md sections 6.4 and 7.3). */
export function linkedPostList(items: string) {
  return {
    ...pageParameters(items),
    search: optional(text, `Words that ${items} hold in one of their fields`),
    event: optional(positiveInteger, `The id of an event that ${items} are linked to`),
    has_events: optional(truthy, `Whether ${items} are linked to events`),
    only_with_upcoming: optional(
      truthy,
      `Whether ${items} are linked to events that are still to start`,
    ),
    status: optional(words, `Post statuses of ${items}`),
  };
}

export const venueList = linkedPostList('venues');
