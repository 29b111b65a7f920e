// Fields that only the operator sets: passwords, parents, tickets, places.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SetOperatorFields } from '../../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../../support/calendar/calendar-at.ts';

const day = { startDate: 'today', endDate: 'today' };

/** A venue 1, an organizer 2, an event 3 at the venue and an event 4 without one. */
function furnished() {
  const world = calendarAt();
  const venue = [{ fields: { name: 'Hall' } }];
  const organizer = [{ fields: { name: 'Ann' } }];
  world.do({ type: 'CreateEvent', ...asked, fields: { title: 'A', ...day, venue, organizer } });
  world.do({ type: 'CreateEvent', ...asked, fields: { title: 'B', ...day } });
  return world;
}

const passwordFingerprint = 'ab'.repeat(32);
const place = { latitude: 53.2, longitude: -8.9 };

describe('setting operator fields', () => {
  it.each<[SetOperatorFields, object[]]>([
    [
      {
        type: 'SetOperatorFields',
        kind: 'event',
        id: 3,
        passwordFingerprint,
        isTicketed: true,
        parentId: 4,
      },
      [
        {
          type: 'EventUpdated',
          id: 3,
          changes: { passwordFingerprint, isTicketed: true, parentId: 4 },
        },
      ],
    ],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 3, place },
      [{ type: 'VenueUpdated', id: 1, changes: { place } }],
    ],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 3, isTicketed: true, place },
      [
        { type: 'EventUpdated', id: 3, changes: { isTicketed: true } },
        { type: 'VenueUpdated', id: 1, changes: { place } },
      ],
    ],
    [
      { type: 'SetOperatorFields', kind: 'venue', id: 1, passwordFingerprint, place },
      [{ type: 'VenueUpdated', id: 1, changes: { passwordFingerprint, place } }],
    ],
    [
      { type: 'SetOperatorFields', kind: 'organizer', id: 2, passwordFingerprint },
      [{ type: 'OrganizerUpdated', id: 2, changes: { passwordFingerprint } }],
    ],
    [{ type: 'SetOperatorFields', kind: 'event', id: 4, parentId: null, isTicketed: false }, []],
    [
      { type: 'SetOperatorFields', kind: 'venue', id: 1, place: null, passwordFingerprint: null },
      [],
    ],
    [{ type: 'SetOperatorFields', kind: 'organizer', id: 2 }, []],
  ])('%j changes the given fields, and nothing the second time', (command, events) => {
    const world = furnished();
    expect(world.do(command)).toEqual(events);
    expect(world.do(command)).toEqual([]);
  });

  it.each<[SetOperatorFields, string, string]>([
    [{ type: 'SetOperatorFields', kind: 'event', id: 1 }, 'id', 'is no event'],
    [{ type: 'SetOperatorFields', kind: 'venue', id: 3, place }, 'id', 'is no venue'],
    [{ type: 'SetOperatorFields', kind: 'organizer', id: 1 }, 'id', 'is no organizer'],
    [{ type: 'SetOperatorFields', kind: 'event', id: 3, parentId: 1 }, 'parent', 'is no event'],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 3, parentId: 3 },
      'parent',
      'must not be the event itself or one below it',
    ],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 4, place },
      'geodata',
      'cannot be set: the event has no venue',
    ],
  ])('%j is refused', (command, parameter, problem) => {
    expect(furnished().try(command)).toEqual({
      ok: false,
      error: { code: 'PARAMETERS_INVALID', problems: { [parameter]: problem } },
    });
  });

  it('never puts an event below itself', () => {
    const link = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      parentId: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 20 }), (links) => {
        const world = calendarAt();
        for (let n = 0; n < 6; n += 1) {
          world.do({ type: 'CreateEvent', ...asked, fields: { title: `E${n}`, ...day } });
        }
        const parents = new Map<number, number>();
        for (const { id, parentId } of links) {
          const isBelow = (at: number | undefined): boolean =>
            at !== undefined && (at === id || isBelow(parents.get(at)));
          const { ok } = world.try({ type: 'SetOperatorFields', kind: 'event', id, parentId });
          expect(ok).toBe(!isBelow(parentId));
          if (ok) parents.set(id, parentId);
        }
        for (const event of world.state.events.values()) {
          expect(event.parentId).toBe(parents.get(event.id) ?? null);
        }
      }),
    );
  });
});
