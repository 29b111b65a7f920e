// The usage of venues and organizers against a recount.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendar } from '../../../../core/calendar/index.ts';
import { calendarCommands } from '../../../support/arbitraries/calendar.ts';
import { given } from '../../../support/given.ts';
import { usageOf } from '../../../support/calendar/usage.ts';
import { firstCases, runs } from '../../../support/runner/runs.ts';

describe('the usage of venues and organizers', () => {
  it('equals a recount of their events after any commands', () => {
    let counted = 0;
    fc.assert(
      fc.property(calendarCommands, (commands) => {
        const world = given(calendar);
        world.trying(...commands);
        const events = [...world.calendar.events.values()];
        for (const { id, use } of world.calendar.venues.values()) {
          expect(use).toEqual(usageOf(events.filter(({ venueId }) => venueId === id)));
          counted += use.hasEvents ? 1 : 0;
        }
        for (const { id, use } of world.calendar.organizers.values()) {
          const own = events.filter(({ organizerIds }) => organizerIds.includes(id));
          expect(use).toEqual(usageOf(own));
        }
      }),
      runs(200, firstCases({ seed: 1, count: 36 }, calendarCommands)),
    );
    expect(counted).toBeGreaterThan(20);
  });
});
