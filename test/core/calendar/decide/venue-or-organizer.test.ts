// Creating and updating venues and organizers.

import { describe, expect, it } from 'vitest';
import type {
  CalendarCommand,
  OrganizerFields,
  VenueFields,
} from '../../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const venue = (fields: VenueFields): CalendarCommand => ({ type: 'CreateVenue', ...asked, fields });
const organizer = (fields: OrganizerFields): CalendarCommand => ({
  type: 'CreateOrganizer',
  ...asked,
  fields,
});

describe('creating a venue', () => {
  it('updates the one of the same name, in any letter case', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall', city: 'Delft' }));
    const again = world.do(venue({ name: 'town hall', website: 'https://hall.example.org' }));
    expect(again).toMatchObject([
      { type: 'VenueUpdated', id: 1, changes: { website: 'https://hall.example.org' } },
    ]);
    expect(world.state.venues.get('1')).toMatchObject({ name: 'Town Hall', city: 'Delft' });
  });

  it('creates another if a sent detail differs, with a slug of its own', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall', city: 'Delft' }));
    const [made] = world.do(venue({ name: 'Town Hall', city: 'Gouda' }));
    expect(made).toMatchObject({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall-2' } });
  });

  it('ignores venues in the trash', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall' }));
    world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { id: 1 } });
    const [made] = world.do(venue({ name: 'Town Hall' }));
    expect(made).toMatchObject({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall' } });
    expect(world.state.venues.get('1')).toMatchObject({ slug: 'town-hall__trashed' });
  });
});

describe('updating an organizer', () => {
  it('changes sent fields, clears empty ones, and keeps the slug', () => {
    const world = calendarAt();
    world.do(organizer({ name: 'Ann', phone: '1', email: 'ann@example.org' }));
    world.do({
      type: 'UpdateOrganizer',
      ...asked,
      organizer: { id: 1 },
      fields: { name: 'Anne', phone: '' },
    });
    expect(world.state.organizers.get('1')).toMatchObject({
      name: 'Anne',
      slug: 'ann',
      phone: '',
      email: 'ann@example.org',
    });
  });
});
