// Changes of terms.

import { describe, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import { eventCountOf } from '../../../../core/calendar/state.ts';
import {
  byAdministrator,
  createCategory,
  createEvent,
  event,
  term,
} from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

describe('deleting a category', () => {
  it('moves its children to its parent and removes it from its events', () => {
    given(calendar)
      .having(
        createCategory({ name: 'Arts' }),
        createCategory({ name: 'Music', parent: 1 }),
        createCategory({ name: 'Jazz', parent: 2 }),
        createEvent({ categories: [2, 3] }),
      )
      .when({ type: 'DeleteTerm', ...byAdministrator, taxonomy: 'category', termId: 2 })
      .then('TermDeleted')
      .shows(term(3), { parentId: 1 })
      .shows((world) => eventCountOf(world.calendar, 3), 1)
      .shows(term(2), undefined)
      .shows(event(1), { categoryIds: [3] });
  });
});
