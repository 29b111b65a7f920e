// An organizer of events.

import type { VenueOrOrganizer } from './post.ts';

/** Text details of an organizer; empty if never set. */
export const organizerDetails = ['phone', 'website', 'email'] as const;

export type OrganizerDetail = (typeof organizerDetails)[number];

export interface OrganizerPost
  extends VenueOrOrganizer, Readonly<Record<OrganizerDetail, string>> {}
