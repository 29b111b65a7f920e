// What only an operator can do: passwords, parents, tickets, places, and images ahead of the posts that have them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarCommand, SetOperatorFields } from '../../../core/calendar/commands.ts';
import { asked, calendarAt } from '../../support/calendar.ts';

const day = { startDate: 'today', endDate: 'today' };

/** A venue 1, an organizer 2, an event 3 at the venue and an event 4 anywhere. */
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

describe('equipping a post', () => {
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
  ])('%j changes what is mentioned, and a second time nothing', (command, events) => {
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

describe('attaching an image', () => {
  const attach = (source: string): CalendarCommand => ({ type: 'AttachImage', ...asked, source });

  it('happens once for each address, and posts find it', () => {
    const world = calendarAt();
    const source = 'https://pictures.example.org/fair.png';
    expect(world.do(attach(source))).toMatchObject([
      { type: 'ImageAttached', image: { id: 1, source, fileName: 'fair.png' } },
    ]);
    expect(world.do(attach(source))).toEqual([]);
    const fields = { title: 'A', ...day, image: source };
    const events = world.do({ type: 'CreateEvent', ...asked, fields });
    expect(events).toMatchObject([{ type: 'EventCreated', post: { id: 2, imageId: 1 } }]);
  });

  it.each([
    [
      'https://pictures.example.org/fair.html',
      'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file',
    ],
    ['1', 'must be the URL of a jpg, jpeg, png, gif, webp, avif or bmp file'],
  ])('%j is refused', (source, problem) => {
    expect(calendarAt().try(attach(source))).toEqual({
      ok: false,
      error: { code: 'PARAMETERS_INVALID', problems: { url: problem } },
    });
  });

  it('is for those who may upload', () => {
    const caller = { userId: 2, role: 'contributor' } as const;
    const command = { ...attach('https://pictures.example.org/a.png'), caller };
    expect(calendarAt().try(command as CalendarCommand)).toMatchObject({
      error: {
        problems: { url: 'must be the id of an image: uploads need the role author or above' },
      },
    });
  });
});
