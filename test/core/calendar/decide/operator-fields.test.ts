// Fields that only the operator sets: passwords, parents, tickets, places.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SetOperatorFields } from '../../../../core/calendar/commands.ts';
import type { CalendarEvent } from '../../../../core/calendar/events.ts';
import { calendar } from '../../../../core/calendar/index.ts';
import { createEvent } from '../../../support/calendar/commands.ts';
import { given } from '../../../support/given.ts';

/** A venue 1, an organizer 2, an event 3 at the venue and an event 4 without one. */
const twoEvents = [
  createEvent({
    venue: [{ fields: { name: 'Hall' } }],
    organizer: [{ fields: { name: 'Ann' } }],
  }),
  createEvent(),
];

const passwordFingerprint = 'ab'.repeat(32);
const place = { latitude: 53.2, longitude: -8.9 };

describe('setting operator fields', () => {
  it.each<[SetOperatorFields, CalendarEvent[]]>([
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
    given(calendar)
      .having(...twoEvents)
      .when(command)
      .thenExactly(...events)
      .when(command)
      .then();
  });

  it.each<[SetOperatorFields, string, string]>([
    [{ type: 'SetOperatorFields', kind: 'event', id: 1 }, 'id', 'is no event'],
    [{ type: 'SetOperatorFields', kind: 'venue', id: 3, place }, 'id', 'is no venue'],
    [{ type: 'SetOperatorFields', kind: 'organizer', id: 1 }, 'id', 'is no organizer'],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 3, parentId: 1 },
      'parent',
      'must be the id of an event',
    ],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 3, parentId: 3 },
      'parent',
      'must not be the event itself or one below it',
    ],
    [
      { type: 'SetOperatorFields', kind: 'event', id: 4, place },
      'geodata',
      'cannot be set: the event has no venue; give it one first',
    ],
  ])('%j is refused', (command, parameter, problem) => {
    given(calendar)
      .having(...twoEvents)
      .when(command)
      .refused('PARAMETERS_INVALID', { problems: { [parameter]: problem } });
  });

  it('never puts an event below itself', () => {
    const link = fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      parentId: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 20 }), (links) => {
        const world = given(calendar).having(...Array.from({ length: 6 }, () => createEvent()));
        const parents = new Map<number, number>();
        for (const { id, parentId } of links) {
          const isBelow = (at: number | undefined): boolean =>
            at !== undefined && (at === id || isBelow(parents.get(at)));
          const decided = world.when({ type: 'SetOperatorFields', kind: 'event', id, parentId });
          if (isBelow(parentId)) {
            decided.refused('PARAMETERS_INVALID', { problems: { parent: expect.any(String) } });
          } else {
            decided.accepted();
            parents.set(id, parentId);
          }
        }
        for (const event of world.calendar.events.values()) {
          expect(event.parentId).toBe(parents.get(event.id) ?? null);
        }
      }),
    );
  });
});
