// The organizer's part of creating and updating venues and organizers.

import type { OrganizerFields } from '../commands.ts';
import { organizerDetails, type OrganizerPost } from '../records/organizer.ts';
import { sentDetails } from '../records/post.ts';
import { findOrganizer } from '../state.ts';
import type { RecordKind } from './venue-or-organizer.ts';

export const organizerKind: RecordKind<OrganizerPost, OrganizerFields> = {
  kind: 'organizer',
  find: findOrganizer,
  withName: ({ organizers }, name) =>
    organizers.list({ by: { name }, order: 'ascending', limit: organizers.insertedCount }),
  created: (post) => ({ type: 'OrganizerCreated', post }),
  updated: (id, changes) => ({ type: 'OrganizerUpdated', id, changes }),
  contentOf: ({ description, ...fields }) => ({
    ...sentDetails(fields, organizerDetails),
    ...(description === undefined ? {} : { description }),
  }),
  distinguishingDetails: (fields) => sentDetails(fields, organizerDetails),
  defaultContent: { phone: '', website: '', email: '' },
  resetFields: {},
};
