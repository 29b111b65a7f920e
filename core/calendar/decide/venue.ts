// What is particular to venues.

import type { VenueFields } from '../commands.ts';
import { sentDetails } from '../records/post.ts';
import { venueDetails, type VenuePost } from '../records/venue.ts';
import { venueNamed } from '../state.ts';
import type { LinkedKind } from './linked.ts';

export const venueKind: LinkedKind<VenuePost, VenueFields> = {
  kind: 'venue',
  named: venueNamed,
  called: ({ venues }, name) =>
    venues.list({ by: { name }, order: 'ascending', limit: venues.inserted }),
  created: (post) => ({ type: 'VenueCreated', post }),
  updated: (id, changes) => ({ type: 'VenueUpdated', id, changes }),
  written: ({ description, showMap, showMapLink, ...fields }) => ({
    ...sentDetails(fields, venueDetails),
    ...(description === undefined ? {} : { description }),
    ...(showMap === undefined ? {} : { showsMap: showMap }),
    ...(showMapLink === undefined ? {} : { showsMapLink: showMapLink }),
  }),
  telling: (fields) =>
    sentDetails(fields, ['address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone']),
  blank: {
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
