// Views of venues and organizers.

import { describe, expect, it } from 'vitest';
import type {
  CalendarCommand,
  OrganizerFields,
  VenueFields,
} from '../../../../core/calendar/commands.ts';
import { organizerView, venueView } from '../../../../core/calendar/views/venue-or-organizer.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { asked } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

const venue = (fields: VenueFields): CalendarCommand => ({ type: 'CreateVenue', ...asked, fields });
const organizer = (fields: OrganizerFields): CalendarCommand => ({
  type: 'CreateOrganizer',
  ...asked,
  fields,
});

describe('the view of a venue or organizer', () => {
  it('is memoized while only its usage changes', () => {
    const world = given(calendar);
    world.having(venue({ name: 'Town Hall', city: 'Delft' }));
    world.having(organizer({ name: 'Ann' }));
    const shown = () => ({
      venue: venueView(world.calendar, world.calendar.venues.get('1')!),
      organizer: organizerView(world.calendar, world.calendar.organizers.get('2')!),
    });
    const before = shown();
    const links = { venue: [{ id: 1 }], organizer: [{ id: 2 }] };
    for (const startDate of ['+1 day', '+2 days']) {
      const fields = { title: 'Fair', startDate, endDate: startDate, ...links };
      world.having({ type: 'CreateEvent', ...asked, fields });
      expect(shown().venue).toBe(before.venue);
      expect(shown().organizer).toBe(before.organizer);
    }
    const { use: _venueUse, ...hall } = world.calendar.venues.get('1')!;
    const { use: _organizerUse, ...ann } = world.calendar.organizers.get('2')!;
    for (const name of Object.keys(hall)) {
      venueView(world.calendar, hall);
      const other = venueView(world.calendar, { ...hall, [name]: 'changed' });
      expect({ name, isAnother: other !== before.venue }).toEqual({ name, isAnother: true });
    }
    for (const name of Object.keys(ann)) {
      organizerView(world.calendar, ann);
      const other = organizerView(world.calendar, { ...ann, [name]: 'changed' });
      expect({ name, isAnother: other !== before.organizer }).toEqual({ name, isAnother: true });
    }
  });
});
