// Events lose a venue or organizer in the trash.

import { it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import {
  byAdministrator,
  createEvent,
  createOrganizer,
  createVenue,
  event,
  organizer,
  trash,
  venue,
} from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

it('unlinks a trashed venue and a trashed organizer from their events', () => {
  given(calendar)
    .having(
      createVenue({ name: 'Town Hall' }),
      createOrganizer({ name: 'Ann' }),
      createOrganizer({ name: 'Ben' }),
      createEvent({ venue: [{ id: 1 }], organizer: [{ id: 3 }, { id: 2 }] }),
    )
    .having({ type: 'TrashPost', ...byAdministrator, kind: 'venue', post: { slug: 'town-hall' } })
    .having(trash('organizer', 3))
    .shows(event(4), { venueId: null, organizerIds: [2] })
    .shows(venue(1), { use: { hasEvents: false } })
    .shows(organizer(3), { use: { hasEvents: false } });
});
