// Who holds events.

import type { LinkedPost } from './post.ts';

/** The details of an organizer that are text; empty where they were not given. */
export const organizerDetails = ['phone', 'website', 'email'] as const;

export type OrganizerDetail = (typeof organizerDetails)[number];

export interface OrganizerPost extends LinkedPost, Readonly<Record<OrganizerDetail, string>> {}
