// The lists of venues and organizers, and the use that events make of them against a recount.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller, EventFields } from '../../../core/calendar/commands.ts';
import type { EventPost } from '../../../core/calendar/records/event.ts';
import {
  organizerListView,
  venueListView,
  type VenueOrOrganizerListQuery,
} from '../../../core/calendar/views/venue-or-organizer-list.ts';
import { callers, calendarCommands } from '../../support/arbitraries/calendar.ts';
import { administrator, asked, calendarAt } from '../../support/calendar.ts';
import { beginning, runs } from '../../support/runs.ts';
import { epochMs } from '../../support/pure-world.ts';

type World = ReturnType<typeof calendarAt>;

const page = { page: 1, perPage: 50 };

function names(
  world: World,
  query: Partial<VenueOrOrganizerListQuery> = {},
  caller: Caller = 'anonymous',
): readonly string[] {
  const listed = venueListView(world.state, { ...page, ...query }, caller, epochMs);
  if (!listed.ok) throw new Error(JSON.stringify(listed.error));
  expect(listed.value.total).toBe(listed.value.items.length);
  return listed.value.items.map(({ name }) => name);
}

function worldOf(...venues: readonly object[]): World {
  const world = calendarAt();
  for (const fields of venues) world.do({ type: 'CreateVenue', ...asked, fields });
  return world;
}

function hold(world: World, venue: number, fields: EventFields = {}): void {
  const needed = { title: 'Fair', startDate: '2026-02-01', endDate: '2026-02-02' };
  world.do({
    type: 'CreateEvent',
    ...asked,
    fields: { ...needed, venue: [{ id: venue }], ...fields },
  });
}

describe('the list of venues', () => {
  it('has the newest first, and of those published at once the last that was made', () => {
    const world = worldOf(
      { name: 'old', date: '2025-01-01' },
      { name: 'first' },
      { name: 'second' },
      { name: 'older', date: '2024-01-01' },
    );
    expect(names(world)).toEqual(['second', 'first', 'old', 'older']);
  });

  it('finds what has all words in one field', () => {
    const world = worldOf(
      { name: 'Town Hall', city: 'Delft', description: 'Near the canal' },
      { name: 'Hall', address: '1 Town Road' },
      { name: 'Barn', website: 'http://town.example.org' },
    );
    expect(names(world, { search: 'town hall' })).toEqual(['Town Hall']);
    expect(names(world, { search: 'TOWN' })).toEqual(['Hall', 'Town Hall']);
    expect(names(world, { search: 'elf, the' })).toEqual([]);
    expect(names(world, { search: 'canal,near' })).toEqual(['Town Hall']);
    expect(names(world, { search: 'nothing' })).toEqual([]);
  });

  it('knows which are linked to events, and to events to come', () => {
    const world = worldOf(
      ...['none', 'drafted', 'past', 'coming', 'private'].map((name) => ({ name })),
    );
    hold(world, 2, { status: 'draft' });
    hold(world, 3, { startDate: '2025-12-31 23:59:59', endDate: '2026-05-05' });
    hold(world, 4, { startDate: '2026-01-01 00:00:00' });
    hold(world, 5, { status: 'private' });
    expect(names(world, { hasEvents: true })).toEqual(['private', 'coming', 'past']);
    expect(names(world, { hasEvents: false })).toEqual(['drafted', 'none']);
    expect(names(world, { hasUpcoming: true })).toEqual(['coming']);
    expect(names(world, { hasUpcoming: false }).length).toBe(5);
    expect(names(world, { hasUpcoming: true }, administrator)).toEqual([
      'private',
      'coming',
      'drafted',
    ]);
    expect(names(world, { event: 7 })).toEqual(['past']);
    const unknown = venueListView(world.state, { ...page, event: 3 }, 'anonymous', epochMs);
    expect(unknown).toMatchObject({ ok: false, error: { problems: { event: 'is no event' } } });
  });

  it('shows no page behind the last, and statuses to those who may see them', () => {
    const world = worldOf({ name: 'out' }, { name: 'drawn', status: 'draft' });
    expect(names(world)).toEqual(['out']);
    expect(names(world, {}, administrator)).toEqual(['drawn', 'out']);
    expect(names(world, { status: ['draft'] }, administrator)).toEqual(['drawn']);
    const second = { ...page, page: 2 };
    expect(venueListView(world.state, second, 'anonymous', epochMs)).toEqual({
      ok: false,
      error: { code: 'VENUE_PAGE_NOT_FOUND' },
    });
    expect(organizerListView(world.state, second, 'anonymous', epochMs)).toEqual({
      ok: false,
      error: { code: 'ORGANIZER_PAGE_NOT_FOUND' },
    });
  });

  it('lets all events go with the venue', () => {
    const world = worldOf({ name: 'Hall' });
    hold(world, 1);
    hold(world, 1);
    world.do({ type: 'TrashPost', kind: 'venue', ...asked, post: { id: 1 } });
    expect(names(world, { status: ['trash'], hasEvents: false }, administrator)).toEqual(['Hall']);
    expect(world.state.events.get('2')?.venueId).toBeNull();
  });
});

