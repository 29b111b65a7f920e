// The venue's part of creating and updating venues and organizers.

import type { VenueFields } from '../commands.ts';
import { sentDetails } from '../records/post.ts';
import { venueDetails, type VenuePost } from '../records/venue.ts';
import { findVenue } from '../state.ts';
import type { RecordKind } from './venue-or-organizer.ts';

export const venueKind: RecordKind<VenuePost, VenueFields> = {
  kind: 'venue',
  find: findVenue,
  withName: ({ venues }, name) =>
    venues.list({ by: { name }, order: 'ascending', limit: venues.insertedCount }),
  created: (post) => ({ type: 'VenueCreated', post }),
  updated: (id, changes) => ({ type: 'VenueUpdated', id, changes }),
  contentOf: ({ description, showMap, showMapLink, ...fields }) => ({
    ...sentDetails(fields, venueDetails),
    ...(description === undefined ? {} : { description }),
    ...(showMap === undefined ? {} : { showsMap: showMap }),
    ...(showMapLink === undefined ? {} : { showsMapLink: showMapLink }),
  }),
  distinguishingDetails: (fields) =>
    sentDetails(fields, ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone']),
  defaultContent: {
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    website: '',
    stateprovince: '',
    showsMap: true,
    showsMapLink: true,
    place: null,
  },
  resetFields: { showMap: true, showMapLink: true },
};
