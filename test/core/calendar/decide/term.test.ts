// Creating and updating categories: unique names and slugs, a tree without cycles.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand, TermFields } from '../../../../core/calendar/commands.ts';
import { categoryLevelsMax } from '../../../../core/calendar/records/term.ts';
import { termView } from '../../../../core/calendar/views/term.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const category = (fields: TermFields): CalendarCommand => ({
  type: 'CreateTerm',
  ...asked,
  taxonomy: 'category',
  fields,
});

describe('creating a category', () => {
  it('is refused for a slug that a term of the same name has', () => {
    const world = calendarAt();
    world.do(category({ name: 'Music' }));
    const beside = category({ name: 'Music', slug: 'Jazz' });
    world.do(beside);
    expect(world.try(beside)).toMatchObject({
      ok: false,
      error: { code: 'TERM_EXISTS', termId: 2 },
    });
  });

  it('is refused if its name exists, with the id of the existing one', () => {
    const world = calendarAt();
    world.do(category({ name: 'Music' }));
    expect(world.try(category({ name: 'music' }))).toMatchObject({
      ok: false,
      error: { code: 'TERM_EXISTS', termId: 1 },
    });
    expect(world.do(category({ name: 'music', slug: 'more-music' }))).toMatchObject([
      { term: { id: 2, slug: 'more-music' } },
    ]);
  });

  it('appends the slug of its parent if its own is taken', () => {
    const world = calendarAt();
    world.do(category({ name: 'Music' }));
    world.do(category({ name: 'Town' }));
    expect(world.do(category({ name: 'Music', parent: 2 }))).toMatchObject([
      { term: { id: 3, slug: 'music-town', parentId: 2 } },
    ]);
  });
});

describe('updating a category', () => {
  it('is refused if it would become its own descendant', () => {
    const world = calendarAt();
    world.do(category({ name: 'Music' }));
    world.do(category({ name: 'Jazz', parent: 'music' }));
    const move = { type: 'UpdateTerm', ...asked, taxonomy: 'category', termId: 1 } as const;
    expect(world.try({ ...move, fields: { parent: 2 } })).toMatchObject({
      ok: false,
      error: { code: 'PARAMETERS_INVALID', problems: { parent: expect.any(String) } },
    });
    expect(world.try({ ...move, fields: { slug: 'jazz' } })).toMatchObject({
      ok: false,
      error: { code: 'TERM_SLUG_TAKEN' },
    });
  });
});

describe('the tree of categories', () => {
  const wide = (id: number, fields: TermFields) =>
    ({ type: 'UpdateTerm', ...asked, taxonomy: 'category', termId: id, fields }) as const;
  const tooDeep = {
    ok: false,
    error: { code: 'PARAMETERS_INVALID', problems: { parent: expect.any(String) } },
  };

  it('has a maximum depth, by creation and by moves', () => {
    const world = calendarAt();
    world.do(category({ name: 'level 1' }));
    for (let level = 2; level <= categoryLevelsMax; level += 1) {
      world.do(category({ name: `level ${level}`, parent: level - 1 }));
    }
    expect(world.try(category({ name: 'below', parent: categoryLevelsMax }))).toMatchObject(
      tooDeep,
    );
    const [root, leaf] = [categoryLevelsMax + 1, categoryLevelsMax + 2];
    world.do(category({ name: 'root' }));
    world.do(category({ name: 'leaf', parent: root }));
    expect(world.try(wide(root, { parent: categoryLevelsMax - 1 }))).toMatchObject(tooDeep);
    expect(world.try(wide(1, { parent: leaf }))).toMatchObject(tooDeep);
    world.do(wide(root, { parent: categoryLevelsMax - 2 }));
    expect(termView(world.state, 'category', leaf)?.ancestorSlugs).toHaveLength(
      categoryLevelsMax - 1,
    );
  });
});
