// A venue: where events take place.

import type { VenueOrOrganizer } from './post.ts';

/** Text details of a venue; empty if never set. */
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

export interface VenuePost extends VenueOrOrganizer, Readonly<Record<VenueDetail, string>> {
  readonly showsMap: boolean;
  readonly showsMapLink: boolean;
  /** Null if unknown. */
  readonly place: Place | null;
}

/** A place on the map, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
