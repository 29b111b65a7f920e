// The list of events: examples of the reference, and all filters compared with a filter over plain records.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  Caller,
  CalendarCommand,
  EventFields,
  TermFields,
} from '../../../../core/calendar/commands.ts';
import type { EventPost } from '../../../../core/calendar/records/event.ts';
import {
  eventListView,
  type EventListQuery,
  type EventListSite,
} from '../../../../core/calendar/views/event-list.ts';
import { eventCountOf } from '../../../../core/calendar/state.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { callers, calendarCommands, statuses } from '../../../support/arbitraries/calendar.ts';
import {
  administrator,
  byAdministrator,
  type CalendarWorld,
} from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';
import { firstCases, runs } from '../../../support/runner/runs.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

const site: EventListSite = {
  zone: 'UTC',
  cost: { currencySymbol: '$', currencyPosition: 'prefix', decimalMark: '.' },
  hasGeolocation: false,
  hasTickets: false,
  nearMiles: 25,
};

const page = { page: 1, perPage: 50 };

function list(
  world: CalendarWorld,
  query: Partial<EventListQuery> = {},
  caller: Caller = 'anonymous',
  at: Partial<EventListSite> = {},
) {
  return eventListView(world.calendar, { ...page, ...query }, caller, { ...site, ...at }, epochMs);
}

function titles(...args: Parameters<typeof list>): readonly string[] {
  const listed = list(...args);
  if (!listed.ok) throw new Error(JSON.stringify(listed.error));
  expect(listed.value.total).toBe(listed.value.items.length);
  return listed.value.items.map(({ title }) => title);
}

function problemsOf(...args: Parameters<typeof list>): readonly string[] {
  const listed = list(...args);
  if (listed.ok || listed.error.code !== 'PARAMETERS_INVALID') return [];
  return Object.keys(listed.error.problems);
}

function worldOf(...events: readonly EventFields[]): CalendarWorld {
  const world = given(calendar);
  for (const [index, fields] of events.entries()) {
    const needed = {
      title: `event ${index}`,
      startDate: '2026-01-05 10:00',
      endDate: '2026-01-05 12:00',
    };
    world.having({ type: 'CreateEvent', ...byAdministrator, fields: { ...needed, ...fields } });
  }
  return world;
}

describe('a search of events', () => {
  const fair = {
    title: 'Winter Fair',
    description: '<p>Stalls and ΜΟΥΣΙΚΉ in Straße</p>',
    excerpt: 'Η ΠΡΌΣΒΑΣΗ',
  };

  it.each([
    ['winter', true],
    ['WINTER stalls', true],
    ['wint', true],
    ['"winter fair"', true],
    ['"fair stalls"', false],
    ['fairstalls', false], // words across two texts
    ['winter summer', false],
    ['winter -summer', true],
    ['winter -stalls', false],
    ['-summer', true],
    ['μουσική', true],
    ['STRASSE', true],
    ['', true],
    ['πρός', true], // a prefix of a word, although its last letter is a final sigma
    ['προς', false], // another accent
  ])('for %j finds it: %j', (search, isFound) => {
    expect(titles(worldOf(fair), { search })).toEqual(isFound ? ['Winter Fair'] : []);
  });
});

