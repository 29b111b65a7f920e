// The usage of venues and organizers against a recount.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarCommands } from '../../../support/arbitraries/calendar.ts';
import { calendarAt } from '../../../support/calendar/calendar-at.ts';
import { usageOf } from '../../../support/calendar/usage.ts';
import { beginning, runs } from '../../../support/runner/runs.ts';

describe('the usage of venues and organizers', () => {
  it('equals a recount of their events after any commands', () => {
    let counted = 0;
    fc.assert(
      fc.property(calendarCommands, (commands) => {
        const world = calendarAt();
        for (const command of commands) world.try(command);
        const events = [...world.state.events.values()];
        for (const { id, use } of world.state.venues.values()) {
          expect(use).toEqual(usageOf(events.filter(({ venueId }) => venueId === id)));
          counted += use.hasEvents ? 1 : 0;
        }
        for (const { id, use } of world.state.organizers.values()) {
          const own = events.filter(({ organizerIds }) => organizerIds.includes(id));
          expect(use).toEqual(usageOf(own));
        }
      }),
      runs(200, beginning({ seed: 1, count: 36 }, calendarCommands)),
    );
    expect(counted).toBeGreaterThan(20);
  });
});
