// Moving posts to the trash.

import { describe, expect, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import { createVenue, trash, updateVenue, venue } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

const townHall = createVenue({ name: 'Town Hall' });

describe('moving a venue to the trash', () => {
  it('is refused for a venue in the trash', () => {
    given(calendar)
      .having(townHall, trash('venue', 1))
      .when(trash('venue', 1))
      .refused('VENUE_IN_TRASH');
  });

  it('is refused for an unknown id', () => {
    given(calendar)
      .having(townHall)
      .when(trash('venue', 2))
      .refused('PARAMETERS_INVALID', { problems: { id: expect.any(String) } });
  });
});

describe('slugs in the trash', () => {
  it('are unique, and are restored unless another post has taken them', () => {
    const restore = (id: number) => updateVenue(id, { status: 'publish' });
    given(calendar)
      .having(townHall, trash('venue', 1), townHall, trash('venue', 2))
      .shows(venue(1), { slug: 'town-hall__trashed' })
      .shows(venue(2), { slug: 'town-hall__trashed-2' })
      .having(restore(2), restore(1))
      .shows(venue(2), { slug: 'town-hall' })
      .shows(venue(1), { slug: 'town-hall-2' });
  });
});
