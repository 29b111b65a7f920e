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
  /** Null where it is not known. */
  readonly place: Place | null;
}

/** A place on the map, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
