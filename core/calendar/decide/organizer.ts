// What is particular to organizers.

import type { OrganizerFields } from '../commands.ts';
import { organizerDetails, type OrganizerPost } from '../records/organizer.ts';
import { sentDetails } from '../records/post.ts';
import { organizerNamed } from '../state.ts';
import { foldedText } from '../text/search.ts';
import type { LinkedKind } from './linked.ts';

export const organizerKind: LinkedKind<OrganizerPost, OrganizerFields> = {
  kind: 'organizer',
  named: organizerNamed,
  called: ({ organizers }, name, where) =>
    organizers.list({ by: { name: foldedText(name) }, where, order: 'ascending', limit: 1 })[0],
  made: (made, name) => made.organizersCalled(name),
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
