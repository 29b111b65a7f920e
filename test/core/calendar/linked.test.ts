// Venues and organizers: found again by their names, changed, and gone from their events when they are in the trash.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  CalendarCommand,
  OrganizerFields,
  VenueFields,
} from '../../../core/calendar/commands.ts';
import { Namesakes } from '../../../core/calendar/decide/namesakes.ts';
import type { OrganizerPost } from '../../../core/calendar/records/organizer.ts';
import { foldCase } from '../../../core/calendar/text/search.ts';
import { organizerView, venueView } from '../../../core/calendar/views/venue-or-organizer.ts';
import { asked, calendarAt } from '../../support/calendar.ts';

const venue = (fields: VenueFields): CalendarCommand => ({ type: 'CreateVenue', ...asked, fields });
const organizer = (fields: OrganizerFields): CalendarCommand => ({
  type: 'CreateOrganizer',
  ...asked,
  fields,
});

describe('creating a venue', () => {
  it('takes the one of the same name, in any letter case, and writes onto it what was sent', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall', city: 'Delft' }));
    const again = world.do(venue({ name: 'town hall', website: 'https://hall.example.org' }));
    expect(again).toMatchObject([
      { type: 'VenueUpdated', id: 1, changes: { website: 'https://hall.example.org' } },
    ]);
    expect(world.state.venues.get('1')).toMatchObject({ name: 'Town Hall', city: 'Delft' });
  });

  it('makes another where a detail that was sent differs, with a slug of its own', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall', city: 'Delft' }));
    const [made] = world.do(venue({ name: 'Town Hall', city: 'Gouda' }));
    expect(made).toMatchObject({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall-2' } });
  });

  it('passes over those in the trash', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall' }));
    world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { id: 1 } });
    const [made] = world.do(venue({ name: 'Town Hall' }));
    expect(made).toMatchObject({ type: 'VenueCreated', post: { id: 2, slug: 'town-hall' } });
    expect(world.state.venues.get('1')).toMatchObject({ slug: 'town-hall__trashed' });
  });
});

describe('putting in the trash', () => {
  it('takes a venue and an organizer away from their events', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall' }));
    world.do(organizer({ name: 'Ann' }));
    world.do(organizer({ name: 'Ben' }));
    const fields = { title: 'Fair', startDate: 'now', endDate: '+1 hour' };
    const links = { venue: [{ id: 1 }], organizer: [{ id: 3 }, { id: 2 }] };
    world.do({ type: 'CreateEvent', ...asked, fields: { ...fields, ...links } });
    world.do({ type: 'TrashPost', ...asked, kind: 'venue', post: { slug: 'town-hall' } });
    world.do({ type: 'TrashPost', ...asked, kind: 'organizer', post: { id: 3 } });
    expect(world.state.events.get('4')).toMatchObject({ venueId: null, organizerIds: [2] });
  });

  it('is gone the second time, and there is none of a number that nobody has', () => {
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
  it('are unique too, and come back as they were where nobody has them by then', () => {
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

describe('changing an organizer', () => {
  it('changes what was sent, clears what is empty, and keeps the slug', () => {
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

describe('what is shown of a venue or organizer', () => {
  it('is kept while only the use of it changes, and shown anew where anything else does', () => {
    const world = calendarAt();
    world.do(venue({ name: 'Town Hall', city: 'Delft' }));
    world.do(organizer({ name: 'Ann' }));
    const shown = () => ({
      venue: venueView(world.state, world.state.venues.get('1')!),
      organizer: organizerView(world.state, world.state.organizers.get('2')!),
    });
    const before = shown();
    const links = { venue: [{ id: 1 }], organizer: [{ id: 2 }] };
    for (const startDate of ['+1 day', '+2 days']) {
      const fields = { title: 'Fair', startDate, endDate: startDate, ...links };
      world.do({ type: 'CreateEvent', ...asked, fields });
      expect(shown().venue).toBe(before.venue);
      expect(shown().organizer).toBe(before.organizer);
    }
    const { use: _venueUse, ...hall } = world.state.venues.get('1')!;
    const { use: _organizerUse, ...ann } = world.state.organizers.get('2')!;
    for (const name of Object.keys(hall)) {
      venueView(world.state, hall);
      const other = venueView(world.state, { ...hall, [name]: 'changed' });
      expect({ name, isAnother: other !== before.venue }).toEqual({ name, isAnother: true });
    }
    for (const name of Object.keys(ann)) {
      organizerView(world.state, ann);
      const other = organizerView(world.state, { ...ann, [name]: 'changed' });
      expect({ name, isAnother: other !== before.organizer }).toEqual({ name, isAnother: true });
    }
  });
});

describe('organizers that an event brings', () => {
  it('are found again as asking one after the other would find them', () => {
    const detail = fc.constantFrom('', 'a', 'B', 'c');
    const post = fc.record({ name: fc.constant('Guild'), phone: detail, email: detail });
    const asked = fc.dictionary(fc.constantFrom('phone', 'email'), fc.constantFrom('', 'a', 'b'));
    fc.assert(
      fc.property(fc.array(post, { maxLength: 20 }), fc.array(post), asked, (before, more, of) => {
        const named = before.map((each, id) => ({ ...each, id })) as unknown as OrganizerPost[];
        const namesakes = new Namesakes(named);
        const all = named.slice();
        for (const each of [undefined, ...more]) {
          if (each !== undefined) {
            all.push({ ...each, id: all.length } as unknown as OrganizerPost);
            namesakes.add(all.at(-1)!);
          }
          const details = Object.entries(of) as ['phone' | 'email', string][];
          expect(namesakes.first(details)?.id).toBe(
            all.find((other) => details.every(([name, text]) => foldCase(other[name]) === text))
              ?.id,
          );
        }
      }),
    );
  });

  it('are each read a few times, however many of one name are asked for', () => {
    const count = 1_000;
    let reads = 0;
    const postWith = (index: number) =>
      ({
        name: 'Guild',
        get phone() {
          reads += 1;
          return String(index % 60);
        },
        email: String(index),
      }) as unknown as OrganizerPost;
    const namesakes = new Namesakes<OrganizerPost>([]);
    for (let index = 0; index < count; index += 1) {
      for (const details of [
        [
          ['phone', `${index % 60}`],
          ['email', `${index}`],
        ],
        [['phone', `new ${index}`]],
      ] as const) {
        expect(namesakes.first(details)).toBeUndefined();
      }
      namesakes.add(postWith(index));
    }
    expect(reads).toBeLessThan(5 * count);
  });
});