describe('the window of the list of events', () => {
  const days = [
    { title: 'before', startDate: '2025-12-30 10:00', endDate: '2026-03-01' },
    { title: 'yesterday', startDate: '2025-12-31 00:00', endDate: '2025-12-31 10:00' },
    { title: 'fifth', startDate: '2026-01-05 10:00', endDate: '2026-01-05 23:59:59' },
    { title: 'sixth', startDate: '2026-01-06 00:00', endDate: '2026-01-06 02:00' },
    { title: 'far', startDate: '2027-12-31 22:00', endDate: '2028-01-01 23:59:59' },
    { title: 'too far', startDate: '2027-12-31 23:00', endDate: '2028-01-02 00:00' },
  ];

  it('is from yesterday to the day 24 months from now by default', () => {
    const world = worldOf(...days);
    expect(titles(world)).toEqual(['yesterday', 'fifth', 'sixth', 'far']);
    expect(titles(world, { startDate: '2025-12-01' })).toEqual([
      'before',
      'yesterday',
      'fifth',
      'sixth',
      'far',
    ]);
    expect(titles(world, { endDate: '2026-01-05 00:00' })).toEqual(['yesterday', 'fifth']);
    expect(titles(world, { endDate: '+3 years' })).toContain('too far');
  });

  it('drops the default bounds if starts or ends are bounded', () => {
    const world = worldOf(...days);
    expect(titles(world, { startsBefore: '2026-01-05 01:00' })).toEqual([
      'before',
      'yesterday',
      'fifth',
    ]);
    expect(titles(world, { startsAfter: '2026-01-05' })).toEqual(['sixth', 'far', 'too far']);
    expect(titles(world, { endsAfter: '2027-12-31' })).toEqual(['far', 'too far']);
    expect(titles(world, { endsBefore: '2026-01-05' })).toEqual(['yesterday']);
    expect(titles(world, { endsBefore: '2026-02-01', startDate: '2026-01-06 12:00' })).toEqual([
      'sixth',
    ]);
  });

  it('is exact to the second in UTC with strict dates', () => {
    const world = worldOf(...days);
    const strict = { hasStrictDates: true };
    expect(titles(world, { ...strict, startsAfter: '2026-01-05 09:59:59' })[0]).toBe('fifth');
    expect(titles(world, { ...strict, startsAfter: '2026-01-05 10:00:00' })[0]).toBe('sixth');
    expect(titles(world, { ...strict, endDate: '2026-01-05 23:59:59' }).at(-1)).toBe('fifth');
    expect(titles(world, { ...strict, endsBefore: '2026-01-05 23:59:59' }).at(-1)).toBe(
      'yesterday',
    );
    const newYork = { zone: 'America/New_York' };
    const atNoon = {
      ...strict,
      startsAfter: '2026-01-05 14:59:59',
      startsBefore: '2026-01-05 15:00:01',
    };
    expect(titles(world, atNoon, 'anonymous', newYork)).toEqual(['fifth']);
    const listed = list(world, atNoon, 'anonymous', newYork);
    expect(listed.ok && listed.value.effective).toMatchObject({
      starts_after: '2026-01-05 14:59:59',
    });
  });

  it('compares instants on a site in UTC, and wall clocks elsewhere', () => {
    const early = { startDate: '2026-01-06 01:00', endDate: '2026-01-06 02:00' };
    const world = worldOf(
      { title: 'Tokyo', ...early, timezone: 'Asia/Tokyo' },
      { title: 'UTC', ...early },
    );
    const sixth = { startDate: '2026-01-06' };
    expect(titles(world, sixth)).toEqual(['UTC']);
    expect(titles(world, sixth, 'anonymous', { zone: 'UTC+0' })).toEqual(['Tokyo', 'UTC']);
  });

  it('reports its bounds as absolute dates', () => {
    const world = worldOf(...days);
    const usual = list(world);
    expect(usual.ok && usual.value.effective).toEqual({
      start_date: '2025-12-31 00:00:00',
      end_date: '2028-01-01 23:59:59',
      status: 'publish',
    });
  });

  it('refuses invalid dates', () => {
    expect(problemsOf(worldOf(), { startDate: 'nonsense', include: [1] })).toEqual(['start_date']);
    expect(problemsOf(worldOf(), { endsAfter: 'nonsense', hasStrictDates: true })).toEqual([
      'ends_after',
    ]);
  });
});

