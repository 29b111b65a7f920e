// The parameters of organizers (reference/calendar.md section 7, spec/calendar.md).

import { calendar } from '../../../../core/index.ts';
import { imageOrEmpty, text, textOrEmpty, typedUrlOrEmpty, upTo } from './kinds.ts';
import { postParameters } from './posts.ts';
import { optional, optionally, required } from './table.ts';
import { venueOrOrganizerList } from './venues.ts';

const detail = upTo(calendar.detailCharsMax, textOrEmpty);

export const organizerCreation = {
  organizer: required(upTo(calendar.nameCharsMax, text), 'The name of the organizer'),
  ...postParameters('organizer'),
  description: optional(
    upTo(calendar.shortHtmlCharsMax, textOrEmpty),
    'The description of the organizer',
  ),
  phone: optional(detail, 'The phone number of the organizer'),
  website: optional(typedUrlOrEmpty, 'The URL of the website of the organizer'),
  email: optional(detail, 'The e-mail address of the organizer'),
  image: optional(imageOrEmpty, 'The id or URL of the image of the organizer'),
};

export const organizerUpdate = optionally(organizerCreation);

export const organizerList = venueOrOrganizerList('organizers');
