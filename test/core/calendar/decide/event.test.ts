// Creating and updating events with their venues, organizers and terms.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand, EventFields } from '../../../../core/calendar/commands.ts';
import { htmlCharsMax } from '../../../../core/calendar/text/paragraphs.ts';
import { costCharsMax } from '../../../../core/calendar/text/cost.ts';
import { eventCountOf } from '../../../../core/calendar/state.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const fair: EventFields = {
  title: 'Winter Fair',
  startDate: '2026-03-01 09:00:00',
  endDate: '2026-03-01 11:30:00',
};

const create = (fields: EventFields): CalendarCommand => ({
  type: 'CreateEvent',
  ...asked,
  fields,
});

describe('creating an event', () => {
  it('stores the wall clock of its zone and the instant in UTC', () => {
    const world = calendarAt();
    const [made] = world.do(create({ ...fair, timezone: 'America/New_York' }));
    expect(made).toMatchObject({
      type: 'EventCreated',
      post: { id: 1, slug: 'winter-fair', status: 'publish', zone: 'America/New_York' },
    });
    const event = world.state.events.get('1');
    expect((event?.startUtcSeconds ?? 0) - (event?.startSeconds ?? 0)).toBe(5 * 3600);
  });

  it('creates its images, venues, organizers and terms before itself', () => {
    const world = calendarAt();
    const events = world.do(
      create({
        ...fair,
        image: 'http://pictures.example.org/fair.png',
        venue: [{ fields: { name: 'Town Hall', city: 'Delft' } }],
        organizer: [
          { fields: { name: 'Ann' } },
          { fields: { name: 'Ben' } },
          { fields: { name: 'ann' } },
        ],
        categories: ['Music', 'music', 'Markets'],
        tags: ['free'],
      }),
    );
    expect(events.map(({ type }) => type)).toEqual([
      'VenueCreated',
      'OrganizerCreated',
      'OrganizerCreated',
      'OrganizerUpdated',
      'TermCreated',
      'TermCreated',
      'TermCreated',
      'ImageAttached',
      'EventCreated',
    ]);
    expect(world.state.events.get('5')).toMatchObject({
      venueId: 1,
      organizerIds: [2, 3],
      categoryIds: [1, 2],
      tagIds: [3],
      imageId: 4,
    });
    expect(world.state.terms.get('1')).toMatchObject({ name: 'Music' });
    expect(eventCountOf(world.state, 1)).toBe(1);
  });

  it('creates only the first of several venues', () => {
    const world = calendarAt();
    const names = ['Town Hall', 'Market Square', 'Harbour'];
    const events = world.do(
      create({ ...fair, venue: names.map((name) => ({ fields: { name } })) }),
    );
    expect(events.map(({ type }) => type)).toEqual(['VenueCreated', 'EventCreated']);
    expect(world.state.venues.get('1')).toMatchObject({ name: 'Town Hall' });
    expect(world.state.events.get('2')).toMatchObject({ venueId: 1 });
    expect(world.try(create({ ...fair, venue: [{ id: 1 }, { id: 99 }] })).ok).toBe(true);
  });

  it.each([2, 20])('is linked once to a term that it names %i times', (times) => {
    const world = calendarAt();
    const names = Array.from({ length: times }, () => ['Music', 'Markets', '1']).flat();
    world.do(create({ ...fair, categories: names }));
    expect(world.state.events.get('1')).toMatchObject({ categoryIds: [1, 2] });
  });

  it('emits its members in stored order, so that they need no sorting', () => {
    const [made] = calendarAt().do(create(fair));
    const members = Object.keys(made?.type === 'EventCreated' ? made.post : {});
    expect(members.length).toBeGreaterThan(30);
    expect(members).toEqual(members.toSorted());
  });

  it('limits the length of its cost', () => {
    const all = '1'.repeat(costCharsMax);
    for (const cost of [`${all}0`, [all, '0']]) {
      expect(calendarAt().try(create({ ...fair, cost }))).toMatchObject({
        ok: false,
        error: { code: 'PARAMETERS_INVALID', problems: { cost: expect.any(String) } },
      });
    }
    expect(calendarAt().try(create({ ...fair, cost: all })).ok).toBe(true);
  });

  it('limits the length of its description', () => {
    const all = 'a'.repeat(htmlCharsMax);
    for (const field of ['description', 'excerpt']) {
      expect(calendarAt().try(create({ ...fair, [field]: `${all}a` }))).toMatchObject({
        ok: false,
        error: { code: 'PARAMETERS_INVALID', problems: { [field]: expect.any(String) } },
      });
      expect(calendarAt().try(create({ ...fair, [field]: all })).ok).toBe(true);
    }
  });

  it('is refused with all its problems', () => {
    const world = calendarAt();
    const outcome = world.try(
      create({
        ...fair,
        startDate: 'whenever',
        venue: [{ fields: { name: 'Town Hall' } }],
        organizer: [{ id: 99 }],
      }),
    );
    expect(outcome).toMatchObject({
      ok: false,
      error: {
        code: 'PARAMETERS_INVALID',
        problems: { start_date: expect.any(String), organizer: expect.any(String) },
      },
    });
  });

  it('ends at its start if the end lies before it', () => {
    const world = calendarAt();
    world.do(create({ ...fair, endDate: '2026-02-01' }));
    const event = world.state.events.get('1');
    expect(event?.endSeconds).toBe(event?.startSeconds);
    expect(event?.endUtcSeconds).toBe(event?.startUtcSeconds);
  });

  it('reads the zero date of drafts as no date', () => {
    const world = calendarAt();
    world.do(create({ ...fair, status: 'draft', dateUtc: '0000-00-00 00:00:00' }));
    expect(world.state.events.get('1')).toMatchObject({ status: 'draft', dateUtcSeconds: null });
  });
});

describe('the website of an event', () => {
  const update = (website: string): CalendarCommand => ({
    type: 'UpdateEvent',
    ...asked,
    event: { id: 1 },
    fields: { website },
  });

  it('stays unset when it is cleared without ever being set', () => {
    const world = calendarAt();
    world.do(create(fair));
    world.do(update(''));
    expect(world.state.events.get('1')).toMatchObject({ website: null });
  });

  it('becomes empty when it is cleared', () => {
    const world = calendarAt();
    world.do(create({ ...fair, website: 'https://fair.example' }));
    world.do(update(''));
    expect(world.state.events.get('1')).toMatchObject({ website: '' });
    world.do(update(''));
    expect(world.state.events.get('1')).toMatchObject({ website: '' });
  });
});
