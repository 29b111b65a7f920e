// The differences of organizers from venues in creating and updating them.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
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
  contentOf: (fields) => ({
    ...sentDetails(fields, organizerDetails),
    ...omitUndefined({ description: fields.description }),
  }),
  distinguishingDetails: (fields) => sentDetails(fields, organizerDetails),
  defaultContent: { phone: '', website: '', email: '' },
  resetFields: {},
};
