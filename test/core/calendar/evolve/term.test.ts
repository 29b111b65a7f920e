// Changes of terms.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand, TermFields } from '../../../../core/calendar/commands.ts';
import { eventCountOf } from '../../../../core/calendar/state.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const category = (fields: TermFields): CalendarCommand => ({
  type: 'CreateTerm',
  ...asked,
  taxonomy: 'category',
  fields,
});

describe('deleting a category', () => {
  it('moves its children to its parent and removes it from its events', () => {
    const world = calendarAt();
    world.do(category({ name: 'Arts' }));
    world.do(category({ name: 'Music', parent: 1 }));
    world.do(category({ name: 'Jazz', parent: 2 }));
    const fields = { title: 'Fair', startDate: 'now', endDate: '+1 hour', categories: [2, 3] };
    world.do({ type: 'CreateEvent', ...asked, fields });
    world.do({ type: 'DeleteTerm', ...asked, taxonomy: 'category', termId: 2 });
    expect(world.state.terms.get('3')).toMatchObject({ parentId: 1 });
    expect(eventCountOf(world.state, 3)).toBe(1);
    expect(world.state.terms.get('2')).toBeUndefined();
    expect(world.state.events.get('1')).toMatchObject({ categoryIds: [3] });
  });
});
