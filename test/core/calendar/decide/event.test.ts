// Creating and updating events with their venues, organizers and terms.

import { describe, expect, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import { eventCountOf } from '../../../../core/calendar/state.ts';
import { costCharsMax } from '../../../../core/calendar/text/cost.ts';
import { htmlCharsMax } from '../../../../core/calendar/text/paragraphs.ts';
import {
  createEvent,
  event,
  term,
  updateEvent,
  venue,
} from '../../../support/calendar/commands.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';

describe('creating an event', () => {
  it('stores the wall clock of its zone and the instant in UTC', () => {
    given(calendar)
      .when(createEvent({ title: 'Winter Fair', timezone: 'America/New_York' }))
      .then({
        type: 'EventCreated',
        post: { id: 1, slug: 'winter-fair', status: 'publish', zone: 'America/New_York' },
      })
      .shows((world) => {
        const { startUtcSeconds = 0, startSeconds = 0 } = event(1)(world) ?? {};
        return startUtcSeconds - startSeconds;
      }, 5 * 3600);
  });

  it('creates its images, venues, organizers and terms before itself', () => {
    const command = createEvent({
      image: 'http://pictures.example.org/fair.png',
      venue: [{ fields: { name: 'Town Hall', city: 'Delft' } }],
      organizer: [
        { fields: { name: 'Ann' } },
        { fields: { name: 'Ben' } },
        { fields: { name: 'ann' } },
      ],
      categories: ['Music', 'music', 'Markets'],
      tags: ['free'],
    });
    given(calendar)
      .when(command)
      .then(
        'VenueCreated',
        'OrganizerCreated',
        'OrganizerCreated',
        'OrganizerUpdated',
        'TermCreated',
        'TermCreated',
        'TermCreated',
        'ImageAttached',
        'EventCreated',
      )
      .shows(event(5), {
        venueId: 1,
        organizerIds: [2, 3],
        categoryIds: [1, 2],
        tagIds: [3],
        imageId: 4,
      })
      .shows(term(1), { name: 'Music' })
      .shows((world) => eventCountOf(world.calendar, 1), 1);
  });

  it('creates only the first of several venues', () => {
    const names = ['Town Hall', 'Market Square', 'Harbour'];
    given(calendar)
      .when(createEvent({ venue: names.map((name) => ({ fields: { name } })) }))
      .then('VenueCreated', 'EventCreated')
      .shows(venue(1), { name: 'Town Hall' })
      .shows(event(2), { venueId: 1 });
  });

  it('ignores unknown ids after the first of several venues', () => {
    given(calendar)
      .having(createEvent({ venue: [{ fields: { name: 'Town Hall' } }] }))
      .when(createEvent({ venue: [{ id: 1 }, { id: 99 }] }))
      .then('EventCreated');
  });

  it.each([2, 20])('is linked once to a term that it names %i times', (times) => {
    const names = Array.from({ length: times }, () => ['Music', 'Markets', '1']).flat();
    given(calendar)
      .having(createEvent({ categories: names }))
      .shows(event(1), { categoryIds: [1, 2] });
  });

  it('emits its members in stored order, so that they need no sorting', () => {
    const [created] = given(calendar).having(createEvent()).events;
    const members = Object.keys(created?.type === 'EventCreated' ? created.post : {});
    expect(members.length).toBeGreaterThan(30);
    expect(members).toEqual(members.toSorted());
  });

  it('limits the length of its cost', () => {
    const longest = '1'.repeat(costCharsMax);
    const problem = { problems: { cost: expect.any(String) } };
    given(calendar)
      .when(createEvent({ cost: `${longest}0` }))
      .refused('PARAMETERS_INVALID', problem)
      .when(createEvent({ cost: [longest, '0'] }))
      .refused('PARAMETERS_INVALID', problem)
      .when(createEvent({ cost: longest }))
      .then('EventCreated');
  });

  it.each(['description', 'excerpt'])('limits the length of its %s', (field) => {
    const longest = 'a'.repeat(htmlCharsMax);
    given(calendar)
      .when(createEvent({ [field]: `${longest}a` }))
      .refused('PARAMETERS_INVALID', { problems: { [field]: expect.any(String) } })
      .when(createEvent({ [field]: longest }))
      .then('EventCreated');
  });

  it('is refused with all its problems', () => {
    const command = createEvent({
      startDate: 'whenever',
      venue: [{ fields: { name: 'Town Hall' } }],
      organizer: [{ id: 99 }],
    });
    given(calendar)
      .when(command)
      .refused('PARAMETERS_INVALID', {
        problems: { start_date: expect.any(String), organizer: expect.any(String) },
      });
  });

  it('ends at its start if the end lies before it', () => {
    const created = given(calendar).having(createEvent({ endDate: '2026-02-01' }));
    const { startSeconds, startUtcSeconds } = event(1)(created)!;
    created.shows(event(1), { endSeconds: startSeconds, endUtcSeconds: startUtcSeconds });
  });

  it('reads the zero date of drafts as no date', () => {
    given(calendar)
      .having(createEvent({ status: 'draft', dateUtc: '0000-00-00 00:00:00' }))
      .shows(event(1), { status: 'draft', dateUtcSeconds: null });
  });
});

describe('updating an event', () => {
  it('keeps the fields that are not sent', () => {
    const world = given(calendar).having(
      createEvent({
        description: 'Stalls.',
        excerpt: 'Short.',
        slug: 'the-fair',
        timezone: 'America/New_York',
        date: '2025-12-01 10:00',
        author: 2,
        image: 'http://pictures.example.org/fair.png',
        cost: ['5', '8'],
        website: 'https://fair.example',
        allDay: true,
        showMap: false,
        showMapLink: false,
        hideFromListings: true,
        sticky: true,
        featured: true,
        status: 'private',
        categories: ['Music'],
        tags: ['free'],
        venue: [{ fields: { name: 'Town Hall' } }],
        organizer: [{ fields: { name: 'Ann' } }],
      }),
    );
    const before = event(4)(world)!;
    const changes = { title: 'Market', modifiedSeconds: epochMs / 1_000 + 3_600 };
    world
      .after('1h')
      .having(updateEvent(4, { title: 'Market' }))
      .showsExactly(event(4), {
        ...before,
        ...changes,
        modifiedUtcSeconds: changes.modifiedSeconds,
      });
  });

  it('moves a start that its new zone skips behind the gap', () => {
    given(calendar)
      .having(
        createEvent({ startDate: '2026-03-08 02:30', endDate: '2026-03-08 05:00' }),
        updateEvent(1, { timezone: 'America/New_York' }),
      )
      .shows(event(1), {
        startSeconds: Date.UTC(2026, 2, 8, 3, 30) / 1_000,
        startUtcSeconds: Date.UTC(2026, 2, 8, 7, 30) / 1_000,
      });
  });
});

describe('the website of an event', () => {
  const clear = updateEvent(1, { website: '' });

  it('stays unset when it is cleared without ever being set', () => {
    given(calendar).having(createEvent(), clear).shows(event(1), { website: null });
  });

  it('becomes empty when it is cleared', () => {
    given(calendar)
      .having(createEvent({ website: 'https://fair.example' }), clear)
      .shows(event(1), { website: '' })
      .having(clear)
      .shows(event(1), { website: '' });
  });
});
