// The lists of categories and tags.

import { describe, expect, it } from 'vitest';
import type { TermFields } from '../../../../core/calendar/commands.ts';
import type { Taxonomy } from '../../../../core/calendar/records/term.ts';
import { termListView, type TermListQuery } from '../../../../core/calendar/views/term-list.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { byAdministrator, type CalendarWorld } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

const usual: TermListQuery = {
  page: 1,
  perPage: 50,
  order: 'asc',
  orderBy: 'name',
  hidesEmpty: false,
};

function list(
  world: CalendarWorld,
  query: Partial<TermListQuery> = {},
  taxonomy: Taxonomy = 'category',
) {
  return termListView(world.calendar, taxonomy, { ...usual, ...query });
}

function names(...args: Parameters<typeof list>): readonly string[] {
  const listed = list(...args);
  if (!listed.ok) throw new Error(JSON.stringify(listed.error));
  return listed.value.items.map(({ name }) => name);
}

function problemsOf(...args: Parameters<typeof list>): readonly string[] {
  const listed = list(...args);
  if (listed.ok || listed.error.code !== 'PARAMETERS_INVALID') return [];
  return Object.keys(listed.error.problems);
}

/** Categories music (1) > jazz (2) > bebop (3), which event 5 has, and Art (4), which a draft has; a tag `free`. */
function town(): CalendarWorld {
  const world = given(calendar);
  const make = (fields: TermFields, taxonomy: Taxonomy = 'category') =>
    world.having({ type: 'CreateTerm', ...byAdministrator, taxonomy, fields });
  make({ name: 'music', description: 'b' });
  make({ name: 'Jazz', parent: 1, description: 'A', slug: 'z' });
  make({ name: 'Bebop', parent: 2, description: 'c' });
  make({ name: 'Art', description: 'd' });
  make({ name: 'free' }, 'tag');
  const needed = { startDate: '2026-02-01', endDate: '2026-02-02' };
  const fields = { ...needed, title: 'Session', categories: [3], tags: ['free', 'loud'] };
  world.having({ type: 'CreateEvent', ...byAdministrator, fields });
  const draft = { ...needed, title: 'Show', categories: [4], tags: ['quiet'], status: 'draft' };
  world.having({ type: 'CreateEvent', ...byAdministrator, fields: draft });
  return world;
}

describe('the list of terms', () => {
  it('is by name in any case, of one taxonomy', () => {
    expect(names(town())).toEqual(['Art', 'Bebop', 'Jazz', 'music']);
    expect(names(town(), {}, 'tag')).toEqual(['free', 'loud', 'quiet']);
  });

  it('omits terms without published events, unless a descendant has some', () => {
    expect(names(town(), { hidesEmpty: true })).toEqual(['Bebop', 'Jazz', 'music']);
    expect(names(town(), { hidesEmpty: true }, 'tag')).toEqual(['free', 'loud']);
  });

  it('is sorted by other fields in both directions', () => {
    const world = town();
    expect(names(world, { orderBy: 'id' })).toEqual(['music', 'Jazz', 'Bebop', 'Art']);
    expect(names(world, { orderBy: 'slug' })).toEqual(['Art', 'Bebop', 'music', 'Jazz']);
    expect(names(world, { orderBy: 'description' })).toEqual(['Jazz', 'music', 'Bebop', 'Art']);
    expect(names(world, { orderBy: 'count', order: 'desc' })[0]).toBe('Bebop');
    expect(names(world, { orderBy: 'term_group', order: 'desc' })[0]).toBe('Art');
    const include = [3, 1, 4];
    expect(names(world, { orderBy: 'include', include })).toEqual(['Bebop', 'music', 'Art']);
    expect(names(world, { include })).toEqual(['Art', 'Bebop', 'music']);
  });

  it('is narrowed by search, exclusion, parent, slug and event', () => {
    const world = town();
    expect(names(world, { search: 'Z' })).toEqual(['Jazz']);
    expect(names(world, { search: 'b' })).toEqual(['Bebop']);
    expect(names(world, { exclude: [1, 3] })).toEqual(['Art', 'Jazz']);
    expect(names(world, { parent: 1 })).toEqual(['Jazz']);
    expect(names(world, { slug: 'z' })).toEqual(['Jazz']);
    expect(names(world, { slug: 'nothing' })).toEqual([]);
    expect(names(world, { post: 1 })).toEqual(['Bebop']);
    expect(names(world, { event: 2, post: 1 })).toEqual(['Art']);
    expect(names(world, { event: 1 }, 'tag')).toEqual(['free', 'loud']);
  });

  it('refuses unknown terms and events', () => {
    const world = town();
    expect(problemsOf(world, { include: [1, 5], exclude: [99] })).toEqual(['include', 'exclude']);
    expect(problemsOf(world, { parent: 5 })).toEqual(['parent']);
    expect(problemsOf(world, { event: 9 })).toEqual(['event']);
    expect(problemsOf(world, { post: 9 })).toEqual(['post']);
  });

  it('is empty after its last page, with the total', () => {
    expect(list(town(), { page: 2, perPage: 3 })).toMatchObject({
      ok: true,
      value: { total: 4, items: [{ name: 'music', ancestorSlugs: [] }] },
    });
    expect(list(town(), { page: 3, perPage: 3 })).toEqual({
      ok: true,
      value: { total: 4, items: [] },
    });
  });
});
