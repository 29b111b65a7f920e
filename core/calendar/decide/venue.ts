// The differences of venues from organizers in creating and updating them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
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
  contentOf: (fields) => ({
    ...sentDetails(fields, venueDetails),
    ...omitUndefined({
      description: fields.description,
      showsMap: fields.showMap,
      showsMapLink: fields.showMapLink,
    }),
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
