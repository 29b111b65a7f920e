// What only an operator can give a post: a password, a parent, tickets, a place on the map.

import { ok } from '../../kernel/result.ts';
import type { EquipEvent, EquipOrganizer, EquipPost, EquipVenue } from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import type { EventPost } from '../records/event.ts';
import type { Place } from '../records/venue.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { changesFrom, reject, type Decision } from './draft.ts';

export function equipPost(command: EquipPost, state: ReadonlyCalendarState): Decision {
  switch (command.kind) {
    case 'event':
      return equipEvent(command, state);
    case 'venue':
      return equipVenue(command, state);
    case 'organizer':
      return equipOrganizer(command, state);
  }
}

function equipEvent(command: EquipEvent, state: ReadonlyCalendarState): Decision {
  const { id, parentId, isTicketed, place } = command;
  const former = state.events.get(String(id));
  if (former === undefined) return wrong('id', 'is no event');
  if (typeof parentId === 'number') {
    if (state.events.get(String(parentId)) === undefined) return wrong('parent', 'is no event');
    if (isBelow(state, parentId, id)) return wrong('parent', 'is the event itself, or below it');
  }
  if (place !== undefined && former.venueId === null) {
    return wrong('geodata', 'is that of its venue, and it has none');
  }
  const changes = changesFrom(former, {
    ...former,
    ...passwordOf(command),
    ...(parentId === undefined ? {} : { parentId }),
    ...(isTicketed === undefined ? {} : { isTicketed }),
  });
  return ok([
    ...(isEmpty(changes) ? [] : [{ type: 'EventUpdated' as const, id, changes }]),
    ...movedVenue(state, former, place),
  ]);
}

function equipVenue(command: EquipVenue, { venues }: ReadonlyCalendarState): Decision {
  const { id, place } = command;
  const former = venues.get(String(id));
  if (former === undefined) return wrong('id', 'is no venue');
  const given = { ...passwordOf(command), ...(place === undefined ? {} : { place }) };
  const changes = changesFrom(former, { ...former, ...given });
  return ok(isEmpty(changes) ? [] : [{ type: 'VenueUpdated', id, changes }]);
}

function equipOrganizer(command: EquipOrganizer, { organizers }: ReadonlyCalendarState): Decision {
  const { id } = command;
  const former = organizers.get(String(id));
  if (former === undefined) return wrong('id', 'is no organizer');
  const changes = changesFrom(former, { ...former, ...passwordOf(command) });
  return ok(isEmpty(changes) ? [] : [{ type: 'OrganizerUpdated', id, changes }]);
}

function movedVenue(
  { venues }: ReadonlyCalendarState,
  { venueId }: EventPost,
  place: Place | null | undefined,
): readonly CalendarEvent[] {
  const venue = venues.get(String(venueId));
  if (venue === undefined || place === undefined) return [];
  const changes = changesFrom(venue, { ...venue, place });
  return isEmpty(changes) ? [] : [{ type: 'VenueUpdated', id: venue.id, changes }];
}

function passwordOf({ passwordFingerprint }: EquipPost) {
  return passwordFingerprint === undefined ? {} : { passwordFingerprint };
}

function wrong(parameter: string, problem: string): Decision {
  return reject('PARAMETERS_INVALID', { problems: { [parameter]: problem } });
}

/** Whether an event is another one, or below it. */
function isBelow({ events }: ReadonlyCalendarState, id: number, ancestorId: number): boolean {
  for (let at: number | null = id; at !== null; at = events.get(String(at))?.parentId ?? null) {
    if (at === ancestorId) return true;
  }
  return false;
}

function isEmpty(changes: object): boolean {
  return Object.keys(changes).length === 0;
}
