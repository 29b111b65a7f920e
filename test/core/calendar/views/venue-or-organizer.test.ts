// Views of venues and organizers.

import { describe, expect, it } from 'vitest';
import type {
  CalendarCommand,
  OrganizerFields,
  VenueFields,
} from '../../../../core/calendar/commands.ts';
import { organizerById, venueById } from '../../../../core/calendar/views/venue-or-organizer.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { byAdministrator } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

const venue = (fields: VenueFields): CalendarCommand => ({
  type: 'CreateVenue',
  ...byAdministrator,
  fields,
});
const organizer = (fields: OrganizerFields): CalendarCommand => ({
  type: 'CreateOrganizer',
  ...byAdministrator,
  fields,
});

describe('the view of a venue or organizer', () => {
  const details = { phone: '+31 15', website: 'https://hall.example' };

  it('has rendered texts', () => {
    const world = given(calendar);
    world.having(
      venue({ name: ' Hall & Bar ', description: 'Stairs', stateprovince: 'ZH', ...details }),
    );
    expect(venueById(world.calendar, 1)).toMatchObject({
      name: 'Hall &amp; Bar',
      description: '<p>Stairs</p>',
      stateprovince: 'ZH',
      ...details,
    });
  });

  it('has blank details if there is a password', () => {
    const world = given(calendar);
    world.having(venue({ name: 'Hall', description: 'Stairs', ...details }));
    world.having(organizer({ name: 'Ann', email: 'ann@example.org', ...details }));
    const place = { latitude: 52, longitude: 4.3 };
    const passwordFingerprint = 'ab'.repeat(32);
    world.having({ type: 'SetOperatorFields', kind: 'venue', id: 1, passwordFingerprint, place });
    world.having({ type: 'SetOperatorFields', kind: 'organizer', id: 2, passwordFingerprint });
    const blank = { phone: '', website: '' };
    expect(venueById(world.calendar, 1)).toMatchObject({ name: 'Hall', place: null, ...blank });
    expect(organizerById(world.calendar, 2)).toMatchObject({ name: 'Ann', email: '', ...blank });
  });
});