describe('the use of venues and organizers', () => {
  const useIn = (events: readonly EventPost[]) => {
    const lastOf = (some: readonly EventPost[]) =>
      some.length === 0 ? null : Math.max(...some.map(({ startUtcSeconds }) => startUtcSeconds));
    return {
      hasEvents: events.some(({ status }) => status !== 'draft' && status !== 'pending'),
      lastStartUtcSeconds: lastOf(events.filter(({ status }) => status !== 'trash')),
      lastPublicStartUtcSeconds: lastOf(events.filter(({ status }) => status === 'publish')),
    };
  };

  it('is what a recount of their events gives, after any commands', () => {
    let counted = 0;
    fc.assert(
      fc.property(calendarCommands, (commands) => {
        const world = calendarAt();
        for (const command of commands) world.try(command);
        const events = [...world.state.events.values()];
        for (const { id, use } of world.state.venues.values()) {
          expect(use).toEqual(useIn(events.filter(({ venueId }) => venueId === id)));
          counted += use.hasEvents ? 1 : 0;
        }
        for (const { id, use } of world.state.organizers.values()) {
          const own = events.filter(({ organizerIds }) => organizerIds.includes(id));
          expect(use).toEqual(useIn(own));
        }
      }),
      runs(200, beginning({ seed: 1, count: 36 }, calendarCommands)),
    );
    expect(counted).toBeGreaterThan(20);
  });

  it('leads to lists that filtering plain records gives', () => {
    const queries = fc.record(
      {
        hasEvents: fc.boolean(),
        hasUpcoming: fc.boolean(),
        search: fc.constantFrom('ann', 'e', 'b'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(calendarCommands, queries, callers, (commands, query, caller) => {
        const world = calendarAt();
        for (const command of commands) world.try(command);
        const events = [...world.state.events.values()];
        const isAll = caller === administrator;
        const expected = [...world.state.organizers.values()]
          .filter(({ id, name, status }) => {
            const use = useIn(events.filter(({ organizerIds }) => organizerIds.includes(id)));
            const last = isAll ? use.lastStartUtcSeconds : use.lastPublicStartUtcSeconds;
            return (
              (isAll ? status !== 'trash' : status === 'publish') &&
              (query.hasEvents === undefined || query.hasEvents === use.hasEvents) &&
              (query.hasUpcoming !== true || (last !== null && last * 1000 >= epochMs)) &&
              (query.search === undefined || name.toLowerCase().includes(query.search))
            );
          })
          .sort((left, right) => right.dateSeconds - left.dateSeconds || right.id - left.id)
          .map(({ id }) => id);
        const listed = organizerListView(world.state, { ...page, ...query }, caller, epochMs);
        expect(listed.ok && listed.value.items.map(({ id }) => id)).toEqual(expected);
      }),
      runs(150),
    );
  });
});
