// Scheduled publication of posts.

import { describe, expect, it } from 'vitest';
import type { CalendarCommand, EventFields } from '../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../support/calendar/calendar-at.ts';

const scheduled: EventFields = {
  title: 'Winter Fair',
  startDate: '2026-03-01 09:00:00',
  endDate: '2026-03-01 11:30:00',
  date: '+2 days',
};

const create: CalendarCommand = { type: 'CreateEvent', ...asked, fields: scheduled };

describe('an event with a future publication date', () => {
  const clear = [{ change: 'clear', subject: 'event/1', name: 'publish' }];

  it('is published by a timer', () => {
    const world = calendarAt();
    world.do(create);
    expect(world.state.events.get('1')?.status).toBe('future');
    expect(world.dues).toMatchObject([{ change: 'set', subject: 'event/1', class: 'schedule' }]);
    world.do({ type: 'PublishPost', kind: 'event', id: 1 });
    expect(world.state.events.get('1')?.status).toBe('publish');
  });

  it('loses its timer in the trash', () => {
    const world = calendarAt();
    world.do(create);
    expect(world.dues).toMatchObject([{ change: 'set', subject: 'event/1', name: 'publish' }]);
    world.do({ type: 'TrashPost', ...asked, kind: 'event', post: { id: 1 } });
    expect(world.dues.slice(1)).toEqual(clear);
  });

  it('loses its timer when an update moves it to the trash', () => {
    const world = calendarAt();
    world.do(create);
    const fields = { status: 'trash' };
    world.do({ type: 'UpdateEvent', ...asked, event: { id: 1 }, fields });
    expect(world.dues.slice(1)).toEqual(clear);
  });
});
