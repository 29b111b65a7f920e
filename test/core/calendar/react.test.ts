// Scheduled publication of posts.

import { describe, it } from 'vitest';
import { calendar } from '../../../core/calendar/index.ts';
import { createEvent, event, trash, updateEvent } from '../../support/calendar/commands.ts';
import type { ReadableWorld } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';

describe('an event with a future publication date', () => {
  const inTwoDays = createEvent({ date: '+2 days' });
  const timer = ({ state }: Pick<ReadableWorld, 'state'>) => state.dues.next();

  it('is published by a timer', () => {
    given(calendar)
      .having(inTwoDays)
      .shows(event(1), { status: 'future' })
      .shows(timer, { subject: 'event/1', name: 'publish', class: 'schedule' })
      .after('47h')
      .shows(event(1), { status: 'future' })
      .after('1h')
      .shows(event(1), { status: 'publish' })
      .shows(timer, undefined);
  });

  it('loses its timer in the trash', () => {
    given(calendar)
      .having(inTwoDays)
      .shows(timer, { subject: 'event/1', name: 'publish' })
      .having(trash('event', 1))
      .shows(timer, undefined);
  });

  it('loses its timer when an update moves it to the trash', () => {
    given(calendar)
      .having(inTwoDays, updateEvent(1, { status: 'trash' }))
      .shows(timer, undefined);
  });
});
