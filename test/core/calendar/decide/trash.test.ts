// Moving posts to the trash.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand, VenueFields } from '../../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const venue = (fields: VenueFields): CalendarCommand => ({ type: 'CreateVenue', ...asked, fields });

describe('moving a venue to the trash', () => {
  it('is refused for a venue in the trash, and for an unknown id', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall' }));
    world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { id: 1 } });
    const trash = (id: number) =>
      world.try({ type: 'TrashPost', ...asked, kind: 'venue', post: { id } });
    expect(trash(1)).toMatchObject({ ok: false, error: { code: 'VENUE_IN_TRASH' } });
    expect(trash(2)).toMatchObject({ ok: false, error: { code: 'PARAMETERS_INVALID' } });
  });
});

describe('slugs in the trash', () => {
  it('are unique, and are restored unless another post has taken them', () => {
    const world = calendarAt();
    for (const id of [1, 2]) {
      world.do(venue({ name: 'Town Hall' }));
      world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { id } });
    }
    const slugOf = (id: string) => world.state.venues.get(id)?.slug;
    expect([slugOf('1'), slugOf('2')]).toEqual(['town-hall__trashed', 'town-hall__trashed-2']);
    const restore = { type: 'UpdateVenue', ...asked, fields: { status: 'publish' } } as const;
    world.do({ ...restore, venue: { id: 2 } });
    world.do({ ...restore, venue: { id: 1 } });
    expect([slugOf('1'), slugOf('2')]).toEqual(['town-hall-2', 'town-hall']);
  });
});
