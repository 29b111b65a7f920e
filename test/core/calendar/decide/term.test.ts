// Creating and updating categories: unique names and slugs, a tree without cycles.

import { describe, expect, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import { categoryLevelsMax } from '../../../../core/calendar/records/term.ts';
import { termView } from '../../../../core/calendar/views/term.ts';
import { createCategory, updateCategory } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

describe('creating a category', () => {
  it('is refused for a slug that a term of the same name has', () => {
    const jazz = createCategory({ name: 'Music', slug: 'Jazz' });
    given(calendar)
      .having(createCategory({ name: 'Music' }), jazz)
      .when(jazz)
      .refused('TERM_EXISTS', { termId: 2 });
  });

  it('is refused if its name exists, unless its slug differs', () => {
    given(calendar)
      .having(createCategory({ name: 'Music' }))
      .when(createCategory({ name: 'music' }))
      .refused('TERM_EXISTS', { termId: 1 })
      .when(createCategory({ name: 'music', slug: 'more-music' }))
      .then({ type: 'TermCreated', term: { id: 2, slug: 'more-music' } });
  });

  it('appends the slug of its parent if its own is taken', () => {
    given(calendar)
      .having(createCategory({ name: 'Music' }), createCategory({ name: 'Town' }))
      .when(createCategory({ name: 'Music', parent: 2 }))
      .then({ type: 'TermCreated', term: { id: 3, slug: 'music-town', parentId: 2 } });
  });
});

const parentInvalid = { problems: { parent: expect.any(String) } };

describe('updating a category', () => {
  const musicAndJazz = [
    createCategory({ name: 'Music' }),
    createCategory({ name: 'Jazz', parent: 'music' }),
  ];

  it('is refused if it would become its own descendant', () => {
    given(calendar)
      .having(...musicAndJazz)
      .when(updateCategory(1, { parent: 2 }))
      .refused('PARAMETERS_INVALID', parentInvalid);
  });

  it('is refused if another category has its slug', () => {
    given(calendar)
      .having(...musicAndJazz)
      .when(updateCategory(1, { slug: 'jazz' }))
      .refused('TERM_SLUG_TAKEN');
  });
});

describe('the tree of categories', () => {
  const deepest = categoryLevelsMax;
  const [root, leaf] = [deepest + 1, deepest + 2];
  /** Category n at level n, and a root with a leaf beside them. */
  const deepTree = [
    ...Array.from({ length: deepest }, (_, above) =>
      createCategory({ name: `level ${above + 1}`, ...(above > 0 && { parent: above }) }),
    ),
    createCategory({ name: 'root' }),
    createCategory({ name: 'leaf', parent: root }),
  ];

  it('has a maximum depth for creation', () => {
    given(calendar)
      .having(...deepTree)
      .when(createCategory({ name: 'below', parent: deepest }))
      .refused('PARAMETERS_INVALID', parentInvalid);
  });

  it('has a maximum depth for moves', () => {
    given(calendar)
      .having(...deepTree)
      .when(updateCategory(root, { parent: deepest - 1 }))
      .refused('PARAMETERS_INVALID', parentInvalid)
      .when(updateCategory(1, { parent: leaf }))
      .refused('PARAMETERS_INVALID', parentInvalid)
      .when(updateCategory(root, { parent: deepest - 2 }))
      .then('TermUpdated')
      .shows(
        (world) => termView(world.calendar, 'category', leaf)?.ancestorSlugs.length,
        deepest - 1,
      );
  });
});
