// Lists of venues and organizers.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller, EventFields } from '../../../../core/calendar/commands.ts';
import {
  organizerListView,
  venueListView,
  type VenueOrOrganizerListQuery,
} from '../../../../core/calendar/views/venue-or-organizer-list.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { callers, calendarCommands } from '../../../support/arbitraries/calendar.ts';
import {
  administrator,
  byAdministrator,
  type CalendarWorld,
} from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';
import { usageOf } from '../../../support/calendar/usage.ts';
import { runs } from '../../../support/runner/runs.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

const page = { page: 1, perPage: 50 };

function names(
  world: CalendarWorld,
  query: Partial<VenueOrOrganizerListQuery> = {},
  caller: Caller = 'anonymous',
): readonly string[] {
  const listed = venueListView(world.calendar, { ...page, ...query }, caller, epochMs);
  if (!listed.ok) throw new Error(JSON.stringify(listed.error));
  expect(listed.value.total).toBe(listed.value.items.length);
  return listed.value.items.map(({ name }) => name);
}

function worldOf(...venues: readonly object[]): CalendarWorld {
  const world = given(calendar);
  for (const fields of venues) world.having({ type: 'CreateVenue', ...byAdministrator, fields });
  return world;
}

function addEvent(world: CalendarWorld, venue: number, fields: EventFields = {}): void {
  const needed = { title: 'Fair', startDate: '2026-02-01', endDate: '2026-02-02' };
  world.having({
    type: 'CreateEvent',
    ...byAdministrator,
    fields: { ...needed, venue: [{ id: venue }], ...fields },
  });
}

describe('the list of venues', () => {
  it('is sorted by date, then by creation, the newest first', () => {
    const world = worldOf(
      { name: 'old', date: '2025-01-01' },
      { name: 'first' },
      { name: 'second' },
      { name: 'older', date: '2024-01-01' },
    );
    expect(names(world)).toEqual(['second', 'first', 'old', 'older']);
  });

  it('finds all words in one field', () => {
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

  it('filters by linked and by upcoming events', () => {
    const world = worldOf(
      ...['none', 'drafted', 'past', 'coming', 'private'].map((name) => ({ name })),
    );
    addEvent(world, 2, { status: 'draft' });
    addEvent(world, 3, { startDate: '2025-12-31 23:59:59', endDate: '2026-05-05' });
    addEvent(world, 4, { startDate: '2026-01-01 00:00:00' });
    addEvent(world, 5, { status: 'private' });
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
    const unknown = venueListView(world.calendar, { ...page, event: 3 }, 'anonymous', epochMs);
    expect(unknown).toMatchObject({ ok: false, error: { problems: { event: 'is no event' } } });
  });

  it('rejects pages after the last, and limits statuses by role', () => {
    const world = worldOf({ name: 'out' }, { name: 'drawn', status: 'draft' });
    expect(names(world)).toEqual(['out']);
    expect(names(world, {}, administrator)).toEqual(['drawn', 'out']);
    expect(names(world, { status: ['draft'] }, administrator)).toEqual(['drawn']);
    const second = { ...page, page: 2 };
    expect(venueListView(world.calendar, second, 'anonymous', epochMs)).toEqual({
      ok: false,
      error: { code: 'VENUE_PAGE_NOT_FOUND' },
    });
    expect(organizerListView(world.calendar, second, 'anonymous', epochMs)).toEqual({
      ok: false,
      error: { code: 'ORGANIZER_PAGE_NOT_FOUND' },
    });
  });
});

describe('the list of organizers', () => {
  it('equals a filter over plain records', () => {
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
        const world = given(calendar);
        world.trying(...commands);
        const events = [...world.calendar.events.values()];
        const isAll = caller === administrator;
        const expected = [...world.calendar.organizers.values()]
          .filter(({ id, name, status }) => {
            const use = usageOf(events.filter(({ organizerIds }) => organizerIds.includes(id)));
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
        const listed = organizerListView(world.calendar, { ...page, ...query }, caller, epochMs);
        expect(listed.ok && listed.value.items.map(({ id }) => id)).toEqual(expected);
      }),
      runs(150),
    );
  });
});
