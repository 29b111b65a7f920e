// A place where events are held.

import type { LinkedPost } from './post.ts';

/** The details of a venue that are text; empty where they were not given. */
export const venueDetails = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'zip',
  'phone',
  'website',
  'stateprovince',
] as const;

export type VenueDetail = (typeof venueDetails)[number];

export interface VenuePost extends LinkedPost, Readonly<Record<VenueDetail, string>> {
  readonly showsMap: boolean;
  readonly showsMapLink: boolean;
  /** Degrees as decimal text; null where they are not known. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}
