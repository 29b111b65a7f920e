// Creating and updating venues and organizers.

import { describe, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import {
  createOrganizer,
  createVenue,
  organizer,
  trash,
  updateOrganizer,
  venue,
} from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

describe('creating a venue', () => {
  const website = 'https://hall.example.org';

  it('updates the one of the same name, in any letter case', () => {
    given(calendar)
      .having(createVenue({ name: 'Town Hall', city: 'Delft' }))
      .when(createVenue({ name: 'town hall', website }))
      .then({ type: 'VenueUpdated', id: 1, changes: { website } })
      .shows(venue(1), { name: 'Town Hall', city: 'Delft' });
  });

  it('creates another if a sent detail differs, with a slug of its own', () => {
    given(calendar)
      .having(createVenue({ name: 'Town Hall', city: 'Delft' }))
      .when(createVenue({ name: 'Town Hall', city: 'Gouda' }))
      .then({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall-2' } });
  });

  it('ignores venues in the trash', () => {
    given(calendar)
      .having(createVenue({ name: 'Town Hall' }), trash('venue', 1))
      .when(createVenue({ name: 'Town Hall' }))
      .then({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall' } })
      .shows(venue(1), { slug: 'town-hall__trashed' });
  });
});

describe('updating an organizer', () => {
  it('changes sent fields, clears empty ones, and keeps the slug', () => {
    given(calendar)
      .having(createOrganizer({ name: 'Ann', phone: '1', email: 'ann@example.org' }))
      .when(updateOrganizer(1, { name: 'Anne', phone: '' }))
      .then('OrganizerUpdated')
      .shows(organizer(1), { name: 'Anne', slug: 'ann', phone: '', email: 'ann@example.org' });
  });
});
