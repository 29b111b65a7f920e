// The parameters of venues (reference/calendar.md section 6, spec/calendar.md).

import { calendar } from '../../../../core/index.ts';
import {
  imageOrEmpty,
  positiveInteger,
  text,
  textOrEmpty,
  truthy,
  truthyText,
  typedUrlOrEmpty,
  upTo,
  words,
} from './kinds.ts';
import { pageParameters } from './page.ts';
import { postParameters } from './posts.ts';
import { optional, optionally, required } from './table.ts';

const detail = upTo(calendar.detailCharsMax, textOrEmpty);

export const venueCreation = {
  venue: required(upTo(calendar.nameCharsMax, text), 'The name of the venue'),
  ...postParameters('venue'),
  description: optional(
    upTo(calendar.shortHtmlCharsMax, textOrEmpty),
    'The description of the venue',
  ),
  show_map: optional(truthyText, 'Whether events at the venue show a map'),
  show_map_link: optional(truthyText, 'Whether events at the venue show a link to a map'),
  address: optional(detail, 'The street address of the venue'),
  city: optional(detail, 'The city of the venue'),
  country: optional(detail, 'The country of the venue'),
  province: optional(detail, 'The province of the venue'),
  state: optional(detail, 'The state of the venue'),
  zip: optional(detail, 'The postal code of the venue'),
  phone: optional(detail, 'The phone number of the venue'),
  stateprovince: optional(detail, 'The state or province of the venue'),
  website: optional(typedUrlOrEmpty, 'The URL of the website of the venue'),
  image: optional(imageOrEmpty, 'The id or URL of the image of the venue'),
};

export const venueUpdate = optionally(venueCreation);

/** The filters of venues and of organizers (reference/calendar.md sections 6.4 and 7.3). */
export function venueOrOrganizerList(items: string) {
  return {
    ...pageParameters(items),
    search: optional(
      upTo(calendar.searchCharsMax, text),
      `Words that ${items} hold in one of their fields`,
    ),
    event: optional(positiveInteger, `The id of an event that ${items} are linked to`),
    has_events: optional(truthy, `Whether ${items} are linked to events`),
    only_with_upcoming: optional(
      truthy,
      `Whether ${items} are linked to events that are still to start`,
    ),
    status: optional(words, `Post statuses of ${items}`),
  };
}

export const venueList = venueOrOrganizerList('venues');