describe('the list of events', () => {
  it('is ordered by start, then by publication, then by id', () => {
    const world = worldOf(
      { title: 'd', date: '2025-12-20' },
      { title: 'b', startDate: '2026-01-05 09:00', date: '2025-12-10' },
      { title: 'c', date: '2025-12-19' },
      { title: 'e', date: '2025-12-20' },
      { title: 'a', startDate: '2026-01-05 09:00', date: '2025-12-09' },
    );
    expect(titles(world)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('shows included events in order of publication, regardless of dates', () => {
    const world = worldOf(
      { title: 'b', startDate: '2020-01-01', endDate: '2020-01-02', date: '2025-12-02' },
      { title: 'a', date: '2025-12-01' },
      { title: 'hidden', hideFromListings: true },
      { title: 'other' },
    );
    expect(titles(world, { include: [99, 1, 3, 2], startDate: '2026-01-05' })).toEqual(['a', 'b']);
  });

  it('shows the public published events, and editors all but the trash', () => {
    const world = worldOf(...statuses.map((status) => ({ title: status, status })));
    expect(titles(world)).toEqual(['publish', 'future']); // its publication date was not in the future
    expect(titles(world, {}, administrator).length).toBe(5);
    expect(titles(world, { status: ['trash'] }, administrator)).toEqual(['trash']);
    expect(titles(world, { status: ['draft', 'private'] }, administrator).length).toBe(2);
    expect(titles(world, { status: ['publish'] })).toEqual(['publish', 'future']);
    expect(problemsOf(world, { status: ['publish', 'draft'] })).toEqual(['status']);
    expect(problemsOf(world, { status: ['any'] }, administrator)).toEqual(['status']);
  });

  it('filters by categories by slug or id, with their descendants', () => {
    const world = given(calendar);
    const make = (fields: TermFields): CalendarCommand => ({
      type: 'CreateTerm',
      ...byAdministrator,
      taxonomy: 'category',
      fields,
    });
    world.having(make({ name: 'Music' }));
    world.having(make({ name: 'Jazz', parent: 1 }));
    world.having(make({ name: 'Bebop', parent: 2 }));
    world.having(make({ name: '1' }));
    for (const name of ['Music', 'Jazz', 'Bebop', '1']) {
      const fields = {
        title: name,
        startDate: '2026-01-05',
        endDate: '2026-01-05',
        categories: [name === '1' ? '4' : name],
      };
      world.having({ type: 'CreateEvent', ...byAdministrator, fields });
    }
    expect(titles(world, { categories: ['music'] })).toEqual(['Music', 'Jazz', 'Bebop']);
    expect(titles(world, { categories: ['2'] })).toEqual(['Jazz', 'Bebop']);
    expect(titles(world, { categories: ['1'] })).toEqual(['1']); // the slug has priority over the id
    expect(titles(world, { categories: ['bebop', '1'] })).toEqual(['Bebop', '1']);
    expect(problemsOf(world, { categories: ['music', 'nothing'] })).toEqual(['categories']);
    expect(problemsOf(world, { tags: ['music'] })).toEqual(['tags']);
  });

  it('refuses unknown venues, organizers and parents', () => {
    const world = worldOf({ title: 'one', venue: [{ fields: { name: 'Hall' } }] });
    expect(titles(world, { venue: [1] })).toEqual(['one']);
    expect(problemsOf(world, { venue: [1, 2], organizer: [1], postParent: 1 })).toEqual([
      'venue',
      'organizer',
      'post_parent',
    ]);
    world.having({
      type: 'CreateEvent',
      ...byAdministrator,
      fields: { title: 'two', startDate: '2026-01-06', endDate: '2026-01-06' },
    });
    world.having({ type: 'SetOperatorFields', kind: 'event', id: 3, parentId: 2 });
    expect(titles(world, { postParent: 2 })).toEqual(['two']);
    expect(titles(world, { postParent: 3 })).toEqual([]);
  });

  it('filters by tickets and places only if the site has the extension', () => {
    const hall = (name: string) => ({ venue: [{ fields: { name } }] });
    const world = worldOf(
      { title: 'here', ...hall('Hall') },
      { title: 'away', ...hall('Barn') },
      { title: 'nowhere' },
    );
    world.having({
      type: 'SetOperatorFields',
      kind: 'venue',
      id: 1,
      place: { latitude: 52, longitude: 4.3 },
    });
    world.having({
      type: 'SetOperatorFields',
      kind: 'venue',
      id: 3,
      place: { latitude: 52.5, longitude: 4.3 },
    });
    world.having({ type: 'SetOperatorFields', kind: 'event', id: 2, isTicketed: true });
    const all = ['here', 'away', 'nowhere'];
    expect(problemsOf(world, { ticketed: true })).toEqual(['ticketed']);
    expect(titles(world, { ticketed: false, geoloc: true, latitude: 0, longitude: 0 })).toEqual(
      all,
    );
    const extended = { hasTickets: true, hasGeolocation: true };
    const seen = (query: Partial<EventListQuery>) => titles(world, query, 'anonymous', extended);
    expect(seen({ ticketed: true })).toEqual(['here']);
    expect(seen({ ticketed: false })).toEqual(['away', 'nowhere']);
    expect(seen({ geoloc: true })).toEqual(['here', 'away']);
    expect(seen({ geoloc: false })).toEqual(['nowhere']);
    expect(seen({ latitude: 52.1, longitude: 4.4 })).toEqual(['here']);
    expect(seen({ latitude: 52.25, longitude: 4.3 })).toEqual(['here', 'away']);
    expect(seen({ latitude: 52.1 })).toEqual(all);
    expect(seen({ latitude: -52, longitude: 4.3 })).toEqual([]);
    expect(seen({ latitude: 52.1, longitude: 4.4, venue: [3] })).toEqual([]);
  });

  it('rejects pages after the last, except the first', () => {
    const world = worldOf({}, {}, {});
    const paged = (number: number) => list(world, { page: number, perPage: 2 });
    expect(paged(2)).toMatchObject({
      ok: true,
      value: { total: 3, items: [{ title: 'event 2' }] },
    });
    expect(paged(3)).toEqual({ ok: false, error: { code: 'EVENT_PAGE_NOT_FOUND' } });
    expect(list(given(calendar))).toMatchObject({ ok: true, value: { total: 0, items: [] } });
  });
});

describe('lists of events after any commands', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const date = maybe(
    fc.integer({ min: -50, max: 800 }).map((day) => `2026-01-01 +${day} days 12:00`),
  );
  const ids = maybe(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 }));
  const queries = fc.record({
    startDate: date,
    endDate: date,
    startsBefore: date,
    endsAfter: date,
    hasStrictDates: fc.boolean(),
    search: maybe(fc.constantFrom('jazz', 'market night', '"open stage"', 'music -jazz', 'oor')),
    featured: maybe(fc.boolean()),
    include: ids,
    venue: maybe(fc.constantFrom([1], [1, 2], [3])),
    categories: maybe(fc.constantFrom(['1'], ['music'], ['jazz', 'free'])),
    tags: maybe(fc.constantFrom(['indoor'], ['music', 'outdoor'])),
    status: maybe(fc.constantFrom(['publish'], ['draft', 'private'])),
    ticketed: maybe(fc.boolean()),
  });
  const zone = fc.constantFrom('UTC', 'America/New_York');
  const manyQueries = fc.array(queries, { minLength: 3, maxLength: 6 });
  const pageSize = fc.integer({ min: 1, max: 4 });

  it('equal a filter over plain records, page by page', () => {
    let [found, refused] = [0, 0];
    fc.assert(
      fc.property(
        calendarCommands,
        manyQueries,
        callers,
        zone,
        pageSize,
        (commands, asks, caller, siteZone, perPage) => {
          const world = given(calendar);
          world.trying(...commands);
          for (const ask of [{}, ...asks]) {
            const query = Object.fromEntries(
              Object.entries(ask).filter(([, value]) => value !== undefined),
            );
            const at = { zone: siteZone, hasTickets: true };
            const whole = list(world, query, caller, at);
            if (!whole.ok) {
              refused += 1;
              expect(whole.error.code).toBe('PARAMETERS_INVALID');
              continue;
            }
            const expected = naive(world, query, caller, at, whole.value.effective);
            expect(whole.value.items.map(({ id }) => id)).toEqual(expected.slice(0, 50));
            expect(whole.value.total).toBe(expected.length);
            found += expected.length;
            const walked: number[] = [];
            for (let number = 1; walked.length < expected.length; number += 1) {
              const next = list(world, { ...query, page: number, perPage }, caller, at);
              if (!next.ok) throw new Error(next.error.code);
              expect(next.value.total).toBe(expected.length);
              walked.push(...next.value.items.map(({ id }) => id));
            }
            expect(walked).toEqual(expected);
          }
        },
      ),
      runs(
        200,
        firstCases({ seed: 2, count: 10 }, calendarCommands, manyQueries, callers, zone, pageSize),
      ),
    );
    expect(found).toBeGreaterThan(50);
    expect(refused).toBeGreaterThan(0);
  });

  it('have term counts equal to a recount', () => {
    fc.assert(
      fc.property(calendarCommands, (commands) => {
        const world = given(calendar);
        world.trying(...commands);
        const events = [...world.calendar.events.values()];
        for (const term of world.calendar.terms.values()) {
          const holders = events.filter(
            ({ status, categoryIds, tagIds }) =>
              status === 'publish' && [...categoryIds, ...tagIds].includes(term.id),
          );
          expect({ term: term.name, count: eventCountOf(world.calendar, term.id) }).toEqual({
            term: term.name,
            count: holders.length,
          });
        }
      }),
      runs(100),
    );
  });
});

