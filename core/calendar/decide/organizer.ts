// What is particular to organizers.

import type { OrganizerFields } from '../commands.ts';
import { organizerDetails, type OrganizerPost } from '../records/organizer.ts';
import { sentDetails } from '../records/post.ts';
import { organizerNamed } from '../state.ts';
import type { LinkedKind } from './linked.ts';

export const organizerKind: LinkedKind<OrganizerPost, OrganizerFields> = {
  kind: 'organizer',
  named: organizerNamed,
  called: ({ organizers }, name) =>
    organizers.list({ by: { name }, order: 'ascending', limit: organizers.inserted }),
  created: (post) => ({ type: 'OrganizerCreated', post }),
  updated: (id, changes) => ({ type: 'OrganizerUpdated', id, changes }),
  written: ({ description, ...fields }) => ({
    ...sentDetails(fields, organizerDetails),
    ...(description === undefined ? {} : { description }),
  }),
  telling: (fields) => sentDetails(fields, organizerDetails),
  blank: { phone: '', website: '', email: '' },
  resetFields: {},
};
