// Events lose a venue or organizer in the trash.

import { expect, it } from 'vitest';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

it('unlinks a trashed venue and a trashed organizer from their events', () => {
  const world = calendarAt();
  world.do({ type: 'CreateVenue', ...asked, fields: { name: 'Town Hall' } });
  for (const name of ['Ann', 'Ben']) {
    world.do({ type: 'CreateOrganizer', ...asked, fields: { name } });
  }
  const fields = { title: 'Fair', startDate: 'now', endDate: '+1 hour' };
  const links = { venue: [{ id: 1 }], organizer: [{ id: 3 }, { id: 2 }] };
  world.do({ type: 'CreateEvent', ...asked, fields: { ...fields, ...links } });
  world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { slug: 'town-hall' } });
  world.do({ type: 'TrashPost', ...asked, kind: 'organizer', post: { id: 3 } });
  expect(world.state.events.get('4')).toMatchObject({ venueId: null, organizerIds: [2] });
  expect(world.state.venues.get('1')).toMatchObject({ use: { hasEvents: false } });
  expect(world.state.organizers.get('3')).toMatchObject({ use: { hasEvents: false } });
});