/** The ids of all pages by a filter over plain records. The bounds of the window are those of the list. */
function naive(
  world: CalendarWorld,
  query: Partial<EventListQuery>,
  caller: Caller,
  { zone, hasTickets }: { readonly zone: string; readonly hasTickets: boolean },
  dates: Readonly<Record<string, string>>,
): readonly number[] {
  const { terms } = world.calendar;
  const isBelow = (id: number, names: readonly string[]): boolean => {
    const term = terms.get(String(id));
    return term !== undefined && (names.includes(term.slug) || isBelow(term.parentId, names));
  };
  const named = (names: readonly string[]) => names.map((name) => terms.get(name)?.slug ?? name);
  // Strict bounds are in UTC; New York is five or four hours behind.
  const strictOffset = (text: string) =>
    query.hasStrictDates === true && zone !== 'UTC' ? offsetInNewYork(text) : 0;
  const secondsOf = (text: string) =>
    Date.UTC(
      Number(text.slice(0, 4)),
      Number(text.slice(5, 7)) - 1,
      Number(text.slice(8, 10)),
      Number(text.slice(11, 13)),
      Number(text.slice(14, 16)),
      Number(text.slice(17, 19)),
    ) /
      1000 +
    strictOffset(text);
  const isInWindow = (event: EventPost) => {
    if (query.include !== undefined) return query.include.includes(event.id);
    const start = zone === 'UTC' ? event.startUtcSeconds : event.startSeconds;
    const end = zone === 'UTC' ? event.endUtcSeconds : event.endSeconds;
    return (
      (dates['start_date'] === undefined || start >= secondsOf(dates['start_date'])) &&
      (dates['starts_before'] === undefined || start < secondsOf(dates['starts_before'])) &&
      (dates['end_date'] === undefined || end <= secondsOf(dates['end_date'])) &&
      (dates['ends_after'] === undefined || end > secondsOf(dates['ends_after']))
    );
  };
  const isShown = ({ status, isHidden }: EventPost) => {
    if (isHidden) return false;
    if (query.status !== undefined) return query.status.includes(status);
    return caller === administrator ? status !== 'trash' : status === 'publish';
  };
  const isFound = ({ title, excerpt, description }: EventPost) => {
    const has = (phrase: string) =>
      [title, excerpt, description].some((text) => text.toLowerCase().includes(phrase));
    switch (query.search) {
      case undefined:
        return true;
      case 'market night':
        return has('market') && has('night');
      case '"open stage"':
        return has('open stage');
      case 'music -jazz':
        return has('music') && !has('jazz');
      default:
        return has(query.search);
    }
  };
  const kept = [...world.calendar.events.values()].filter(
    (event) =>
      isShown(event) &&
      isInWindow(event) &&
      isFound(event) &&
      (query.featured === undefined || event.isFeatured === query.featured) &&
      (query.ticketed === undefined || !hasTickets || event.isTicketed === query.ticketed) &&
      (query.venue === undefined || query.venue.includes(event.venueId ?? 0)) &&
      (query.categories === undefined ||
        event.categoryIds.some((id) => isBelow(id, named(query.categories ?? [])))) &&
      (query.tags === undefined ||
        event.tagIds.some((id) =>
          named(query.tags ?? []).includes(terms.get(String(id))?.slug ?? ''),
        )),
  );
  const startOf = (event: EventPost) => {
    if (query.include !== undefined) return 0;
    return zone === 'UTC' ? event.startUtcSeconds : event.startSeconds;
  };
  kept.sort(
    (left, right) =>
      startOf(left) - startOf(right) || left.dateSeconds - right.dateSeconds || left.id - right.id,
  );
  return kept.map(({ id }) => id);
}

/** The UTC offset of New York in seconds: summer time is from the second Sunday of March to the first of November. */
function offsetInNewYork(utc: string): number {
  const starts: Record<string, readonly [string, string]> = {
    '2025': ['2025-03-09 07:00:00', '2025-11-02 06:00:00'],
    '2026': ['2026-03-08 07:00:00', '2026-11-01 06:00:00'],
    '2027': ['2027-03-14 07:00:00', '2027-11-07 06:00:00'],
    '2028': ['2028-03-12 07:00:00', '2028-11-05 06:00:00'],
  };
  const [spring, autumn] = starts[utc.slice(0, 4)] ?? ['', ''];
  return utc >= spring && utc < autumn ? -4 * 3600 : -5 * 3600;
}
