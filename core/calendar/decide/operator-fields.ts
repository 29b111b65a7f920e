// Fields of posts that only the operator can set: a password, a parent, tickets, a place on the map.

import { omitUndefined } from '../../kernel/omit-undefined.ts';
import { ok } from '../../kernel/result.ts';
import type {
  SetEventOperatorFields,
  SetOrganizerOperatorFields,
  SetOperatorFields,
  SetVenueOperatorFields,
} from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import { invalidParameter, notA } from '../problems.ts';
import type { EventPost } from '../records/event.ts';
import type { Place } from '../records/venue.ts';
import type { ReadonlyCalendarState } from '../state.ts';
import { changesFrom, type CalendarDecision } from './plan.ts';

export function setOperatorFields(
  command: SetOperatorFields,
  state: ReadonlyCalendarState,
): CalendarDecision {
  switch (command.kind) {
    case 'event':
      return setEventFields(command, state);
    case 'venue':
      return setVenueFields(command, state);
    case 'organizer':
      return setOrganizerFields(command, state);
  }
}

function setEventFields(
  command: SetEventOperatorFields,
  state: ReadonlyCalendarState,
): CalendarDecision {
  const { id, parentId, isTicketed, place, passwordFingerprint } = command;
  const former = state.events.get(String(id));
  if (former === undefined) return invalidParameter('id', notA('event'));
  if (typeof parentId === 'number') {
    if (state.events.get(String(parentId)) === undefined)
      return invalidParameter('parent', 'must be the id of an event');
    if (isBelow(state, parentId, id))
      return invalidParameter('parent', 'must not be the event itself or one below it');
  }
  if (place !== undefined && former.venueId === null) {
    return invalidParameter('geodata', 'cannot be set: the event has no venue; give it one first');
  }
  const changes = changesFrom(former, {
    ...former,
    ...omitUndefined({ passwordFingerprint, parentId, isTicketed }),
  });
  return ok([
    ...(isEmpty(changes) ? [] : [{ type: 'EventUpdated' as const, id, changes }]),
    ...venuePlaceUpdate(state, former, place),
  ]);
}

function setVenueFields(
  command: SetVenueOperatorFields,
  { venues }: ReadonlyCalendarState,
): CalendarDecision {
  const { id, place, passwordFingerprint } = command;
  const former = venues.get(String(id));
  if (former === undefined) return invalidParameter('id', notA('venue'));
  const fields = omitUndefined({ passwordFingerprint, place });
  const changes = changesFrom(former, { ...former, ...fields });
  return ok(isEmpty(changes) ? [] : [{ type: 'VenueUpdated', id, changes }]);
}

function setOrganizerFields(
  command: SetOrganizerOperatorFields,
  { organizers }: ReadonlyCalendarState,
): CalendarDecision {
  const { id, passwordFingerprint } = command;
  const former = organizers.get(String(id));
  if (former === undefined) return invalidParameter('id', notA('organizer'));
  const changes = changesFrom(former, { ...former, ...omitUndefined({ passwordFingerprint }) });
  return ok(isEmpty(changes) ? [] : [{ type: 'OrganizerUpdated', id, changes }]);
}

function venuePlaceUpdate(
  { venues }: ReadonlyCalendarState,
  { venueId }: EventPost,
  place: Place | null | undefined,
): readonly CalendarEvent[] {
  const venue = venues.get(String(venueId));
  if (venue === undefined || place === undefined) return [];
  const changes = changesFrom(venue, { ...venue, place });
  return isEmpty(changes) ? [] : [{ type: 'VenueUpdated', id: venue.id, changes }];
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
